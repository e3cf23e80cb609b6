package flinktriage.checks.parallelism;

import flinktriage.check.JobView;
import flinktriage.model.KafkaPartition;
import flinktriage.model.KafkaTopic;
import flinktriage.model.PartitionReaders;
import flinktriage.model.Provenance;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which Kafka partitions each subtask of a source reads, as far as metric names show it: Kafka's
 * source registers one offset gauge per partition that it was assigned.
 *
 * @param seen how many different partitions they show
 * @param inKafka how many partitions the topics have, if Kafka was asked
 * @param bySubtask how many each subtask reads; subtasks without metrics are left out
 * @param ambiguous how many are named by several subtasks with nothing to tell which one reads them
 */
record Partitions(
        int seen,
        Optional<Integer> inKafka,
        SortedMap<Integer, Integer> bySubtask,
        int ambiguous,
        Provenance from) {

    /** Empty if the source names no partition. */
    static Optional<Partitions> of(JobView job, Vertex source) {
        Optional<Integer> inKafka =
                job.perSubtask(source).stream()
                        .flatMap(metrics -> inKafka(job, metrics).stream())
                        .findFirst();
        // A reporter forgets the metrics of a task that ended, REST does not.
        Optional<Partitions> current =
                job.reporter().stream()
                        .flatMap(r -> Optional.ofNullable(r.readers().get(source.id())).stream())
                        .map(r -> of(r, inKafka))
                        .findFirst();
        return current.or(
                        () ->
                                job.perSubtask(source).stream()
                                        .map(m -> of(m, inKafka, job.perSubtask(source).from()))
                                        .findFirst())
                .filter(p -> p.seen() > 0);
    }

    private static Partitions of(PartitionReaders now, Optional<Integer> inKafka) {
        return new Partitions(now.partitions(), inKafka, now.bySubtask(), 0, now.from());
    }

    private static Optional<Integer> inKafka(JobView job, SubtaskMetrics metrics) {
        return job.kafkaTopics().stream()
                .map(all -> KafkaTopic.readBy(metrics, all))
                .filter(topics -> !topics.isEmpty())
                .map(topics -> topics.stream().mapToInt(KafkaTopic::partitions).sum())
                .findFirst();
    }

    private static Partitions of(
            SubtaskMetrics metrics, Optional<Integer> inKafka, Provenance from) {
        Map<String, List<Integer>> readers = new HashMap<>();
        SortedMap<Integer, Integer> bySubtask = new TreeMap<>();
        metrics.names()
                .forEach(
                        (subtask, ids) -> {
                            if (!ids.isEmpty()) {
                                bySubtask.put(subtask, 0);
                            }
                            ids.stream()
                                    .filter(id -> KafkaPartition.ofOffset(id).isPresent())
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
        return new Partitions(readers.size(), inKafka, bySubtask, ambiguous, from);
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

    /** Partitions over which readers can spread; never fewer than are seen. */
    int total() {
        return Math.max(seen, inKafka.orElse(0));
    }

    /** {@code at least 3 partitions seen}, or {@code 3 partitions in Kafka}. */
    String counted() {
        int n = total();
        return (inKafka.isPresent() ? "" : "at least ")
                + n
                + (n == 1 ? " partition" : " partitions")
                + (inKafka.isPresent() ? " in Kafka" : " seen");
    }

    /** Ends a summary where the names do not decide. */
    String doubt() {
        return ambiguous == 0
                ? ""
                : "; for "
                        + ambiguous
                        + (ambiguous == 1 ? " partition" : " partitions")
                        + " several subtasks show an offset, one of them from before a restart:"
                        + " --metrics-url would tell which";
    }
}
