package flinktriage.checks.parallelism;

import flinktriage.model.Observed;
import flinktriage.model.SubtaskTimes;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** Whether an uneven spread over subtasks shows in their busy times. */
final class Limit {

    // Averages over up to 60 s: a task that never waits reads 0.9 or more, see FT-BP-001.
    private static final double BUSY = 0.9;
    private static final double SPARE = 0.8;

    private Limit() {}

    /**
     * True if every subtask with the largest share is at its limit and every one with the smallest
     * has time to spare. False where busy times are missing.
     */
    static boolean reached(
            Observed<List<SubtaskTimes>> times, IntUnaryOperator share, int largest, int smallest) {
        return all(times, s -> share.applyAsInt(s.subtask()) == largest, busy -> busy >= BUSY)
                && all(times, s -> share.applyAsInt(s.subtask()) == smallest, busy -> busy < SPARE);
    }

    private static boolean all(
            Observed<List<SubtaskTimes>> times,
            Predicate<SubtaskTimes> which,
            Predicate<Double> busy) {
        List<SubtaskTimes> chosen = times.stream().flatMap(List::stream).filter(which).toList();
        return !chosen.isEmpty() && chosen.stream().allMatch(s -> s.busy().stream().anyMatch(busy));
    }
}
