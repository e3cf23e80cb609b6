package flinktriage.checks.checkpoint;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.savepoint;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Checkpoint;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckpointFailuresTest {

    private static final String EXPIRED = "Checkpoint expired before completing.";

    private final CheckpointFailures check = new CheckpointFailures();

    @Test
    void allExpiredIsCriticalAndNamesWhereTheBarrierStopped() {
        Job job =
                chain().checkpoints(history(expired(5)))
                        .checkpointDetails(
                                detail(expired(5)[0])
                                        .pending("count", 2)
                                        .pending("sink", 2)
                                        .build())
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        CRITICAL EXPIRED vertex count
                        count: 5 of the last 5 checkpoints failed, the newest 5 in a row: Checkpoint expired before completing
                        - share of the finished checkpoints that failed: 100 % (limit 30 %)
                        - failed in a row: 5 (limit 2)
                        - duration of checkpoint 5: 10 s (limit 10 min)
                        - failures in a row that are tolerated before the job restarts: 0
                        - subtasks of count, of 2, without an acknowledgement of checkpoint 5: 2
                        """);
    }

    @Test
    void fourInARowAreAWarningOnly() {
        Job job = chain().checkpoints(history(expired(4))).build();

        assertThat(Said.by(check, job)).startsWith("WARNING EXPIRED job orders\n");
    }

    @Test
    void oneFailureAmongTwoIsNoAlarm() {
        Job job =
                chain().checkpoints(
                                history(
                                        failed(
                                                2,
                                                seconds(20),
                                                seconds(1),
                                                "Checkpoint was declined."),
                                        completed(1, seconds(30), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void failuresThatThreeCompletedOnesFollowAreOver() {
        Job job =
                chain().checkpoints(
                                history(
                                        completed(5, seconds(10), seconds(1)),
                                        completed(4, seconds(20), seconds(1)),
                                        completed(3, seconds(30), seconds(1)),
                                        failed(
                                                2,
                                                seconds(40),
                                                seconds(1),
                                                "Checkpoint was declined."),
                                        failed(
                                                1,
                                                seconds(50),
                                                seconds(1),
                                                "Checkpoint was declined.")))
                        .build();

        assertThat(Said.by(check, job)).startsWith("INFO DECLINED job orders\n");
    }

    @Test
    void twoOfSevenApartFromEachOtherAreBelowTheShare() {
        Job job =
                chain().checkpoints(
                                history(
                                        failed(7, seconds(10), seconds(1), EXPIRED),
                                        completed(6, seconds(20), seconds(1)),
                                        completed(5, seconds(30), seconds(1)),
                                        failed(4, seconds(40), seconds(1), EXPIRED),
                                        completed(3, seconds(50), seconds(1)),
                                        completed(2, seconds(60), seconds(1)),
                                        completed(1, seconds(70), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).startsWith("INFO EXPIRED job orders\n");
    }

    @Test
    void aFailingSnapshotIsTheVertexOfWhichNothingAcknowledged() {
        Checkpoint two = failed(2, seconds(20), seconds(1), "Asynchronous task checkpoint failed.");
        Checkpoint one = failed(1, seconds(30), seconds(1), "Asynchronous task checkpoint failed.");
        Job job =
                chain().checkpoints(history(two, one))
                        .checkpointDetails(
                                detail(two).pending("source", 1).pending("sink", 2).build())
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        WARNING FAILED vertex sink
                        sink: 2 of the last 2 checkpoints failed, the newest 2 in a row: Asynchronous task checkpoint failed
                        """);
    }

    @Test
    void aSnapshotThatFailsBeforeAnybodyAcknowledgesIsNobodysInParticular() {
        Checkpoint two = failed(2, seconds(20), seconds(1), "Asynchronous task checkpoint failed.");
        Checkpoint one = failed(1, seconds(30), seconds(1), "Asynchronous task checkpoint failed.");
        Job job =
                chain().checkpoints(history(two, one))
                        .checkpointDetails(
                                detail(two)
                                        .pending("source", 2)
                                        .pending("count", 2)
                                        .pending("sink", 2)
                                        .build())
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        WARNING FAILED job orders
                        orders: 2 of the last 2 checkpoints failed, the newest 2 in a row: Asynchronous task checkpoint failed
                        """);
    }

    @Test
    void whatARestartOrASavepointLeavesBehindDoesNotCount() {
        String suspending = "Checkpoint Coordinator is suspending.";
        Job job =
                chain().checkpoints(
                                history(
                                        inProgress(6, seconds(2)),
                                        failed(5, seconds(10), seconds(1), suspending),
                                        failed(4, seconds(20), seconds(1), "Task has failed."),
                                        savepoint(failed(3, seconds(30), seconds(1), EXPIRED)),
                                        savepoint(failed(2, seconds(40), seconds(1), EXPIRED)),
                                        completed(1, seconds(50), seconds(1))))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void nothingFinishedYetIsNotApplicable() {
        Job job = chain().checkpoints(history(inProgress(1, seconds(2)))).build();

        assertThat(Said.by(check, job)).isEqualTo("not applicable: no checkpoint has finished yet");
    }

    @Test
    void onlyTheHistoryIsEssential() {
        Job job =
                chain().checkpoints(history(expired(3)))
                        .checkpointDetails(detail(expired(3)[0]).pending("sink", 1).build())
                        .build();

        Examined.needsAbsentGiveUnknown(
                check, job, Need.CHECKPOINT_CONFIG, Need.CHECKPOINT_DETAILS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static Checkpoint[] expired(int n) {
        return IntStream.range(0, n)
                .mapToObj(i -> failed(n - i, seconds(20 + 10 * i), seconds(10), EXPIRED))
                .toArray(Checkpoint[]::new);
    }

    private static JobBuilder chain() {
        return job("orders")
                .vertex("source", v -> v.parallelism(2))
                .vertex("count", v -> v.parallelism(2).input("source", "HASH"))
                .vertex("sink", v -> v.parallelism(2).input("count", "FORWARD"))
                .checkpointConfig(every(seconds(10)));
    }
}
