package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.List;
import java.util.Optional;

/**
 * The state of one vertex in RocksDB or ForSt.
 *
 * @param bytes in its last completed checkpoint, which is compressed
 * @param memory managed memory of as many slots as the vertex has subtasks: what caches its state
 *     at best
 */
record DiskState(double bytes, double memory, Provenance from) {

    static boolean possible(JobView job) {
        return job.checkpointConfig().stream()
                .anyMatch(c -> c.stateBackend().matches("(Embedded)?RocksDB.*|ForSt.*"));
    }

    /** Empty on another backend, or if the size is not known. */
    static Optional<DiskState> of(JobView job, Vertex v) {
        double slot =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .filter(t -> t.slots() > 0)
                        .mapToDouble(t -> (double) t.managedBytes() / t.slots())
                        .max()
                        .orElse(0);
        return job.checkpointDetails().stream()
                .flatMap(List::stream)
                .filter(d -> possible(job) && d.checkpoint().completed())
                .filter(d -> d.stateSize().containsKey(v.id()))
                .map(
                        d ->
                                new DiskState(
                                        Math.max(
                                                0,
                                                d.stateSize().get(v.id())
                                                        - d.checkpoint().persistedData()),
                                        slot * v.parallelism(),
                                        job.checkpointDetails().from()))
                .findFirst();
    }

    /** A part of it is on disk for certain. */
    boolean largerThanMemory() {
        return memory > 0 && bytes > memory;
    }

    List<Evidence> evidence() {
        return List.of(
                Evidence.of(
                        "state of the vertex, of the managed memory for it",
                        Quantity.bytes(bytes),
                        Quantity.bytes(memory),
                        from));
    }
}
