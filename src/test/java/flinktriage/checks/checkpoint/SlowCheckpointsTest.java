package flinktriage.checks.checkpoint;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import org.junit.jupiter.api.Test;

class SlowCheckpointsTest {

    private final SlowCheckpoints check = new SlowCheckpoints();

    @Test
    void aLongSynchronousSnapshotIsNamedEvenIfTheCheckpointFitsTheInterval() {
        Checkpoint c = completed(9, seconds(20), seconds(6.1));
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(
                                detail(c)
                                        .subtask("source", 0, 0, 0, 0.1)
                                        .subtask("count", 0, 0, 0.1, 0)
                                        .subtask("count", 0, 0, 6, 0.1)
                                        .build())
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING SYNC vertex count[1]
                        count: it stands still for 6 s in its synchronous snapshot, a checkpoint is due every 10 s
                        - duration of checkpoint 9: 6.1 s (limit 10 s)
                        - start delay of subtask 1: 0 ms
                        - alignment of subtask 1: 0 ms
                        - synchronous part of subtask 1: 6 s (limit 3 s)
                        - asynchronous part of subtask 1: 100 ms
                        """);
    }

    @Test
    void aFlushOfTwoSecondsIsHealthy() {
        Checkpoint c = completed(9, seconds(20), seconds(2.9));
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c).subtask("count", 0, 0, 2.9, 0).build())
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aCheckpointThatTakesTheWholeIntervalIsStillHealthy() {
        Checkpoint c = completed(9, seconds(20), seconds(10));
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c).subtask("count", 10, 0, 0, 0).build())
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aLateBarrierIsBlamedOnTheFirstVertexThatSawItLate() {
        Checkpoint c = completed(9, seconds(60), seconds(41));
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(
                                detail(c)
                                        .subtask("source", 0.1, 0, 0, 0)
                                        .subtask("count", 40, 0, 0, 0)
                                        .subtask("sink", 41, 0, 0, 0)
                                        .build())
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        WARNING START_DELAY vertex count[0]
                        count: the checkpoint barrier reaches it only after 40 s, a checkpoint is due every 10 s
                        - duration of checkpoint 9: 41 s (limit 10 s)
                        """);
    }

    @Test
    void alignmentAndUploadAreToldApart() {
        Checkpoint c = completed(9, seconds(60), seconds(20));
        Job aligning =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c).subtask("count", 4, 15, 0, 1).build())
                        .build();
        Job uploading =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c).subtask("count", 1, 0, 1, 18).build())
                        .build();

        assertThat(Said.by(check, aligning))
                .startsWith(
                        """
                        WARNING ALIGNMENT vertex count[0]
                        count: it waits 15 s from the first barrier to the last,\
                         a checkpoint is due every 10 s
                        """);
        assertThat(Said.by(check, uploading))
                .startsWith(
                        """
                        WARNING ASYNC vertex count[0]
                        count: it takes 18 s to write its snapshot, a checkpoint is due every 10 s
                        """);
    }

    @Test
    void oneInProgressIsJudgedByWhatHasAcknowledged() {
        Checkpoint c = inProgress(2, seconds(40));
        Job job =
                chain().checkpoints(history(c, completed(1, seconds(50), seconds(1))))
                        .checkpointDetails(
                                detail(c).subtask("count", 20, 0, 0, 0).pending("sink", 1).build())
                        .build();

        assertThat(Said.by(check, job)).startsWith("WARNING START_DELAY vertex count[0]\n");
    }

    @Test
    void aPhaseThatNobodyReportedIsUnknown() {
        Checkpoint c = inProgress(2, seconds(40));
        Job pending =
                chain().checkpoints(history(c))
                        .checkpointDetails(
                                detail(c).subtask("source", 0, 0, 0, 0).pending("sink", 1).build())
                        .build();
        Checkpoint slow = completed(3, seconds(40), seconds(30));
        Job jobManager =
                chain().checkpoints(history(slow))
                        .checkpointDetails(detail(slow).subtask("source", 0, 0, 0, 0.1).build())
                        .build();

        assertThat(Said.by(check, pending))
                .isEqualTo(
                        "unknown: checkpoint 2 has taken 40 s,"
                                + " and 1 of 1 subtasks of sink has not acknowledged: the barrier or"
                                + " the snapshot takes that long, Flink says which only when it is"
                                + " over");
        assertThat(Said.by(check, jobManager))
                .isEqualTo(
                        "unknown: checkpoint 3 has taken 30 s,"
                                + " and no phase of a subtask explains it: look at the JobManager"
                                + " (operator coordinators, its CPU, the storage)");
    }

    @Test
    void itIsNotApplicableWithoutPeriodicCheckpoints() {
        Job none = chain().checkpoints(history()).build();
        Job switchedOff = chain().checkpoints(history()).checkpointConfig(off()).build();

        assertThat(Said.by(check, none))
                .isEqualTo("not applicable: no checkpoint has been triggered yet");
        assertThat(Said.by(check, switchedOff))
                .isEqualTo("not applicable: periodic checkpoints are off");
    }

    @Test
    void fastCheckpointsNeedNoDetails() {
        Job job = chain().checkpoints(history(completed(1, seconds(9), seconds(1)))).build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aVertexThatIsBlockedInsideARecordAboveALateBarrierIsNamed() {
        Checkpoint c = completed(9, seconds(60), seconds(20));
        Job late = blocked(500, detail(c).subtask("count", 19, 1, 0, 0).build());
        Job between = blocked(499, detail(c).subtask("count", 19, 1, 0, 0).build());
        Job uploads = blocked(960, detail(c).subtask("count", 0, 0, 0, 20).build());

        assertThat(Said.by(check, late))
                .contains(
                        "count: the checkpoint barrier reaches it only after 19 s, a checkpoint is"
                                + " due every 10 s; source is blocked inside a record 50 % of the"
                                + " time, when not even an unaligned one passes\n")
                .contains("- time inside a record, blocked, of source: 50 % (limit 50 %)\n");
        assertThat(Said.by(check, between)).contains("due every 10 s\n");
        assertThat(Said.by(check, uploads))
                .startsWith("WARNING ASYNC")
                .contains("due every 10 s\n");
    }

    private static Job blocked(double millisPerSecond, CheckpointDetail detail) {
        return chain().vertex(
                        "source",
                        v ->
                                v.metric(
                                        "hardBackPressuredTimeMsPerSecond",
                                        0,
                                        millisPerSecond,
                                        millisPerSecond,
                                        millisPerSecond))
                .checkpoints(history(detail.checkpoint()))
                .checkpointDetails(detail)
                .build();
    }

    @Test
    void slowOnesNeedEverything() {
        Checkpoint c = completed(9, seconds(60), seconds(20));
        Job job =
                chain().checkpoints(history(c))
                        .checkpointDetails(detail(c).subtask("count", 20, 0, 0, 0).build())
                        .build();

        Examined.needsAbsentGiveUnknown(check, job, Need.METRICS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static JobBuilder chain() {
        return job("orders")
                .vertex("source", v -> {})
                .vertex("count", v -> v.parallelism(2).input("source", "HASH"))
                .vertex("sink", v -> v.input("count", "FORWARD"))
                .checkpointConfig(every(seconds(10)));
    }
}
