package flinktriage.checks.state;

import flinktriage.check.JobView;
import flinktriage.model.TaskManager;
import java.util.List;
import java.util.OptionalDouble;

/** The memory that state lives in, or is cached in. */
final class Memory {

    private Memory() {}

    /**
     * Bytes over all TaskManagers: the heap for a state backend on the heap, otherwise managed
     * memory, beyond which RocksDB reads from disk. Empty if unknown.
     */
    static OptionalDouble forState(JobView job) {
        boolean heap =
                job.checkpointConfig().stream()
                        .anyMatch(c -> c.stateBackend().startsWith("HashMap"));
        double bytes =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .mapToDouble(heap ? TaskManager::heapBytes : TaskManager::managedBytes)
                        .sum();
        return bytes > 0 ? OptionalDouble.of(bytes) : OptionalDouble.empty();
    }
}
