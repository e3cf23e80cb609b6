package flinktriage.model;

import java.util.Optional;

/**
 * @param cpuCores as the TaskManager's JVM sees them
 * @param heapBytes the maximum of its JVM heap, as registered
 */
public record TaskManager(
        String id,
        int slots,
        int freeSlots,
        int cpuCores,
        long heapBytes,
        long managedBytes,
        Optional<String> blocked) {}
