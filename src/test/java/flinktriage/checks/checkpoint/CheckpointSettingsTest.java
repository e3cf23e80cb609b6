package flinktriage.checks.checkpoint;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.config;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointSettingsTest {

    private final CheckpointSettings check = new CheckpointSettings();

    @Test
    void aStreamingJobWithoutCheckpointsIsWarnedAbout() {
        Job job =
                job("orders")
                        .runningFor(Duration.ofHours(5))
                        .checkpointConfig(off())
                        .checkpoints(history())
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING DISABLED job orders
                        orders: periodic checkpoints are off: a restart loses all state
                        - time whose state a restart loses, at least: 5 h
                        """);
    }

    @Test
    void batchJobsAndEndedJobsAreNotApplicable() {
        Job batch = job("orders").batch().checkpointConfig(off()).build();
        Job ended = job("orders").state(JobState.CANCELED).checkpointConfig(off()).build();

        assertThat(Said.by(check, batch))
                .isEqualTo("not applicable: a batch job takes no checkpoints");
        assertThat(Said.by(check, ended)).isEqualTo("not applicable: the job has ended");
    }

    @Test
    void checkpointsThatOverlapTheIntervalAreMentioned() {
        Job job =
                job("orders")
                        .checkpointConfig(every(seconds(10)))
                        .checkpoints(
                                history(
                                        completed(2, seconds(40), seconds(15)),
                                        completed(1, seconds(60), seconds(7))))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO INTERVAL_TOO_SHORT job orders
                        orders: a checkpoint takes 11 s on average and one is due every 10 s, so one always runs
                        - average duration of completed checkpoints: 11 s (limit 10 s)
                        """);
    }

    @Test
    void anAverageOfExactlyTheIntervalOrAPauseIsFine() {
        Job exact =
                job("orders")
                        .checkpointConfig(every(seconds(10)))
                        .checkpoints(history(completed(2, seconds(40), seconds(10))))
                        .build();
        Job paused =
                job("orders")
                        .checkpointConfig(
                                config(
                                        Optional.of(seconds(10)),
                                        Duration.ofMinutes(10),
                                        seconds(5),
                                        0))
                        .checkpoints(history(completed(2, seconds(40), seconds(15))))
                        .build();

        assertThat(Said.by(check, exact)).isEqualTo("healthy");
        assertThat(Said.by(check, paused)).isEqualTo("healthy");
    }

    @Test
    void aCheckpointCloseToTheTimeoutIsMentioned() {
        Job job =
                job("orders")
                        .checkpointConfig(
                                config(
                                        Optional.of(Duration.ofMinutes(5)),
                                        Duration.ofMinutes(1),
                                        Duration.ZERO,
                                        3))
                        .checkpoints(history(completed(2, seconds(140), seconds(48.1))))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO TIMEOUT_TOO_SHORT job orders
                        orders: a checkpoint took 48 s of the 1 min after which it expires
                        - longest completed checkpoint: 48 s (limit 48 s)
                        """);
    }

    @Test
    void noToleranceMattersOnlyOnceCheckpointsFail() {
        Job failing =
                job("orders")
                        .checkpointConfig(every(seconds(60)))
                        .checkpoints(history(failed(1, seconds(90), seconds(1), "was declined")))
                        .build();
        Job fine =
                job("orders")
                        .checkpointConfig(every(seconds(60)))
                        .checkpoints(history(completed(1, seconds(90), seconds(1))))
                        .build();

        assertThat(Said.by(check, failing))
                .isEqualTo(
                        """
                        INFO NO_TOLERANCE job orders
                        orders: checkpoints fail, and a single failure restarts the job
                        - failed checkpoints in the history: 1
                        """);
        assertThat(Said.by(check, fine)).isEqualTo("healthy");
    }

    @Test
    void withoutAHistoryTheSettingsStandAlone() {
        Job job = job("orders").checkpointConfig(every(seconds(60))).checkpoints(history()).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.CHECKPOINTS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }
}
