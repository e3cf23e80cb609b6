package flinktriage.checks.state;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.savepoint;
import static flinktriage.world.Checkpoints.seconds;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StateGrowthTest {

    private static final long MB = 1 << 20;
    private static final long GB = 1 << 30;

    private final StateGrowth check = new StateGrowth();

    @Test
    void steadyGrowthThatSoonFillsTheMemoryIsAWarningAtAnyAge() {
        Checkpoint[] c = perMinute(100, 200, 300, 400, 500, 600);
        Job job =
                chain().runningFor(Duration.ofMinutes(10))
                        .checkpoints(history(c))
                        .checkpointDetails(
                                detail(c[0]).state("source", MB).state("count", 599 * MB).build(),
                                detail(c[1]).state("source", MB).state("count", 499 * MB).build())
                        .taskManagers(taskManager(GB))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING GROWING vertex count
                        count: state grows by 1.7 MB/s, is 600 MB now and doubles in 6 min; it outgrows the memory for state in 4 min 14 s
                        - state: 600 MB (limit 16 MB)
                        - growth over 6 checkpoints: 1.7 MB/s
                        - time in which it doubles: 6 min (limit 24 h)
                        - memory of all TaskManagers for state: 1 GB
                        """);
    }

    @Test
    void aYoungJobWithRoomMayStillLevelOff() {
        Job job =
                chain().runningFor(Duration.ofMinutes(10))
                        .checkpoints(history(perMinute(20, 22, 24, 26, 28)))
                        .taskManagers(taskManager(4 * GB))
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        INFO GROWING job orders
                        orders: state grows by 34.1 KB/s, is 28 MB now and doubles in 14 min; the job is young, this may still level off
                        """);
    }

    @Test
    void growthEverSinceTheStartOfAnOldJobIsAWarning() {
        Job job =
                chain().runningFor(Duration.ofMinutes(130))
                        .checkpoints(history(perMinute(126, 127, 128, 129, 130)))
                        .build();

        assertThat(Said.by(check, job)).startsWith("WARNING GROWING job orders\n");
    }

    @Test
    void aWindowThatFillsAgainIsNotUnbounded() {
        Job job =
                chain().runningFor(Duration.ofHours(20))
                        .checkpoints(history(perMinute(100, 110, 120, 130, 140)))
                        .build();

        assertThat(Said.by(check, job)).startsWith("INFO GROWING job orders\n");
    }

    @Test
    void aSawToothOrALittleStateIsHealthy() {
        Job sawTooth =
                chain().checkpoints(history(perMinute(50, 70, 90, 60, 80, 100, 65, 85, 105, 70)))
                        .build();
        Job small = chain().checkpoints(history(perMinute(1, 4, 7, 10, 15))).build();
        Job slow =
                chain().checkpoints(
                                history(
                                        perMinute(
                                                1_000_000, 1_000_001, 1_000_002, 1_000_003,
                                                1_000_004)))
                        .build();

        assertThat(Said.by(check, sawTooth)).isEqualTo("healthy");
        assertThat(Said.by(check, small)).isEqualTo("healthy");
        assertThat(Said.by(check, slow)).isEqualTo("healthy");
    }

    @Test
    void sixteenMegabytesAreEnoughToLookAt() {
        Job job = chain().checkpoints(history(perMinute(4, 7, 10, 13, 16))).build();

        assertThat(Said.by(check, job)).startsWith("INFO GROWING job orders\n");
    }

    @Test
    void savepointsAndWhatWasBeforeTheRestartAreNoPoints() {
        Checkpoint[] c = perMinute(100, 200, 300, 400, 500);
        c[1] = savepoint(c[1]);
        Job withSavepoint = chain().checkpoints(history(c)).build();
        Job restarted =
                chain().runningFor(seconds(200))
                        .checkpoints(history(perMinute(100, 200, 300, 400, 500)))
                        .build();

        assertThat(Said.by(check, withSavepoint))
                .isEqualTo(
                        "not applicable: fewer than 5 checkpoints have completed"
                                + " since the job runs")
                .isEqualTo(Said.by(check, restarted));
    }

    @Test
    void onlyTheHistoryIsEssential() {
        Checkpoint[] c = perMinute(100, 200, 300, 400, 500);
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c[0]).state("count", MB).build())
                        .taskManagers(taskManager(GB))
                        .build();

        Examined.needsAbsentGiveUnknown(
                check, job, Need.CHECKPOINT_CONFIG, Need.CHECKPOINT_DETAILS, Need.TASK_MANAGERS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static Checkpoint[] perMinute(long... megabytesOldestFirst) {
        int n = megabytesOldestFirst.length;
        Checkpoint[] newestFirst = new Checkpoint[n];
        for (int i = 0; i < n; i++) {
            newestFirst[i] =
                    completed(
                            n - i,
                            seconds(30 + 60 * i),
                            seconds(1),
                            megabytesOldestFirst[n - 1 - i] * MB);
        }
        return newestFirst;
    }

    private static TaskManager taskManager(long managedBytes) {
        return new TaskManager("tm-1", 4, 0, 2, GB, managedBytes, Optional.empty());
    }

    private static JobBuilder chain() {
        return job("orders")
                .vertex("source", v -> {})
                .vertex("count", v -> v.input("source", "HASH"))
                .checkpointConfig(every(seconds(60)));
    }
}
