package flinktriage.checks.parallelism;

import flinktriage.model.SubtaskMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which Kafka partitions each subtask of a source reads, as far as metric names show it: Kafka's
 * source registers one offset gauge per partition that it was assigned.
 *
 * @param seen how many different partitions there are
 * @param bySubtask how many each subtask reads; subtasks without metrics are left out
 * @param ambiguous how many are named by several subtasks with nothing to tell which one reads them
 */
record Partitions(int seen, SortedMap<Integer, Integer> bySubtask, int ambiguous) {

    private static final Pattern OFFSET =
            Pattern.compile(
                    ".*(?:KafkaSourceReader|KafkaConsumer)\\.topic\\.[^.]+\\.partition\\.\\d+"
                            + "\\.currentOffsets?");

    static Partitions of(SubtaskMetrics metrics) {
        Map<String, List<Integer>> readers = new HashMap<>();
        SortedMap<Integer, Integer> bySubtask = new TreeMap<>();
        metrics.names()
                .forEach(
                        (subtask, ids) -> {
                            if (!ids.isEmpty()) {
                                bySubtask.put(subtask, 0);
                            }
                            ids.stream()
                                    .filter(id -> OFFSET.matcher(id).matches())
                                    .forEach(
                                            id ->
                                                    readers.computeIfAbsent(
                                                                    id, k -> new ArrayList<>())
                                                            .add(subtask));
                        });
        int ambiguous = 0;
        for (Map.Entry<String, List<Integer>> partition : readers.entrySet()) {
            Set<Integer> current = current(partition.getKey(), partition.getValue(), metrics);
            current.forEach(subtask -> bySubtask.merge(subtask, 1, Integer::sum));
            ambiguous += current.size() > 1 ? 1 : 0;
        }
        return new Partitions(readers.size(), bySubtask, ambiguous);
    }

    /**
     * Flink never forgets the names of an earlier attempt, so a partition may show in two subtasks.
     * The one that reads it now is further ahead.
     */
    private static Set<Integer> current(String id, List<Integer> subtasks, SubtaskMetrics metrics) {
        Set<Integer> ahead = new HashSet<>();
        double furthest = Double.NEGATIVE_INFINITY;
        for (int subtask : subtasks) {
            Double offset = metrics.values().getOrDefault(subtask, Map.of()).get(id);
            // Below 0 it has read nothing since it started, and says nothing about an earlier one.
            if (offset == null || offset < 0) {
                return new HashSet<>(subtasks);
            }
            if (offset > furthest) {
                ahead.clear();
                furthest = offset;
            }
            if (offset >= furthest) {
                ahead.add(subtask);
            }
        }
        return ahead;
    }

    /** Ends a summary where the names do not decide. */
    String doubt() {
        return ambiguous == 0
                ? ""
                : "; for "
                        + ambiguous
                        + (ambiguous == 1 ? " partition" : " partitions")
                        + " several subtasks show an offset, one of them from before a restart";
    }
}
