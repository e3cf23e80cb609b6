package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.hotKey;
import static flinktriage.incidents.Calm.one;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Uneven work has more than one kind. */
class SkewIncidentsTest {

    // https://github.com/apache/hudi/pull/7815
    @Test
    void writersWithoutAnyRecordBesideEvenOnesAreNoHotKey() {
        JobBuilder world =
                Calm.job("buckets")
                        .vertex("Source: in", v -> source(v, 8, 8_000))
                        .vertex(
                                "bucket_write",
                                v ->
                                        records(
                                                vertex(v, 8, 8_000)
                                                        .input("Source: in", "CUSTOM")
                                                        .busy(.5, .5, 0, .5, .5, .5, 0, .5),
                                                1_000,
                                                1_000,
                                                0,
                                                1_000,
                                                1_000,
                                                1_000,
                                                0,
                                                1_000));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/hudi/issues/11288
    @Test
    void anAssignmentOfOneAndTwoBucketsPerWriterIsBusyWithoutAHotKey() {
        JobBuilder world =
                Calm.job("modulo")
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 8, 8_000)
                                                .backpressured(all(8, 0.5))
                                                .idle(all(8, 0.4)))
                        .vertex(
                                "bucket_write",
                                v ->
                                        records(
                                                vertex(v, 8, 8_000)
                                                        .input("Source: in", "CUSTOM")
                                                        .busy(0, .5, .95, .95, .95, .5, 0, 0),
                                                0,
                                                1_000,
                                                2_000,
                                                2_000,
                                                2_000,
                                                1_000,
                                                0,
                                                0));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 5));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 BUSY bucket_write\n");
        assertThat(diagnosed.says("FT-BP-001")).contains("busy 95 % on 3 of 8 subtasks");
    }

    // https://github.com/apache/iceberg/issues/10147
    @Test
    void oneWorkingWriterOfThirtyTwoIsSkewWhateverTheAverageSays() {
        Diagnosed diagnosed = Diagnosed.of(cores(oneOf(32, 5), 1.4));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 SKEW IcebergStreamWriter[5]
                          FT-BP-002 HOT_KEY IcebergStreamWriter[5]
                        """);
        assertThat(diagnosed.says("FT-BP-002"))
                .isEqualTo(
                        "IcebergStreamWriter: subtask 5 gets more than 1,000 times the records of"
                                + " its siblings and is busy 100 %");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/505
    @Test
    void aVertexIsJudgedByItsHottestSubtaskAndNotByTheirMean() {
        JobBuilder world =
                Calm.job("mean-of-30")
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 4_000)
                                                .backpressured(all(4, 0.8))
                                                .idle(all(4, 0.1)))
                        .vertex(
                                "count",
                                v ->
                                        hotKey(vertex(v, 4, 4_000), 4, 2, 4_000)
                                                .input("Source: in", "HASH")
                                                .busy(one(4, 2, 1, 0.07)));

        assertThat(Diagnosed.of(cores(world, 1.5)).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 SKEW count[2]
                          FT-BP-002 HOT_KEY count[2]
                        """);
    }

    // https://github.com/apache/paimon/pull/1845
    @Test
    void aHotPrimaryKeyOfALakeSinkIsAHotKeyAndItsUpstreamAVictim() {
        JobBuilder world =
                Calm.job("page-views")
                        .vertex("Source: in", v -> source(v, 8, 8_000).backpressured(all(8, 0.9)))
                        .vertex(
                                "Writer : views",
                                v ->
                                        records(
                                                vertex(v, 8, 8_000)
                                                        .input("Source: in", "HASH")
                                                        .busy(one(8, 3, 0.99, 0.1)),
                                                500,
                                                500,
                                                500,
                                                4_500,
                                                500,
                                                500,
                                                500,
                                                500));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 2));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 SKEW Writer : views[3]
                          FT-BP-002 HOT_KEY Writer : views[3]
                        """);
        assertThat(diagnosed.says("FT-BP-002")).contains("gets 9 times the records");
    }

    // https://github.com/apache/hudi/pull/2972
    @Test
    void aKeyOfFewValuesIsToldByNumbersWithoutAVerdictOnTheData() {
        Diagnosed diagnosed = Diagnosed.of(cores(oneOf(4, 0), 1.4));

        assertThat(diagnosed.text()).contains("FT-BP-002 HOT_KEY IcebergStreamWriter[0]");
        assertThat(diagnosed.everything()).doesNotContain("your data", "bad data");
    }

    private static JobBuilder oneOf(int parallelism, int working) {
        long[] rates = new long[parallelism];
        rates[working] = 4_000;
        return Calm.job("low-cardinality")
                .vertex(
                        "Source: in",
                        v -> source(v, 4, 4_000).busy(all(4, 0.1)).backpressured(all(4, 0.9)))
                .vertex(
                        "IcebergStreamWriter",
                        v ->
                                records(
                                        vertex(v, parallelism, 4_000)
                                                .input("Source: in", "HASH")
                                                .busy(one(parallelism, working, 1, 0)),
                                        rates));
    }

    /** Records per second of each subtask, now and for two hours. */
    private static VertexBuilder records(VertexBuilder v, long... perSecond) {
        double sum = LongStream.of(perSecond).sum();
        return v.subtaskRecordsIn(Arrays.stream(perSecond).map(r -> r * 7_200).toArray())
                .metric(
                        "numRecordsInPerSecond",
                        LongStream.of(perSecond).min().orElseThrow(),
                        LongStream.of(perSecond).max().orElseThrow(),
                        sum / perSecond.length,
                        sum);
    }
}
