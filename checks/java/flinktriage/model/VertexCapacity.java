package flinktriage.model;

import java.time.Duration;
import java.util.List;

/**
 * What a vertex could process, as an estimate: its records over the busy share of its hottest
 * subtask, between two samples. Real capacity may be half or twice that (a slot with less than a
 * CPU, a shared state backend, bursts, asynchronous calls), so the method and what contradicts it
 * belong to the number.
 *
 * @param interval between the two samples
 * @param rate records per second that it read
 * @param hottest busy share of the busiest subtask, 0 to 1
 * @param byHottest records per second at which the busiest subtask would be busy all the time, with
 *     the present distribution of records
 * @param ifEven the same if all subtasks had the same load
 * @param observed the present rate where an input waits for the vertex, so that it takes all it can
 * @param needed parallelism at which the busiest subtask would be 80 % busy with what is read now;
 *     too low where an input is held back
 * @param even next parallelisms over which partitions or key groups spread evenly; empty if neither
 *     is known
 */
public record VertexCapacity(
        VertexId vertex,
        String name,
        int parallelism,
        Duration interval,
        double rate,
        double hottest,
        double byHottest,
        double ifEven,
        Observed<Double> observed,
        int needed,
        List<Integer> even) {

    /** Methods that differ by more than this contradict each other (the autoscaler's margin). */
    private static final double MARGIN = 1.15;

    /** Whether what was observed and what busy time says do not fit together. */
    public boolean contradicted() {
        return observed.stream().anyMatch(o -> byHottest > o * MARGIN || o > byHottest * MARGIN);
    }
}
