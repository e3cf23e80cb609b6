package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Checkpoint;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which operator is the culprit, seen through incidents of others. */
class BackpressureIncidentsTest {

    // https://github.com/apache/flink/pull/23402
    @Test
    void aTaskBlockedInTheMiddleOfARecordDelaysBarriersAndNoUpload() {
        Checkpoint slow = completed(10, seconds(200), seconds(180));
        JobBuilder world =
                Calm.job("debloat")
                        .configuration(
                                Map.of("taskmanager.network.memory.buffer-debloat.enabled", "true"))
                        .checkpoints(history(slow))
                        .checkpointDetails(
                                detail(slow)
                                        .subtask("Source: in -> explode", 1, 0, 0.1, 0.3)
                                        .subtask("join", 170, 8, 0.2, 0.4)
                                        .build())
                        .vertex(
                                "Source: in -> explode",
                                v ->
                                        source(v, 4, 100)
                                                .busy(all(4, 0.02))
                                                .backpressured(all(4, 0.98))
                                                .metric(
                                                        "hardBackPressuredTimeMsPerSecond",
                                                        940,
                                                        960,
                                                        950,
                                                        3800))
                        .vertex(
                                "join",
                                v ->
                                        vertex(v, 4, 20_000)
                                                .input("Source: in -> explode", "HASH")
                                                .busy(all(4, 0.97)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 4.1));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 BUSY join
                          FT-CP-003 START_DELAY join[0]
                          FT-CP-004 INTERVAL_TOO_SHORT debloat (info)
                        """);
        assertThat(diagnosed.says("FT-CP-003"))
                .endsWith(
                        "; Source: in -> explode is blocked inside a record 96 % of the time, when"
                                + " not even an unaligned one passes");
    }

    // https://github.com/apache/flink/pull/22787
    @Test
    void aTaskThatWaitsForTheUploadOfItsChangelogIsNotSaidToCompute() {
        JobBuilder world =
                Calm.job("changelog")
                        .configuration(Map.of("state.changelog.enabled", "true"))
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 900)
                                                .busy(all(4, 0.05))
                                                .backpressured(all(4, 0.95)))
                        .vertex(
                                "aggregate",
                                v -> vertex(v, 4, 900).input("Source: in", "HASH").busy(all(4, 1)));

        Diagnosed before118 = Diagnosed.of(cores(world, 0.3));
        Diagnosed measured =
                Diagnosed.of(
                        world.vertex(
                                "aggregate",
                                v ->
                                        v.metric(
                                                "changelogBusyTimeMsPerSecond",
                                                900,
                                                940,
                                                920,
                                                3_680)));

        assertThat(before118.text()).isEqualTo("WARNING\nFT-BP-001 BUSY aggregate\n");
        assertThat(before118.says("FT-BP-001"))
                .contains("it waits", "it does not compute")
                .doesNotContain("and it computes");
        assertThat(measured.text()).isEqualTo("WARNING\nFT-BP-001 STATE_ACCESS aggregate\n");
        assertThat(measured.says("FT-BP-001"))
                .endsWith("and waits 94 % of the time for uploads of its changelog");
    }

    // https://github.com/apache/flink-cdc/issues/2586
    @Test
    void
            aCdcSourceThatIsBusyWithItselfAboveAnIdleJobIsTheLimitAndTheReasonOfTheExpiredCheckpoints() {
        Checkpoint[] expired = expired(6);
        JobBuilder world =
                Calm.job("thousand-tables")
                        .checkpoints(history(expired))
                        .checkpointDetails(
                                detail(expired[0])
                                        .pending("Source: pg-cdc", 1)
                                        .pending("Sink: out", 4)
                                        .build())
                        .vertex("Source: pg-cdc", v -> source(v, 1, 0.2).busy(1).idle(0))
                        .vertex(
                                "Sink: out",
                                v -> vertex(v, 4, 0.2).input("Source: pg-cdc", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-BP-003 SOURCE_BOUND Source: pg-cdc
                          FT-CP-001 EXPIRED Source: pg-cdc
                          FT-CP-002 NEVER thousand-tables
                          FT-CP-004 NO_TOLERANCE thousand-tables (info)
                        """);
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/847
    @Test
    void aSinkAtItsLimitIsNamedAndNotTheUpstreamThatWasScaledForNothing() {
        JobBuilder world =
                Calm.job("scaled")
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 32, 4_000)
                                                .busy(all(32, 0.03))
                                                .backpressured(all(32, 0.97)))
                        .vertex(
                                "enrich",
                                v ->
                                        vertex(v, 32, 4_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(32, 0.1))
                                                .backpressured(all(32, 0.9)))
                        .vertex(
                                "out: Writer",
                                v -> vertex(v, 4, 4_000).input("enrich", "HASH").busy(all(4, 1)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.5));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 SINK_SLOW out: Writer\n");
        assertThat(diagnosed.says("FT-BP-001")).contains("it waits for the system behind it");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/686
    @Test
    void anIdleSourceWithAGrowingBacklogIsTheLimitAndNotWithoutInput() {
        JobBuilder world =
                Calm.job("fetcher")
                        .vertex(
                                "Source: in",
                                v -> backlog(source(v, 8, 900_000), 12_000_000, 15_000_000))
                        .vertex(
                                "out: Writer",
                                v -> vertex(v, 8, 900_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-003 SOURCE_BOUND Source: in
                          FT-LG-001 GROWING Source: in
                        """);
        assertThat(diagnosed.says("FT-BP-003")).contains("grows by 100,000 records/s");
    }

    private static Checkpoint[] expired(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                failed(
                                        count - i,
                                        Duration.ofMinutes(10L * (i + 1)),
                                        Duration.ofMinutes(10),
                                        "Checkpoint expired before completing."))
                .toArray(Checkpoint[]::new);
    }
}
