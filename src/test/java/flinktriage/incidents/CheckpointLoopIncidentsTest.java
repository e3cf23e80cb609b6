package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Exceptions.ofTheJob;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Checkpoint;
import flinktriage.model.JobException;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that are restarted because their checkpoints fail, seen through incidents of others. */
class CheckpointLoopIncidentsTest {

    private static final String EXPIRED = "Checkpoint expired before completing.";
    private static final String TOO_MANY =
            "org.apache.flink.util.FlinkRuntimeException: Exceeded checkpoint tolerable failure"
                    + " threshold.";

    // https://developer.aliyun.com/article/1114464
    @Test
    void theLoopOfBackpressureExpiryRestartAndReplayBeginsAtTheSlowVertex() {
        int[] restarts = {9, 20, 31, 42};
        // Without tolerance each checkpoint that expires restarts the job; what completed before is
        // what it reads again.
        Checkpoint[] expired =
                IntStream.of(restarts)
                        .mapToObj(
                                m ->
                                        failed(
                                                100 - m,
                                                Duration.ofMinutes(m + 10),
                                                Duration.ofMinutes(10),
                                                EXPIRED))
                        .toArray(Checkpoint[]::new);
        Checkpoint waiting = inProgress(95, Duration.ofMinutes(8));
        Checkpoint last = completed(50, Duration.ofMinutes(70), seconds(30));
        JobBuilder world =
                Calm.job("dead-loop")
                        .runningFor(Duration.ofMinutes(9))
                        .submitted(Duration.ofHours(5))
                        .restarts(4)
                        .exceptions(tooManyFailed(restarts))
                        .checkpoints(
                                history(
                                        waiting,
                                        expired[0],
                                        expired[1],
                                        expired[2],
                                        expired[3],
                                        last))
                        .checkpointDetails(
                                detail(waiting).pending("sink: Writer", 4).build(),
                                detail(expired[0]).pending("sink: Writer", 4).build())
                        .vertex(
                                "Source: in",
                                v ->
                                        Calm.backlog(source(v, 4, 5_000), 3e6, 3.2e6)
                                                .busy(all(4, 0.05))
                                                .backpressured(all(4, 0.95)))
                        .vertex(
                                "sink: Writer",
                                v ->
                                        vertex(v, 4, 5_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(4, 1)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.4));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-BP-001 SINK_SLOW sink: Writer
                          FT-CP-001 EXPIRED sink: Writer
                          FT-CP-002 STALE dead-loop
                          FT-LG-001 GROWING Source: in
                          FT-CP-004 NO_TOLERANCE dead-loop (info)
                          FT-RS-001 CHECKPOINTS dead-loop
                        """);
        assertThat(diagnosed.says("FT-RS-001"))
                .startsWith("dead-loop failed 4 times in 33 min, every 11 min: ");
    }

    // https://github.com/apache/hudi/issues/8276
    @Test
    void aCheckpointThatFailsAtTheSamePointAfterEachRestartGetsNoInventedCause() {
        Duration took = Duration.ofMinutes(10);
        Checkpoint newest = failed(9, Duration.ofMinutes(11), took, EXPIRED);
        JobBuilder world =
                Calm.job("every-third")
                        .runningFor(seconds(50))
                        .submitted(Duration.ofHours(5))
                        .restarts(3)
                        .exceptions(tooManyFailed(1, 14, 27))
                        .checkpoints(
                                history(
                                        newest,
                                        completed(8, Duration.ofMinutes(12), seconds(5)),
                                        completed(7, Duration.ofMinutes(13), seconds(5)),
                                        failed(6, Duration.ofMinutes(24), took, EXPIRED),
                                        completed(5, Duration.ofMinutes(25), seconds(5)),
                                        completed(4, Duration.ofMinutes(26), seconds(5)),
                                        failed(3, Duration.ofMinutes(37), took, EXPIRED),
                                        completed(2, Duration.ofMinutes(38), seconds(5)),
                                        completed(1, Duration.ofMinutes(39), seconds(5))))
                        .checkpointDetails(detail(newest).build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-CP-001 EXPIRED every-third
                          FT-CP-004 NO_TOLERANCE every-third (info)
                          FT-RS-001 CHECKPOINTS every-third
                        """);
        assertThat(diagnosed.says("FT-CP-001"))
                .isEqualTo(
                        "every-third: 3 of the last 9 checkpoints failed: Checkpoint expired before"
                                + " completing");
        assertThat(diagnosed.says("FT-RS-001")).contains("3 times in 26 min, every 13 min: ");
    }

    private static JobException[] tooManyFailed(int... minutesAgo) {
        return IntStream.of(minutesAgo)
                .mapToObj(m -> ofTheJob(Duration.ofMinutes(m), TOO_MANY))
                .toArray(JobException[]::new);
    }
}
