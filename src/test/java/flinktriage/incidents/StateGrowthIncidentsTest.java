package flinktriage.incidents;

import static flinktriage.incidents.Calm.outputWatermark;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.steady;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.JobBuilder.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** State that grows, and when that is a leak. */
class StateGrowthIncidentsTest {

    // https://github.com/apache/beam/issues/19313
    @Test
    void windowsThatFillWhileABacklogIsReadAreHeldByTheSlowerInputAndAreNoLeak() {
        CheckpointHistory history = steady(10, id -> 100_000_000 * id);
        double slow = NOW.minus(Duration.ofHours(5)).toEpochMilli();
        double fast = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        JobBuilder world =
                Calm.job("catching-up")
                        .runningFor(Duration.ofMinutes(20))
                        .checkpointConfig(onHeap())
                        .checkpoints(history)
                        .checkpointDetails(
                                detail(history.recent().get(0))
                                        .state("windows", 1_000_000_000)
                                        .build())
                        .vertex(
                                "Source: a",
                                v ->
                                        outputWatermark(source(v, 1, 9_000), slow, slow)
                                                .metric(
                                                        "Source.pendingRecords",
                                                        9e6,
                                                        9e6,
                                                        9e6,
                                                        9e6))
                        .vertex("Source: b", v -> outputWatermark(source(v, 1, 9_000), fast, fast))
                        .vertex(
                                "windows",
                                v ->
                                        outputWatermark(vertex(v, 4, 18_000), slow, slow)
                                                .inputWatermarks(new Watermark.At((long) slow))
                                                .input("Source: a", "HASH")
                                                .input("Source: b", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-WM-001 LAGGING_INPUT Source: a
                          FT-ST-001 GROWING windows
                          FT-WM-003 BACKLOG Source: a (info)
                          FT-ST-004 HEAP_TOO_LARGE catching-up (info)
                        note FT-LG-001 HIGH Source: a (info)
                        note FT-WM-003 DELAY Source: b (info)
                        """);
        assertThat(diagnosed.says("FT-ST-001"))
                .contains("it outgrows the memory for state in 10 min")
                .doesNotContain("leak");
    }

    // https://github.com/apache/beam/pull/7517
    @Test
    void stateOfAnUnknownOperatorThatGrowsWhileOutputIsNormalIsNamedByItsVertex() {
        CheckpointHistory history = steady(10, id -> 36_000_000_000L + id * 60_000_000);
        JobBuilder world =
                Calm.job("timers")
                        .runningFor(Duration.ofHours(10))
                        .checkpoints(history)
                        .checkpointDetails(
                                detail(history.recent().get(0))
                                        .state("Source: in", 10_000)
                                        .state("stateful-dofn", 36_600_000_000L)
                                        .build())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex(
                                "stateful-dofn",
                                v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-ST-001 GROWING stateful-dofn\n");
        assertThat(diagnosed.says("FT-ST-001"))
                .isEqualTo(
                        "stateful-dofn: state grows by 977 KB/s, is 34.1 GB now and doubles in"
                                + " 10 h 10 min");
    }

    private static CheckpointConfig onHeap() {
        return new CheckpointConfig(
                Optional.of(Duration.ofMinutes(1)),
                Duration.ofMinutes(10),
                Duration.ZERO,
                1,
                true,
                false,
                0,
                "HashMapStateBackend");
    }
}
