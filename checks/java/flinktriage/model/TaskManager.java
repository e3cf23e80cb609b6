package flinktriage.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * @param cpuCores as the TaskManager's JVM sees them
 * @param heapBytes the maximum of its JVM heap, as registered
 * @param networkBytes direct memory that network buffers take from the start
 * @param offHeapBytes direct memory that the framework and the tasks may take beside it; together
 *     they are the limit that Flink gives the JVM. Empty if there is none, as in a MiniCluster
 */
public record TaskManager(
        String id,
        int slots,
        int freeSlots,
        int cpuCores,
        long heapBytes,
        long managedBytes,
        Optional<String> blocked,
        OptionalLong networkBytes,
        OptionalLong offHeapBytes) {

    /** One that says nothing about its direct memory. */
    public TaskManager(
            String id,
            int slots,
            int freeSlots,
            int cpuCores,
            long heapBytes,
            long managedBytes,
            Optional<String> blocked) {
        this(
                id,
                slots,
                freeSlots,
                cpuCores,
                heapBytes,
                managedBytes,
                blocked,
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
