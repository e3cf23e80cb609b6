package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.outputWatermark;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

/** Numbers of Flink that do not mean what they say. */
class MetricTrapIncidentsTest {

    // https://github.com/apache/doris-flink-connector/issues/639
    @Test
    void aJobInOneChainHasNoNetworkTrafficAndIsNotCalledIdle() {
        JobBuilder world =
                Calm.job("one-chain")
                        .vertex(
                                "Source: in -> map -> out: Writer",
                                v ->
                                        source(v, 4, 5_000)
                                                .totalRecords(0, 0)
                                                .totalBytes(0, 0)
                                                .subtaskRecordsIn(0, 0, 0, 0)
                                                .subtaskRecordsOut(0, 0, 0, 0)
                                                .metric("numRecordsOut", 0, 0, 0, 0)
                                                .metric("numRecordsOutPerSecond", 0, 0, 0, 0));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/1136
    @Test
    void aJobOfWhichTheJobManagerHasNoMetricsIsUnknownAndNotIdle() {
        JobBuilder world =
                Calm.job("blind")
                        .vertex("Source: in", v -> source(v, 4, 5_000).silent())
                        .vertex(
                                "out: Writer",
                                v -> vertex(v, 4, 5_000).input("Source: in", "HASH").silent());

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("UNKNOWN\n");
        assertThat(diagnosed.lacks("FT-BP-001"))
                .isEqualTo(
                        "no busy time of any task after 2 h: the JobManager gets no metrics from"
                                + " the TaskManagers");
        assertThat(diagnosed.everything()).doesNotContain("legacy");
    }

    // https://github.com/apache/flink/pull/23447
    @Test
    void theLastValuesOfFinishedSubtasksBlameNobody() {
        assertThat(Diagnosed.of(twoOfFourFinished(0.1)).text()).isEqualTo("OK\n");
    }

    // The same job: those that still run are not forgotten over it.
    @Test
    void theRunningSubtasksBesideFinishedOnesAreJudged() {
        Diagnosed busy = Diagnosed.of(twoOfFourFinished(0.97));
        Diagnosed held =
                Diagnosed.of(
                        twoOfFourFinished(0.05)
                                .vertex("Source: in -> map", v -> v.backpressured(0, 0, 0.9, 0.9))
                                .vertex("out", v -> v.busy(all(4, 0.87))));

        assertThat(busy.text()).isEqualTo("WARNING\nFT-BP-001 BUSY Source: in -> map\n");
        assertThat(busy.says("FT-BP-001")).contains("busy 97 % on 2 of 4 subtasks");
        assertThat(held.text()).isEqualTo("WARNING\nFT-BP-001 BUSY out\n");
        assertThat(held.evidence("FT-BP-001")).contains("backpressured time of Source: in -> map");
    }

    /** The finished ones keep what they showed last: 100 % busy. */
    private static JobBuilder twoOfFourFinished(double busy) {
        return Calm.job("finished")
                .vertex(
                        "Source: in -> map",
                        v ->
                                source(v, 4, 5_000)
                                        .finished(0, 1)
                                        .busy(1, 1, busy, busy)
                                        .backpressured(0, 0, 0, 0))
                .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in -> map", "HASH"));
    }

    // https://github.com/apache/flink/pull/22706
    @Test
    void subtasksThatAreGoneSinceTheScaleDownAreNoSkew() {
        JobBuilder world =
                Calm.job("scaled-down")
                        .vertex("Source: in", v -> source(v, 2, 5_000))
                        .vertex(
                                "count",
                                v ->
                                        vertex(v, 2, 5_000)
                                                .input("Source: in", "HASH")
                                                .busy(0.1, 0.1, 0.1, 1)
                                                .backpressured(0, 0, 0, 0));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/flink/pull/14526
    @Test
    void aLegacySourceWithoutABusyTimeIsUnknownAndNotIdle() {
        JobBuilder world =
                Calm.job("legacy")
                        .vertex("Source: in", v -> source(v, 1, 5_000).busy(Double.NaN).idle())
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "REBALANCE"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-BP-001"))
                .isEqualTo("Flink reports no busy time for Source: in (a legacy source)");
    }

    // https://github.com/apache/flink/pull/22449
    @Test
    void recordsThatAreCountedTwiceAreNoAmplification() {
        JobBuilder world =
                Calm.job("twice")
                        .flinkVersion("1.18.0")
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 5_000)
                                                .metric(
                                                        "numRecordsOutPerSecond",
                                                        2_500,
                                                        2_500,
                                                        2_500,
                                                        10_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "FORWARD"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/flink/pull/20337
    @Test
    void aWindowOverQuietSourcesHasNoWatermarkAndNoDateOfTheStoneAge() {
        String window = "[5]:LocalWindowAggregate(window=[TUMBLE(time_col=[ts], size=[1 min])])";
        JobBuilder world =
                Calm.job("quiet")
                        .vertex("Source: in", v -> source(v, 4, 0))
                        .vertex(
                                "LocalWindowAggregate[5]",
                                v ->
                                        vertex(v, 4, 0)
                                                .input("Source: in", "FORWARD")
                                                .description(window));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.everything()).doesNotContain("year", "million", "9223372036854775808");
    }

    @Test
    void theWatermarkOfAFinishedInputIsNotInTheFuture() {
        double end = Long.MAX_VALUE;
        JobBuilder world =
                Calm.job("bounded-side")
                        .vertex("Source: done", v -> outputWatermark(source(v, 1, 10), end, end))
                        .vertex(
                                "out",
                                v ->
                                        outputWatermark(vertex(v, 1, 10), end, end)
                                                .busy(all(1, 0.1))
                                                .input("Source: done", "FORWARD"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }
}
