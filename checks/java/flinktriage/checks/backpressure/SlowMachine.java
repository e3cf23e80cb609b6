package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.Observed;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The one TaskManager that runs every busy subtask of a vertex and none of those that have time.
 *
 * @param even true if its subtasks are known to get no more records than the others, so that each
 *     record takes longer there
 */
record SlowMachine(String id, boolean even) {

    /** Busy time, over that of the hottest subtask, below which a subtask has time beside it. */
    private static final double HAS_TIME = 0.7;

    /** Hashed keys and round robin differ by less. */
    private static final double EVEN = 1.2;

    static Optional<SlowMachine> of(JobView job, VertexLoad load) {
        List<Integer> slow = load.subtasks(b -> b >= load.maxBusy() * HAS_TIME);
        List<Integer> others = load.subtasks(b -> b < load.maxBusy() * HAS_TIME);
        return slow.size() + others.size() < load.vertex().parallelism()
                ? Optional.empty()
                : Machines.of(job, load.vertex())
                        .apart(slow, others)
                        .map(id -> new SlowMachine(id, even(job, load, slow, others)));
    }

    private static boolean even(
            JobView job, VertexLoad load, List<Integer> slow, List<Integer> others) {
        OptionalDouble here = records(job, load, slow);
        OptionalDouble there = records(job, load, others);
        return here.isPresent()
                && there.isPresent()
                && there.getAsDouble() > 0
                && here.getAsDouble() <= EVEN * there.getAsDouble();
    }

    /** The mean of these subtasks; empty unless each is counted. */
    private static OptionalDouble records(
            JobView job, VertexLoad load, Collection<Integer> subtasks) {
        List<Long> counted =
                job.subtasks(load.vertex()).stream()
                        .flatMap(List::stream)
                        .filter(s -> subtasks.contains(s.subtask()))
                        .map(s -> RecordSpread.records(load.vertex(), s))
                        .flatMap(Observed::stream)
                        .toList();
        return counted.size() < subtasks.size()
                ? OptionalDouble.empty()
                : counted.stream().mapToLong(Long::longValue).average();
    }

    String sentence() {
        return even
                ? "; all busy ones are on "
                        + id
                        + " and get no more records than the others: that machine is slow,"
                        + " unless their records cost more"
                : "; all busy ones are on " + id + ", look at that machine first";
    }
}
