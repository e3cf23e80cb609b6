package flinktriage.checks.checkpoint;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.restored;
import static flinktriage.world.Checkpoints.savepoint;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Checkpoint;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckpointAgeTest {

    private final CheckpointAge check = new CheckpointAge();

    @Test
    void theLastCompletedOneIsTooOldWhileAnotherHangs() {
        Job job =
                running()
                        .checkpoints(
                                history(
                                        inProgress(2, Duration.ofMinutes(5)),
                                        completed(1, Duration.ofMinutes(6), seconds(1))))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING STALE job orders
                        orders: no checkpoint has completed for 5 min 59 s, one is due every 1 min
                        - time without a completed checkpoint: 5 min 59 s (limit 3 min)
                        - age of checkpoint 2, still in progress: 5 min (limit 10 min)
                        """);
    }

    @Test
    void exactlyThreePeriodsAreHealthy() {
        Job job = running().checkpoints(history(completed(1, seconds(181), seconds(1)))).build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void afterFifteenMinutesItIsCritical() {
        Job job = running().checkpoints(history(completed(1, seconds(902), seconds(1)))).build();

        assertThat(Said.by(check, job)).startsWith("CRITICAL STALE job orders\n");
    }

    @Test
    void aMinuteIsNeverTooLongHoweverShortTheInterval() {
        Job job =
                running()
                        .checkpointConfig(every(seconds(1)))
                        .checkpoints(history(completed(1, seconds(60), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void slowCheckpointsMayComeLessOften() {
        Job job =
                running()
                        .checkpointConfig(every(seconds(10)))
                        .checkpoints(
                                history(
                                        inProgress(2, Duration.ofMinutes(3)),
                                        completed(1, Duration.ofMinutes(5), Duration.ofMinutes(2))))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void noneEverCompleted() {
        Job job =
                running()
                        .runningFor(Duration.ofMinutes(5))
                        .checkpoints(
                                history(failed(1, Duration.ofMinutes(4), seconds(1), "declined")))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING NEVER job orders
                        orders: no checkpoint has completed yet, the job has run for 5 min, one is due every 1 min
                        - time without a completed checkpoint: 5 min (limit 3 min)
                        """);
    }

    @Test
    void aYoungJobHasTime() {
        Job job = running().runningFor(Duration.ofMinutes(2)).checkpoints(history()).build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aRestoreStartsTheClockAnew() {
        Job job =
                running()
                        .checkpoints(
                                restored(
                                        Duration.ofMinutes(2),
                                        completed(1, Duration.ofMinutes(30), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aSavepointIsNoPeriodicCheckpoint() {
        Job job =
                running()
                        .checkpoints(
                                history(
                                        savepoint(completed(2, seconds(20), seconds(1))),
                                        completed(1, Duration.ofMinutes(6), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).startsWith("WARNING STALE job orders\n");
    }

    @Test
    void itIsNotApplicableWithoutPeriodicCheckpointsOrWithoutRunningTasks() {
        Job without = running().checkpointConfig(off()).checkpoints(history()).build();
        Job restarting = running().state(JobState.RESTARTING).checkpoints(history()).build();
        Job waiting =
                running()
                        .vertex("map", v -> v.state("CREATED", Map.of("SCHEDULED", 1)))
                        .checkpoints(history())
                        .build();

        assertThat(Said.by(check, without))
                .isEqualTo("not applicable: periodic checkpoints are off");
        assertThat(Said.by(check, restarting))
                .isEqualTo("not applicable: not all tasks run, so no checkpoint is triggered")
                .isEqualTo(Said.by(check, waiting));
    }

    @Test
    void itNeedsTheHistoryAndTheConfiguration() {
        Job job =
                running()
                        .checkpoints(history(completed(1, Duration.ofMinutes(10), seconds(1))))
                        .checkpointDetails()
                        .build();

        Examined.needsAbsentGiveUnknown(check, job, Need.CHECKPOINT_DETAILS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    @Test
    void aCheckpointInProgressForLongerThanItsIntervalSaysWhatItWaitsFor() {
        assertThat(Said.by(check, hanging(Duration.ofMinutes(6), 0)))
                .isEqualTo(
                        """
                        WARNING STALE job orders
                        orders: no checkpoint has completed for 7 min, one is due every 1 min; checkpoint 2 waits for count
                        - time without a completed checkpoint: 7 min (limit 3 min)
                        - age of checkpoint 2, still in progress: 6 min (limit 10 min)
                        - subtasks of count, of 2, without an acknowledgement of checkpoint 2: 1
                        """);
        assertThat(Said.by(check, hanging(Duration.ofMinutes(6), 1)))
                .contains(
                        "one is due every 1 min; not even source has acknowledged checkpoint 2\n");
        assertThat(Said.by(check, hanging(Duration.ofSeconds(60), 0)))
                .as("a young one waits for somebody, too")
                .contains("one is due every 1 min\n");
    }

    @Test
    void aRestartGivesTimeForTheNextOneButDoesNotMakeTheLastOneYounger() {
        JobBuilder restarted =
                running()
                        .submitted(Duration.ofHours(5))
                        .checkpoints(
                                history(
                                        completed(
                                                1,
                                                Duration.ofMinutes(70).plusSeconds(1),
                                                seconds(1))));

        assertThat(Said.by(check, restarted.runningFor(Duration.ofMinutes(3)).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, restarted.runningFor(Duration.ofMinutes(4)).build()))
                .startsWith(
                        "CRITICAL STALE job orders\n"
                                + "orders: no checkpoint has completed for 1 h 10 min, one is due"
                                + " every 1 min\n");
    }

    private static Job hanging(Duration age, int atTheSource) {
        Checkpoint hanging = inProgress(2, age);
        var detail = detail(hanging).pending("count", 1 + atTheSource);
        if (atTheSource > 0) {
            detail.pending("source", atTheSource);
        }
        return running()
                .vertex("count", v -> v.parallelism(2).input("source", "HASH"))
                .checkpoints(
                        history(
                                hanging,
                                completed(1, Duration.ofMinutes(7).plusSeconds(1), seconds(1))))
                .checkpointDetails(detail.build())
                .build();
    }

    private static JobBuilder running() {
        return job("orders")
                .vertex("source", v -> {})
                .checkpointConfig(every(Duration.ofMinutes(1)));
    }
}
