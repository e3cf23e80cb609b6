package flinktriage.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * @param cpuCores as the TaskManager's JVM sees them
 * @param heapBytes the maximum of its JVM heap, as registered
 * @param networkBytes direct memory that network buffers take from the start
 * @param offHeapBytes direct memory that the framework and the tasks may take beside it; together
 *     they are the limit that Flink gives the JVM. Empty if there is none, as in a MiniCluster
 * @param silentFor how long ago its last heartbeat came, by the JobManager's clock; absent before
 *     the first one
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
        OptionalLong offHeapBytes,
        Observed<Duration> silentFor) {

    /** One that says nothing about its direct memory and its heartbeats. */
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
                OptionalLong.empty(),
                noHeartbeat());
    }

    public static Observed<Duration> noHeartbeat() {
        return Observed.absent(Missing.Why.NOT_YET, "last heartbeat", "GET /taskmanagers");
    }

    public TaskManager silentFor(Observed<Duration> age) {
        return new TaskManager(
                id,
                slots,
                freeSlots,
                cpuCores,
                heapBytes,
                managedBytes,
                blocked,
                networkBytes,
                offHeapBytes,
                age);
    }
}
