package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.List;

/** Whether a vertex is held back by what is below it. */
final class Pressure {

    /**
     * Share of a subtask's output buffers in use. A task with full buffers waits for the next
     * vertex; measured 0.75 to 1.0 above a saturated vertex, at most 0.25 above an idle one.
     */
    static final double FULL_OUTPUT = 0.7;

    static final String OUTPUT_USAGE = "Shuffle.Netty.Output.Buffers.outPoolUsage";

    private Pressure() {}

    /**
     * @param load of the same vertex, or null if its tasks do not all run
     */
    static boolean held(JobView job, VertexLoad load, Vertex v, double limit) {
        if (load == null) {
            return false;
        }
        return load.measured()
                ? load.maxBackpressured() >= limit
                // A legacy source reports neither busy nor backpressured time (NaN, 0): its full
                // buffers tell.
                : outputUsage(job, v).stream().anyMatch(u -> u.max() >= FULL_OUTPUT);
    }

    /** How much everything that feeds the vertex is held back. */
    static List<Evidence> above(JobView job, Loads loads, Vertex v, Quantity limit) {
        return job.graph().upstream(v).stream()
                .flatMap(u -> evidence(job, loads.byVertex().get(u.id()), u, limit).stream())
                .toList();
    }

    private static List<Evidence> evidence(JobView job, VertexLoad load, Vertex v, Quantity limit) {
        if (load == null) {
            return List.of();
        }
        if (load.measured()) {
            return List.of(
                    Evidence.of(
                            "backpressured time of " + v.name(),
                            Quantity.ratio(load.maxBackpressured()),
                            limit,
                            load.from("/subtasks")));
        }
        Observed<Aggregate> usage = outputUsage(job, v);
        return usage.stream()
                .map(
                        u ->
                                Evidence.of(
                                        "output buffers in use at " + v.name(),
                                        Quantity.ratio(u.max()),
                                        Quantity.ratio(FULL_OUTPUT),
                                        usage.from()))
                .toList();
    }

    private static Observed<Aggregate> outputUsage(JobView job, Vertex v) {
        return job.metrics(v).flatMap(m -> m.metric(OUTPUT_USAGE));
    }
}
