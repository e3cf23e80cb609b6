package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sources and their partitions, seen through incidents of others. */
class SourceIncidentsTest {

    // https://github.com/apache/flink/pull/17327
    @Test
    void finishedReadersThatStopTheCheckpointsAreSeenByTheAgeOfTheLastOne() {
        JobBuilder world =
                Calm.job("surplus-readers")
                        .checkpoints(history(completed(3, Duration.ofMinutes(50), seconds(2))))
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 5_000)
                                                .state(
                                                        "RUNNING",
                                                        Map.of("RUNNING", 3, "FINISHED", 1)))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-CP-002 STALE surplus-readers\n");
        assertThat(diagnosed.says("FT-CP-002"))
                .isEqualTo(
                        "surplus-readers: no checkpoint has completed for 49 min 58 s, one is due every"
                                + " 1 min");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/597
    @Test
    void readersWithTwoPartitionsAtTheirLimitAreToldFromThoseWithOne() {
        double[] busy = all(60, 0.45);
        for (int i = 0; i < 13; i++) {
            busy[i] = 0.93;
        }
        JobBuilder world =
                Calm.job("sixty-and-thirteen")
                        .vertex(
                                "Source: in -> parse",
                                v -> partitions(source(v, 60, 60_000), 60, 60, 13).busy(busy))
                        .vertex(
                                "out",
                                v -> vertex(v, 60, 60_000).input("Source: in -> parse", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-PA-002 AT_LIMIT Source: in -> parse\n");
        assertThat(diagnosed.says("FT-PA-002"))
                .isEqualTo(
                        "Source: in -> parse reads 1 to 2 partitions per subtask, and those with"
                                + " more are at their limit: 73 partitions spread evenly over"
                                + " parallelism 1 or 73");
    }

    // https://github.com/apache/flink-cdc/issues/4139
    @Test
    void aSourceThatIsSilentlyDoneWithItsWorkGetsNoInventedCause() {
        JobBuilder world =
                Calm.job("lost-splits")
                        .runningFor(Duration.ofMinutes(50))
                        .submitted(Duration.ofDays(2))
                        .restarts(17)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(51),
                                        "out: Writer (2/4)",
                                        "java.net.ConnectException: Connection refused"))
                        .vertex("Source: in", v -> silentAfter(source(v, 4, 0), 90_000))
                        .vertex(
                                "out: Writer",
                                v ->
                                        silentAfter(vertex(v, 4, 0), 90_000)
                                                .input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        // Nothing that Flink shows tells a snapshot that stopped from one that is complete.
        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-LG-001")).startsWith("no pendingRecords metric");
    }

    // https://github.com/apache/flink-cdc/issues/486
    @Test
    void aSourceThatWaitsForACheckpointThatNeverComesIsToldThatCheckpointsAreOff() {
        JobBuilder world =
                Calm.job("snapshot-only")
                        .checkpointConfig(off())
                        .checkpoints(history())
                        .vertex("Source: mysql-cdc", v -> silentAfter(source(v, 4, 0), 500_000))
                        .vertex(
                                "out",
                                v ->
                                        silentAfter(vertex(v, 4, 0), 500_000)
                                                .input("Source: mysql-cdc", "HASH"));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo("WARNING\nFT-CP-004 DISABLED snapshot-only\n");
    }

    // https://github.com/apache/flink-cdc/issues/2027
    @Test
    void aChangeStreamThatOnlyOneSubtaskCanReadIsNoSkew() {
        JobBuilder world =
                Calm.job("binlogs")
                        .vertex("Source: a", v -> onlyFirst(source(v, 4, 1_000)))
                        .vertex("Source: b", v -> onlyFirst(source(v, 4, 1_000)))
                        .vertex(
                                "out",
                                v ->
                                        vertex(v, 4, 2_000)
                                                .input("Source: a", "HASH")
                                                .input("Source: b", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        OK
                        note FT-PA-001 IDLE_SUBTASKS Source: a (info)
                        note FT-PA-001 IDLE_SUBTASKS Source: b (info)
                        """);
        assertThat(diagnosed.says("FT-PA-001")).endsWith("parallelism 1 reads as much");
    }

    @Test
    void aBusySourceWhoseBacklogGrowsIsNotCalledIdle() {
        JobBuilder world =
                Calm.job("slow-format")
                        .vertex(
                                "Source: in -> parse",
                                v -> backlog(source(v, 4, 5_000), 3e5, 4e5).busy(all(4, 0.9)))
                        .vertex(
                                "out",
                                v -> vertex(v, 4, 5_000).input("Source: in -> parse", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-003 SOURCE_BOUND Source: in -> parse
                          FT-LG-001 GROWING Source: in -> parse
                        """);
        assertThat(diagnosed.says("FT-BP-003"))
                .isEqualTo(
                        "Source: in -> parse is the limit: its backlog grows by 3,333 records/s"
                                + " while everything below it has time");
    }

    /** Two topics; Kafka's source gives out the partitions of each in turn. */
    private static VertexBuilder partitions(VertexBuilder v, int parallelism, int... topics) {
        for (int t = 0; t < topics.length; t++) {
            for (int p = 0; p < topics[t]; p++) {
                v.subtaskMetric(
                        p % parallelism,
                        "Source__in.KafkaSourceReader.topic.t%d.partition.%d.currentOffset"
                                .formatted(t, p),
                        1_000 + p);
            }
        }
        return v;
    }

    /** Each subtask had so many records, and has had none for long. */
    private static VertexBuilder silentAfter(VertexBuilder v, long each) {
        for (String metric : List.of("numRecordsIn", "numRecordsOut")) {
            v.metricAgo(EARLIER, metric, each, each, each, 4 * each)
                    .metric(metric, each, each, each, 4 * each);
        }
        return v.subtaskRecordsIn(each, each, each, each).subtaskRecordsOut(each, each, each, each);
    }

    private static VertexBuilder onlyFirst(VertexBuilder v) {
        return v.subtaskRecordsOut(7_200_000, 0, 0, 0);
    }
}
