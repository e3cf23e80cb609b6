package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobException;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Mistakes of autoscalers and dashboards, not to be repeated. */
class ToolDefectsTest {

    // https://github.com/apache/flink-kubernetes-operator/pull/686
    @Test
    void noCapacityIsDerivedFromBusyTime() {
        JobBuilder world =
                Calm.job("two-methods")
                        .vertex(
                                "Source: in",
                                v -> backlog(source(v, 8, 916_327), 1e7, 1.2e7).busy(all(8, 0.45)))
                        .vertex("out", v -> vertex(v, 8, 916_327).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).contains("FT-BP-003 SOURCE_BOUND");
        assertThat(diagnosed.everything())
                .doesNotContainIgnoringCase("capacity", "could process", "true rate");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/544
    @Test
    void aBacklogThatShrinksIsNoAlarmHoweverLarge() {
        assertThat(Diagnosed.of(withBacklog(9e9, 8.9e9)).text()).isEqualTo("OK\n");
    }

    @Test
    void aBacklogThatGrowsIsAnAlarmAndASmallOneIsNoise() {
        assertThat(Diagnosed.of(withBacklog(9e6, 9.5e6)).text()).contains("FT-LG-001 GROWING");
        assertThat(Diagnosed.of(withBacklog(900, 990)).text()).doesNotContain("FT-LG-001");
    }

    // https://github.com/Azure/azure-functions-kafka-extension/issues/670
    @Test
    void aBacklogThatIsNotKnownIsUnknownAndNotZero() {
        JobBuilder world =
                Calm.job("no-lag")
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-LG-001"))
                .isEqualTo("no pendingRecords metric: not exposed by this cluster (Source: in)");
    }

    // https://github.com/seglo/kafka-lag-exporter/issues/126
    @Test
    void theSourceThatDoesNotTellItsBacklogIsNamedBesideTheOneThatDoes() {
        JobBuilder world =
                withBacklog(100, 100)
                        .vertex("Source: other", v -> source(v, 4, 5_000))
                        .vertex("out", v -> v.input("Source: other", "HASH"));

        assertThat(Diagnosed.of(world).lacks("FT-LG-001")).endsWith("(Source: other)");
    }

    // https://github.com/apache/streampark/issues/3138
    @Test
    void aJobThatIsRunningAtThisMomentIsStillInALoop() {
        JobException[] failures =
                IntStream.range(0, 6)
                        .mapToObj(
                                i ->
                                        failure(
                                                Duration.ofSeconds(30 + 60L * i),
                                                "out (2/4)",
                                                "a.B: broken row"))
                        .toArray(JobException[]::new);
        JobBuilder world =
                Calm.job("looks-fine")
                        .runningFor(Duration.ofSeconds(29))
                        .restarts(6)
                        .exceptions(failures)
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("CRITICAL\nFT-RS-001 LOOP out\n");
    }

    private static JobBuilder withBacklog(double before, double now) {
        return Calm.job("backlog")
                .vertex("Source: in", v -> backlog(source(v, 4, 5_000), before, now))
                .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));
    }
}
