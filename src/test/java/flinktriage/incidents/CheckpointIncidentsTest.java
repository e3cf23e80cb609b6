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
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Checkpoint;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Why checkpoints do not complete, seen through incidents of others. */
class CheckpointIncidentsTest {

    private static final String EXPIRED = "Checkpoint expired before completing.";

    // https://github.com/apache/flink-cdc/pull/3568
    @Test
    void aCheckpointThatHangsInAnIdleSourceIsSeenBeforeItExpires() {
        Checkpoint hanging = inProgress(11, Duration.ofMinutes(6));
        JobBuilder world =
                Calm.job("idle-table")
                        .checkpoints(
                                history(
                                        hanging,
                                        completed(10, Duration.ofMinutes(7), seconds(1)),
                                        completed(9, Duration.ofMinutes(8), seconds(1))))
                        .checkpointDetails(
                                detail(hanging).pending("Source: cdc", 1).pending("out", 4).build())
                        .vertex("Source: cdc", v -> source(v, 1, 0).busy(Double.NaN).idle())
                        .vertex("out", v -> vertex(v, 4, 0).input("Source: cdc", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-CP-002 STALE idle-table\n");
        assertThat(diagnosed.says("FT-CP-002"))
                .endsWith("; not even Source: cdc has acknowledged checkpoint 11");
        assertThat(diagnosed.evidence("FT-CP-002"))
                .contains("age of checkpoint 11, still in progress");
        assertThat(diagnosed.lacks("FT-CP-003"))
                .startsWith(
                        "checkpoint 11 has taken 6 min, and 1 of 1 subtasks of Source: cdc has not"
                                + " acknowledged");
        assertThat(diagnosed.lacks("FT-BP-001")).contains("no busy time for Source: cdc");
    }

    // https://github.com/apache/hudi/issues/9849
    @Test
    void checkpointsOfWhichNotEvenASourceIsAskedPointToTheJobManager() {
        Checkpoint[] expired = expired(5);
        JobBuilder world =
                Calm.job("compaction")
                        .checkpoints(history(expired))
                        .checkpointDetails(
                                detail(expired[0])
                                        .pending("Source: in", 4)
                                        .pending("write", 4)
                                        .build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-CP-001 EXPIRED Source: in
                          FT-CP-002 NEVER compaction
                          FT-CP-004 NO_TOLERANCE compaction (info)
                        """);
        assertThat(diagnosed.says("FT-CP-001"))
                .endsWith(
                        "not even a source acknowledged: it is stuck, or the JobManager did not ask"
                                + " it");
    }

    // The same with a checkpoint that completes late.
    @Test
    void aSlowCheckpointThatNoSubtaskExplainsPointsToTheJobManager() {
        Checkpoint slow = completed(10, seconds(200), seconds(180));
        JobBuilder world =
                Calm.job("compaction")
                        .checkpoints(history(slow))
                        .checkpointDetails(
                                detail(slow)
                                        .subtask("Source: in", 0.1, 0, 0.1, 0.2)
                                        .subtask("write", 0.2, 0.1, 0.3, 0.8)
                                        .build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo("OK\nnote FT-CP-004 INTERVAL_TOO_SHORT compaction (info)\n");
        assertThat(diagnosed.lacks("FT-CP-003")).contains("look at the JobManager");
    }

    // The same where the coordinators work before the sources are asked.
    @Test
    void sourcesThatHaveTimeAndBeginLatePointToTheJobManagerToo() {
        Checkpoint slow = completed(10, seconds(200), seconds(180));
        JobBuilder world =
                Calm.job("compaction")
                        .checkpoints(history(slow))
                        .checkpointDetails(
                                detail(slow)
                                        .subtask("Source: in", 178, 0, 0.1, 0.2)
                                        .subtask("write", 178.2, 0.1, 0.3, 0.8)
                                        .build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-CP-003 START_DELAY Source: in[0]
                          FT-CP-004 INTERVAL_TOO_SHORT compaction (info)
                        """);
        assertThat(diagnosed.says("FT-CP-003"))
                .isEqualTo(
                        "Source: in: it begins its part only after 2 min 58 s: its thread is busy,"
                                + " or the JobManager asks it late, a checkpoint is due every"
                                + " 1 min");
    }

    // https://github.com/apache/flink/pull/28238
    @Test
    void anAcknowledgementThatNeverArrivesIsPinnedToItsVertexAndNotToTheTimeout() {
        Checkpoint[] expired = expired(6);
        JobBuilder world =
                Calm.job("frame-size")
                        .checkpoints(history(expired))
                        .checkpointDetails(detail(expired[0]).pending("join", 1).build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("join", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-CP-001 EXPIRED join
                          FT-CP-002 NEVER frame-size
                          FT-CP-004 NO_TOLERANCE frame-size (info)
                        """);
        assertThat(diagnosed.evidence("FT-CP-001"))
                .contains("subtasks of join, of 4, without an acknowledgement of checkpoint 6");
    }

    // https://github.com/apache/hudi/issues/9381
    @Test
    void aTableThatNeverGetsACommitBecauseCheckpointsAreOffIsToldSo() {
        JobBuilder world =
                Calm.job("no-commits")
                        .checkpointConfig(off())
                        .checkpoints(history())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo("WARNING\nFT-CP-004 DISABLED no-commits\n");
    }

    // https://github.com/apache/iceberg/issues/9089
    @Test
    void aTableWithoutCommitsBesideCheckpointsThatCompleteGetsNoInventedCause() {
        JobBuilder world =
                Calm.job("no-commits")
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex(
                                "write: Writer",
                                v -> vertex(v, 4, 5_000).input("Source: in", "HASH"))
                        .vertex(
                                "write: Committer",
                                v -> vertex(v, 1, 0.07).input("write: Writer", "REBALANCE"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/hudi/issues/12951
    @Test
    void aBatchJobIsNotMeasuredByTheCheckpointsOfStreaming() {
        JobBuilder world =
                Calm.job("batch")
                        .batch()
                        .checkpointConfig(off())
                        .checkpoints(history())
                        .vertex(
                                "Source: in",
                                v -> source(v, 4, 5_000).state("FINISHED", Map.of("FINISHED", 4)))
                        .vertex("write", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-CP-004")).isEqualTo("a batch job takes no checkpoints");
    }

    // https://issues.apache.org/jira/browse/FLINK-19970
    @Test
    void aSinkThatNeverAcknowledgesBehindASlowOperatorIsNoSlowSinkAndSmallStateNoSlowStorage() {
        Checkpoint hanging = inProgress(21, Duration.ofMinutes(9));
        Checkpoint before = failed(20, Duration.ofMinutes(20), Duration.ofMinutes(10), EXPIRED);
        JobBuilder world =
                Calm.job("cep")
                        .flinkVersion("1.18.1")
                        .configuration(Map.of())
                        .checkpoints(
                                history(
                                        hanging,
                                        before,
                                        failed(
                                                19,
                                                Duration.ofMinutes(31),
                                                Duration.ofMinutes(10),
                                                EXPIRED),
                                        completed(
                                                18,
                                                Duration.ofMinutes(36),
                                                seconds(240),
                                                60_000_000),
                                        completed(
                                                17,
                                                Duration.ofMinutes(38),
                                                seconds(60),
                                                45_000_000),
                                        completed(
                                                16,
                                                Duration.ofMinutes(40),
                                                seconds(2),
                                                30_000_000)))
                        .checkpointDetails(
                                detail(hanging)
                                        .subtask("Source: in", 0.1, 0, 0.1, 0.1)
                                        .pending("pattern", 8)
                                        .pending("sink: Writer", 8)
                                        .build(),
                                detail(before)
                                        .pending("pattern", 8)
                                        .pending("sink: Writer", 8)
                                        .build())
                        .vertex(
                                "Source: in",
                                v -> source(v, 8, 800).busy(all(8, 0.1)).backpressured(all(8, 0.9)))
                        .vertex(
                                "pattern",
                                v ->
                                        vertex(v, 8, 800)
                                                .input("Source: in", "HASH")
                                                .busy(all(8, 0.98)))
                        .vertex(
                                "sink: Writer",
                                v -> vertex(v, 8, 20).input("pattern", "REBALANCE"));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 6));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-BP-001 BUSY pattern
                          FT-CP-001 EXPIRED pattern
                          FT-CP-002 STALE cep
                          FT-CP-004 INTERVAL_TOO_SHORT cep (info)
                          FT-CP-004 NO_TOLERANCE cep (info)
                        """);
    }

    private static Checkpoint[] expired(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                failed(
                                        count - i,
                                        Duration.ofMinutes(10L * (i + 1)),
                                        Duration.ofMinutes(10),
                                        EXPIRED))
                .toArray(Checkpoint[]::new);
    }
}
