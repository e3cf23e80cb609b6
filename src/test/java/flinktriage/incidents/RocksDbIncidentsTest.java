package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.steady;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

/** State on disk, seen through incidents of others. */
class RocksDbIncidentsTest {

    // https://www.ververica.com/blog/the-impact-of-disks-on-rocksdb-state-backend-in-flink-a-case-study
    @Test
    void aStatefulVertexThatWaitsForItsDiskIsNotSaidToNeedMoreCpu() {
        Diagnosed diagnosed = Diagnosed.of(cores(busy("devices"), 0.6));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 STATE_ACCESS devices\n");
        assertThat(diagnosed.says("FT-BP-001"))
                .contains("0.6 CPU cores", "it waits, for its state on disk")
                .doesNotContain("and it computes");
    }

    // https://besthub.dev/articles/optimizing-flink-state-performance-with-rocksdb-kv-separation-and-blobdb-34ddfb034b76
    @Test
    void aJoinWhoseCompactionEatsTheCpuIsNamedAndNothingAboveIt() {
        assertThat(Diagnosed.of(cores(busy("interval-join"), 6)).text())
                .isEqualTo("WARNING\nFT-BP-001 BUSY interval-join\n");
    }

    // The same where RocksDB's own metrics are on.
    @Test
    void pendingCompactionsOfABusyJoinAreTheCauseOfItsBusyTime() {
        String state = "join.left-buffer.rocksdb_";
        JobBuilder world =
                busy("interval-join")
                        .vertex(
                                "interval-join",
                                v ->
                                        v.metric("busyTimeMsPerSecond", 990, 1_000, 995, 3_980)
                                                .metric(
                                                        state + "estimate-pending-compaction-bytes",
                                                        2e10,
                                                        4.2e10,
                                                        3e10,
                                                        1.2e11)
                                                .metric(state + "is-write-stopped", 0, 0, 0, 0));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 6));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-RD-001 COMPACTION interval-join
                          FT-BP-001 BUSY interval-join
                        """);
        assertThat(diagnosed.says("FT-RD-001"))
                .isEqualTo("interval-join: 39.1 GB of one state wait for compaction");
    }

    // https://github.com/apache/flink/pull/10498
    @Test
    void managedMemoryThatIsAllInUseIsNoFindingByItself() {
        JobBuilder world =
                Calm.job("many-states")
                        .taskManagerMetric("Status.Flink.Memory.Managed.Used", 1e9, 1e9, 1e9, 2e9)
                        .taskManagerMetric("Status.Flink.Memory.Managed.Total", 1e9, 1e9, 1e9, 2e9)
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("state", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/flink/pull/21835
    @Test
    void stateThatStaysOnItsLevelIsNoLeakHoweverHigh() {
        JobBuilder world =
                Calm.job("plateau")
                        .checkpoints(steady(10, id -> 80_000_000_000L + (id % 3) * 200_000_000))
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("state", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/paimon/issues/5672
    @Test
    void aLookupThatWaitsForItsLocalCopyIsNoProblemOfTheStateBackend() {
        JobBuilder world =
                Calm.job("full-cache")
                        .checkpoints(steady(10, id -> 300_000))
                        .vertex(
                                "Source: in",
                                v -> source(v, 4, 80).busy(all(4, 0)).backpressured(all(4, 1)))
                        .vertex(
                                "LookupJoin[4] -> Calc[5]",
                                v ->
                                        vertex(v, 4, 80)
                                                .description(
                                                        "[4]:LookupJoin(table=[dim],"
                                                                + " joinType=[LeftOuterJoin],"
                                                                + " lookup=[id=id])")
                                                .input("Source: in", "REBALANCE")
                                                .busy(all(4, 1)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.4));

        assertThat(diagnosed.text())
                .isEqualTo(
                        "WARNING\nFT-BP-001 LOOKUP_SLOW LookupJoin[4] -> Calc[5]\n"
                                + "note FT-SQ-118 SYNCHRONOUS LookupJoin[4] -> Calc[5] (info)\n");
        assertThat(diagnosed.says("FT-BP-001")).endsWith("it waits for its lookups");
    }

    private static JobBuilder busy(String stateful) {
        return Calm.job("iot")
                .checkpoints(steady(10, id -> 60_000_000_000L))
                .checkpointDetails(
                        detail(completed(10, seconds(20), seconds(2), 60_000_000_000L))
                                .state(stateful, 60_000_000_000L)
                                .subtask(stateful, 0, 0, 0.1, 1.8)
                                .build())
                .vertex(
                        "Source: in",
                        v -> source(v, 4, 5_000).busy(all(4, 0.1)).backpressured(all(4, 0.9)))
                .vertex(
                        stateful,
                        v -> vertex(v, 4, 5_000).input("Source: in", "HASH").busy(all(4, 1)))
                .vertex("out: Writer", v -> vertex(v, 4, 5_000).input(stateful, "FORWARD"));
    }
}
