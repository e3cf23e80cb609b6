package flinktriage.checks.taskmanager;

import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmTest {

    private static final String GC = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    private final GarbageCollection collection = new GarbageCollection();
    private final MemoryUse memory = new MemoryUse();

    @Test
    void aTenthOfTheTimeInGarbageCollectionIsAWarning() {
        Job job = world(100, 0.73, 0.2).build();

        assertThat(Said.by(collection, job))
                .isEqualTo(
                        """
                        WARNING GC task_manager tm-1
                        tm-1: garbage collection takes 10 % of the time
                        - time in garbage collection, worst TaskManager: 10 % (limit 10 %)
                        - heap in use, of its maximum: 73 %
                        """);
        assertThat(Said.by(collection, world(99, 0.73, 0.2).build())).isEqualTo("healthy");
        assertThat(Said.by(collection, world(500, 0.73, 0.2).build()))
                .startsWith("CRITICAL GC task_manager tm-1\n");
    }

    @Test
    void beforeFlink119TheShareIsUnknown() {
        Job job = job("orders").taskManagerMetric("Status.JVM.CPU.Load", 0, 0.1, 0.1, 0.1).build();

        assertThat(Said.by(collection, job))
                .isEqualTo(
                        "unknown: no Status.JVM.GarbageCollector.All.TimeMsPerSecond:"
                                + " not exposed by this cluster (GET /world)");
    }

    @Test
    void collectionNeedsTheMetricsOnly() {
        Job job = world(100, 0.73, 0.2).build();

        Examined.needsAbsentGiveUnknown(collection, job, Need.TASK_MANAGERS, Need.REPORTER);
        assertThat(Examined.of(collection, job).read()).isEqualTo(collection.spec().needs());
        assertThat(Said.by(collection, JobBuilder.without(Need.TASK_MANAGERS, job)))
                .startsWith(
                        """
                        WARNING GC task_manager One of the TaskManagers
                        One of the TaskManagers: garbage collection takes 10 % of the time
                        """);
    }

    @Test
    void aFullHeapIsAWarningOnlyIfCollectionsShowThatItStaysFull() {
        assertThat(Said.by(memory, world(100, 0.9, 0.2).build()))
                .isEqualTo(
                        """
                        WARNING HEAP task_manager tm-1
                        tm-1: heap is 90 % full
                        - heap in use, of its maximum: 90 % (limit 90 %)
                        """);
        assertThat(Said.by(memory, world(20, 0.9, 0.2).build())).startsWith("INFO HEAP");
        assertThat(Said.by(memory, world(100, 0.89, 0.2).build())).isEqualTo("healthy");
    }

    @Test
    void aFullMetaspaceIsAWarningBySelf() {
        assertThat(Said.by(memory, world(1, 0.5, 0.93).build()))
                .isEqualTo(
                        """
                        WARNING METASPACE task_manager tm-1
                        tm-1: metaspace is 93 % full
                        - metaspace in use, of its maximum: 93 % (limit 90 %)
                        """);
    }

    @Test
    void directMemoryIsFullIfWhatNetworkBuffersLeaveIsUsed() {
        assertThat(Said.by(memory, direct(1_900)))
                .isEqualTo(
                        """
                        WARNING DIRECT task_manager tm-1
                        tm-1: direct memory beside the network buffers is 90 % full
                        - direct memory beside the network buffers in use, of its maximum: 90 % (limit 90 %)
                        """);
        assertThat(Said.by(memory, direct(1_899))).isEqualTo("healthy");
        assertThat(Said.by(memory, direct(900))).isEqualTo("healthy");
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.OutOfMemoryError: Java heap space, HEAP, heap",
        "java.lang.OutOfMemoryError: Metaspace. The metaspace out-of-memory error, METASPACE, metaspace",
        "java.lang.OutOfMemoryError: Cannot reserve 9 bytes of direct buffer memory, DIRECT, direct",
        "org.apache.flink.runtime.memory.MemoryAllocationException: 9 pages, MANAGED, managed"
    })
    void aFailureThatNamesTheMemoryIsProof(String cause, String reason, String area) {
        String trace = "java.lang.RuntimeException: wrapped\nCaused by: " + cause;
        Duration ago = Duration.ofHours(1);

        assertThat(
                        Said.by(
                                memory,
                                world(1, 0.1, 0.1)
                                        .exceptions(failure(ago, "map (1/4)", trace))
                                        .build()))
                .isEqualTo(
                        """
                        WARNING %1$s job orders
                        orders failed 1 h ago because a TaskManager had no %2$s memory left
                        - time since it ran out of %2$s memory: 1 h (limit 1 h)
                        - such failures in that time: 1
                        """
                                .formatted(reason, area));
        assertThat(
                        Said.by(
                                memory,
                                world(1, 0.1, 0.1)
                                        .exceptions(failure(ago.plusSeconds(1), "map (1/4)", trace))
                                        .build()))
                .isEqualTo("healthy");
    }

    private static Job direct(double used) {
        return world(1, 0.1, 0.1)
                .taskManagers(
                        new TaskManager(
                                "tm-1",
                                4,
                                0,
                                2,
                                1_000,
                                0,
                                Optional.empty(),
                                OptionalLong.of(1_000),
                                OptionalLong.of(1_000),
                                TaskManager.noHeartbeat()))
                .taskManagerMetric("Status.JVM.Memory.Direct.MemoryUsed", 0, used, 0, 0)
                .build();
    }

    @Test
    void memoryNeedsTheMetricsOnly() {
        Job job = world(100, 0.95, 0.2).build();

        Examined.needsAbsentGiveUnknown(
                memory, job, Need.TASK_MANAGERS, Need.EXCEPTIONS, Need.REPORTER);
        assertThat(Examined.of(memory, job).read()).isEqualTo(memory.spec().needs());
    }

    private static JobBuilder world(double gcMillisPerSecond, double heap, double metaspace) {
        String area = "Status.JVM.Memory.";
        return job("orders")
                .taskManagers(new TaskManager("tm-1", 4, 0, 2, 1_000, 0, Optional.empty()))
                .taskManagerMetric(GC, 0, gcMillisPerSecond, 0, 0)
                .taskManagerMetric(area + "Heap.Used", 0, heap * 1_000, 0, 0)
                .taskManagerMetric(area + "Heap.Max", 1_000, 1_000, 1_000, 1_000)
                .taskManagerMetric(area + "Metaspace.Used", 0, metaspace * 1_000, 0, 0)
                .taskManagerMetric(area + "Metaspace.Max", 1_000, 1_000, 1_000, 1_000);
    }
}
