package flinktriage.checks.parallelism;

import flinktriage.check.Evidence;
import flinktriage.model.Divisors;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Subtask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The subtasks of a source that have nothing to read.
 *
 * @param lack what they lack, and then what the others have
 * @param others what the others have, as a number
 */
record EmptyReaders(
        List<Integer> subtasks, String lack, String rest, Evidence others, Provenance from) {

    private static final int SHOWN = 8;

    static EmptyReaders ofPartitions(Partitions partitions, int parallelism) {
        Provenance from = partitions.from();
        List<Integer> empty =
                partitions.bySubtask().entrySet().stream()
                        .filter(e -> e.getValue() == 0)
                        .map(Map.Entry::getKey)
                        .toList();
        int total = partitions.total();
        return new EmptyReaders(
                empty,
                "without a partition",
                ": "
                        + partitions.counted()
                        + ", parallelism "
                        + Divisors.of(total, parallelism).near().get(0)
                        + " fits"
                        + partitions.doubt(),
                Evidence.of(
                        partitions.inKafka().isPresent()
                                ? "partitions in Kafka"
                                : "partitions seen",
                        Quantity.count(total),
                        from),
                from);
    }

    /**
     * From what each subtask has emitted, where the source does not name its partitions. None is
     * empty if all are silent, or some of the others nearly are.
     *
     * @param enough records that every other subtask must have emitted
     */
    static EmptyReaders ofRecords(List<Subtask> all, double enough, Provenance from) {
        List<Integer> empty = new ArrayList<>();
        long least = Long.MAX_VALUE;
        for (Subtask s : all) {
            long out = s.recordsOut().require();
            if (out == 0) {
                empty.add(s.subtask());
            } else {
                least = Math.min(least, out);
            }
        }
        boolean othersFlow = empty.size() < all.size() && least >= enough;
        return new EmptyReaders(
                othersFlow ? List.copyOf(empty) : List.of(),
                "that emitted nothing",
                String.format(
                        Locale.ROOT,
                        " while each other one emitted at least %,d records: parallelism %d reads"
                                + " as much",
                        least,
                        all.size() - empty.size()),
                Evidence.of(
                        "records of each other subtask, at least",
                        Quantity.records(othersFlow ? least : 0),
                        Quantity.records(enough),
                        from),
                from);
    }

    /** {@code has 1 of 4 subtasks without a partition (subtask 3): ...}. */
    String sentence(int parallelism) {
        String which =
                subtasks.stream()
                        .limit(SHOWN)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return "has "
                + subtasks.size()
                + " of "
                + parallelism
                + " subtasks "
                + lack
                + (subtasks.size() == 1 ? " (subtask " : " (subtasks ")
                + which
                + (subtasks.size() > SHOWN ? ", ..." : "")
                + ")"
                + rest;
    }
}
