package flinktriage.checks.taskmanager;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    void memoryNeedsTheMetricsOnly() {
        Job job = world(100, 0.95, 0.2).build();

        Examined.needsAbsentGiveUnknown(memory, job, Need.TASK_MANAGERS, Need.REPORTER);
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
