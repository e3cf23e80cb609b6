package flinktriage.checks.state;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.on;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Checkpoints.uploaded;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Checkpoint;
import flinktriage.model.Job;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackendFitTest {

    private static final long MB = 1 << 20;
    private static final long GB = 1L << 30;

    private final BackendFit check = new BackendFit();

    @Test
    void stateOfAThirdOfTheHeapIsNotedAndOfMoreAWarning() {
        assertThat(Said.by(check, onHeap(300 * MB).build()))
                .isEqualTo(
                        """
                        INFO HEAP_TOO_LARGE job orders
                        orders: 300 MB of state, serialised, on 1,000 MB of heap; objects take a multiple of that
                        - state over the heap of all TaskManagers: 30 % (limit 30 %)
                        """);
        assertThat(Said.by(check, onHeap(299 * MB).build())).isEqualTo("healthy");
        assertThat(Said.by(check, onHeap(600 * MB).build()))
                .startsWith("WARNING HEAP_TOO_LARGE job orders\n")
                .endsWith("60 % (limit 60 %)\n");
        assertThat(Said.by(check, onHeap(599 * MB).build())).startsWith("INFO HEAP_TOO_LARGE");
    }

    @Test
    void withoutTheHeapItIsUnknown() {
        Job job = onHeap(300 * MB).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.CONFIGURATION);
        assertThat(Said.by(check, onHeap(300 * MB).taskManagers().build()))
                .isEqualTo("unknown: no TaskManager says how large its heap is");
    }

    @Test
    void rocksDbThatUploadsAllOfItsStateEachTimeIsNoted() {
        Job job = inRocksDb(Map.of(), full(3), full(2), full(1)).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO NOT_INCREMENTAL job orders
                        orders: each checkpoint uploads all of the 1 GB in RocksDB, also what did not change
                        - share of the state that each of the newest 3 checkpoints uploaded, at least: 100 % (limit 95 %)
                        """);
        Examined.needsAbsentGiveUnknown(check, job, Need.TASK_MANAGERS);
    }

    @Test
    void oneCheckpointThatUploadsLessProvesThatTheyAreIncremental() {
        Checkpoint most = uploaded(full(2), GB * 96 / 100);
        Checkpoint less = uploaded(full(2), GB * 94 / 100);

        assertThat(Said.by(check, inRocksDb(Map.of(), full(3), most, full(1)).build()))
                .startsWith("INFO NOT_INCREMENTAL");
        assertThat(Said.by(check, inRocksDb(Map.of(), full(3), less, full(1)).build()))
                .isEqualTo("healthy");
    }

    @Test
    void littleStateAndTheFirstCheckpointsAreHealthy() {
        Checkpoint little = completed(3, seconds(60), seconds(2), GB - 1);

        assertThat(Said.by(check, inRocksDb(Map.of(), little, full(2), full(1)).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, inRocksDb(Map.of(), full(2), full(1)).build()))
                .isEqualTo("healthy");
    }

    @Test
    void fullCheckpointsThatTheConfigurationDeniesAreUnknownUnderEitherNameOfTheKey() {
        for (String key :
                new String[] {"execution.checkpointing.incremental", "state.backend.incremental"}) {
            assertThat(
                            Said.by(
                                    check,
                                    inRocksDb(Map.of(key, "true"), full(3), full(2), full(1))
                                            .build()))
                    .isEqualTo(
                            "unknown: the configuration says incremental, yet each checkpoint"
                                    + " uploads all of the state: it changes that fast, or the job"
                                    + " switches it off itself");
            assertThat(
                            Said.by(
                                    check,
                                    inRocksDb(Map.of(key, "false"), full(3), full(2), full(1))
                                            .build()))
                    .startsWith("INFO NOT_INCREMENTAL");
        }
    }

    @Test
    void otherBackendsAndJobsWithoutACheckpointAreNotApplicable() {
        Job forst =
                job("orders")
                        .checkpointConfig(on("ForStStateBackend", every(Duration.ofMinutes(1))))
                        .checkpoints(history(full(1)))
                        .build();

        assertThat(Said.by(check, forst))
                .isEqualTo(
                        "not applicable: the state backend is ForStStateBackend, neither the heap"
                                + " nor RocksDB");
        assertThat(Said.by(check, inRocksDb(Map.of()).build()))
                .isEqualTo("not applicable: no checkpoint has completed yet");
    }

    private static Checkpoint full(long id) {
        return completed(id, seconds(60), seconds(2), GB);
    }

    private static JobBuilder onHeap(long stateBytes) {
        return job("orders")
                .checkpointConfig(on("HashMapStateBackend", every(Duration.ofMinutes(1))))
                .checkpoints(history(completed(1, seconds(60), seconds(2), stateBytes)))
                .taskManagers(taskManager("tm-1", 400 * MB), taskManager("tm-2", 600 * MB));
    }

    private static JobBuilder inRocksDb(Map<String, String> keys, Checkpoint... newestFirst) {
        return job("orders")
                .checkpointConfig(every(Duration.ofMinutes(1)))
                .checkpoints(history(newestFirst))
                .configuration(keys);
    }

    private static TaskManager taskManager(String id, long heapBytes) {
        return new TaskManager(id, 4, 0, 2, heapBytes, GB, Optional.empty());
    }
}
