package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.hotKey;
import static flinktriage.incidents.Calm.one;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.steady;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.detail;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.CheckpointHistory;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operators of the planner, with the load and the state that they cause. */
class SqlIncidentsTest {

    private static final String SCAN = "[1]:TableSourceScan(table=[[t]], fields=[id, v])";
    private static final String MATERIALIZER =
            "[7]:SinkMaterializer(pk=[id])\n+- [7]:Sink(table=[out], upsertMaterialize=[true])";
    private static final String JOIN =
            ":Join(joinType=[InnerJoin], where=[a = b], leftInputSpec=[NoUniqueKey],"
                    + " rightInputSpec=[NoUniqueKey])";

    // https://cwiki.apache.org/confluence/display/FLINK/FLIP-544%3A+SinkUpsertMaterializer+V2
    @Test
    void aMaterializerThatScansLongHistoriesIsTheCauseAndNotTheDatabaseBehindIt() {
        String name = "SinkMaterializer[7] -> Sink: out";
        JobBuilder world =
                Calm.job("five-per-second")
                        .vertex(
                                "Source: t[1]",
                                v -> source(v, 4, 12).description(SCAN).backpressured(all(4, 0.99)))
                        .vertex(
                                name,
                                v ->
                                        vertex(v, 4, 12)
                                                .description(MATERIALIZER)
                                                .input("Source: t[1]", "HASH")
                                                .busy(one(4, 1, 1, 0.1)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 1.3));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-SQ-110 UPSERT_MATERIALIZE SinkMaterializer[7] -> Sink: out
                          FT-BP-001 BUSY SinkMaterializer[7] -> Sink: out[1]
                        """);
    }

    // https://github.com/apache/flink/pull/28918
    @Test
    void aMaterializerThatHurtsNobodyIsANote() {
        JobBuilder world =
                Calm.job("after-upgrade")
                        .vertex("Source: t[1]", v -> source(v, 4, 900).description(SCAN))
                        .vertex(
                                "SinkMaterializer[7] -> Sink: out",
                                v ->
                                        vertex(v, 4, 900)
                                                .description(MATERIALIZER)
                                                .input("Source: t[1]", "HASH"));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        OK
                        note FT-SQ-110 UPSERT_MATERIALIZE SinkMaterializer[7] -> Sink: out (info)
                        """);
    }

    // https://github.com/apache/flink-web/pull/872
    @Test
    void aMaterializerWhoseHistoryGrowsIsTheCauseOfTheGrowth() {
        JobBuilder world = growing("history", "SinkMaterializer[7] -> Sink: out", MATERIALIZER);

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-SQ-110 UPSERT_MATERIALIZE SinkMaterializer[7] -> Sink: out
                          FT-ST-001 GROWING SinkMaterializer[7] -> Sink: out
                          FT-ST-002 UNBOUNDED_OPERATOR SinkMaterializer[7] -> Sink: out
                        """);
    }

    // https://noti.st/gustavodemorais/Qt8UHe/slides
    @Test
    void inAChainOfJoinsTheOneThatGrowsIsTheCauseAndTheOthersAreNotes() {
        JobBuilder world =
                growing("amplified", "Join[8]", "[8]" + JOIN)
                        .vertex(
                                "Join[5]",
                                v ->
                                        vertex(v, 4, 5_000)
                                                .description("[5]" + JOIN)
                                                .input("Source: t[1]", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-SQ-103 NO_UNIQUE_KEY Join[8]
                          FT-ST-001 GROWING Join[8]
                          FT-ST-002 UNBOUNDED_OPERATOR Join[8]
                        note FT-SQ-103 NO_UNIQUE_KEY Join[5] (info)
                        """);
    }

    // https://github.com/apache/flink/pull/26775
    @Test
    void aJoinThatOnlyATtlBoundsSaysThatRestDoesNotShowTheTtl() {
        Diagnosed diagnosed = Diagnosed.of(growing("joins", "Join[8]", "[8]" + JOIN));

        assertThat(diagnosed.says("FT-SQ-103"))
                .endsWith(
                        "whether a state TTL bounds it is not visible in REST, lint of the script tells");
    }

    // https://github.com/apache/flink/pull/28403
    @Test
    void aNormalizerThatThePlannerAddedIsTheCauseAndNotTheSourceInFrontOfIt() {
        JobBuilder world =
                growing("upserts", "ChangelogNormalize[3]", "[3]:ChangelogNormalize(key=[id])");

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-SQ-109 CHANGELOG_NORMALIZE ChangelogNormalize[3]
                          FT-ST-001 GROWING ChangelogNormalize[3]
                          FT-ST-002 UNBOUNDED_OPERATOR ChangelogNormalize[3]
                        """);
    }

    // https://github.com/apache/flink/pull/11897
    @Test
    void twoPhasesDoNotMakeADistinctCountOfOneGroupEven() {
        JobBuilder world =
                Calm.job("per-day")
                        .vertex(
                                "Source: t[1] -> LocalGroupAggregate[2]",
                                v -> source(v, 4, 9_000).backpressured(all(4, 0.9)))
                        .vertex(
                                "GlobalGroupAggregate[4]",
                                v ->
                                        hotKey(vertex(v, 4, 9_000), 4, 3, 9_000)
                                                .description(
                                                        "[4]:GlobalGroupAggregate(groupBy=[day],"
                                                                + " select=[day, COUNT(distinct$0"
                                                                + " count$1) AS n])")
                                                .input(
                                                        "Source: t[1] -> LocalGroupAggregate[2]",
                                                        "HASH")
                                                .busy(one(4, 3, 1, 0)));

        assertThat(Diagnosed.of(cores(world, 1.5)).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 SKEW GlobalGroupAggregate[4][3]
                          FT-BP-002 HOT_KEY GlobalGroupAggregate[4][3]
                        """);
    }

    // https://github.com/apache/flink/pull/15247
    @Test
    void aTemporalJoinThatGrowsIsNamedWithoutSayingThatItHasNoTtl() {
        Diagnosed diagnosed =
                Diagnosed.of(
                        growing(
                                "sessions",
                                "TemporalJoin[6]",
                                "[6]:TemporalJoin(joinType=[InnerJoin], where=[__TEMPORAL_JOIN_CONDITION(a)])"));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-ST-002 UNBOUNDED_OPERATOR TemporalJoin[6]
                          FT-ST-001 GROWING TemporalJoin[6]
                        """);
        assertThat(diagnosed.says("FT-ST-002")).contains("TTL").doesNotContain("no TTL", "set ");
    }

    // https://github.com/apache/flink/pull/27992
    @Test
    void ofTwoTemporalJoinsTheOneThatGrowsIsNamed() {
        String join =
                ":TemporalJoin(joinType=[LeftOuterJoin], where=[__TEMPORAL_JOIN_CONDITION(a)])";
        JobBuilder world =
                growing("two-joins", "TemporalJoin[9]", "[9]" + join)
                        .vertex(
                                "TemporalJoin[6]",
                                v ->
                                        vertex(v, 4, 5_000)
                                                .description("[6]" + join)
                                                .input("Source: t[1]", "HASH"));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-ST-002 UNBOUNDED_OPERATOR TemporalJoin[9]
                          FT-ST-001 GROWING TemporalJoin[9]
                        """);
    }

    // https://github.com/apache/flink/pull/6519
    @Test
    void aFilterThatLetsNothingThroughIsNoProblemOfWatermarks() {
        JobBuilder world =
                Calm.job("padded")
                        .vertex("Source: t[1]", v -> source(v, 4, 5_000).description(SCAN))
                        .vertex(
                                "Calc[3]",
                                v ->
                                        vertex(v, 4, 5_000)
                                                .description(
                                                        "[3]:Calc(select=[id], where=[c = 'GERMANY'])")
                                                .subtaskRecordsOut(0, 0, 0, 0)
                                                .totalRecords(36_000_000, 0)
                                                .metricAgo(EARLIER, "numRecordsOut", 0, 0, 0, 0)
                                                .metric("numRecordsOut", 0, 0, 0, 0)
                                                .metric("numRecordsOutPerSecond", 0, 0, 0, 0)
                                                .input("Source: t[1]", "REBALANCE"))
                        .vertex("out: Writer", v -> vertex(v, 4, 0).input("Calc[3]", "HASH"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("OK\n");
    }

    // https://github.com/apache/flink/pull/13038
    @Test
    void miniBatchThatIsConfiguredAndNotInThePlanIsNotTakenForGranted() {
        JobBuilder world =
                Calm.job("silent-mini-batch")
                        .configuration(
                                Map.of(
                                        "execution.checkpointing.incremental",
                                        "true",
                                        "table.exec.mini-batch.enabled",
                                        "true",
                                        "table.exec.mini-batch.allow-latency",
                                        "5 s"))
                        .vertex(
                                "Source: t[1]",
                                v ->
                                        source(v, 4, 9_000)
                                                .description(SCAN)
                                                .backpressured(all(4, 0.7)))
                        .vertex(
                                "GroupAggregate[3]",
                                v ->
                                        vertex(v, 4, 9_000)
                                                .description(
                                                        "[3]:GroupAggregate(groupBy=[id], select=[id,"
                                                                + " SUM(v) AS s])")
                                                .input("Source: t[1]", "HASH")
                                                .busy(all(4, 0.96)));

        assertThat(Diagnosed.of(cores(world, 4)).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 BUSY GroupAggregate[3]
                        note FT-SQ-116 ONE_PHASE GroupAggregate[3] (info)
                        """);
    }

    /** Ten hours old, one vertex has nearly all of the state and grows by 1 MB/s. */
    private static JobBuilder growing(String job, String vertex, String description) {
        CheckpointHistory history = steady(10, id -> 36_000_000_000L + id * 60_000_000);
        return Calm.job(job)
                .runningFor(Duration.ofHours(10))
                .checkpoints(history)
                .checkpointDetails(
                        detail(history.recent().get(0)).state(vertex, 36_600_000_000L).build(),
                        detail(history.recent().get(9)).state(vertex, 36_060_000_000L).build())
                .vertex("Source: t[1]", v -> source(v, 4, 5_000).description(SCAN))
                .vertex(
                        vertex,
                        v ->
                                vertex(v, 4, 5_000)
                                        .description(description)
                                        .input("Source: t[1]", "HASH"));
    }
}
