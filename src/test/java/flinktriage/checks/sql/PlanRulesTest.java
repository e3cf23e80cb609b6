package flinktriage.checks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlanRulesTest {

    private static final String SCAN =
            "[1]:TableSourceScan(table=[[c, d, t]], fields=[a, b])\n+- [2]:Calc(select=[a, b])\n";
    private static final String DISTINCT = ":GroupAggregate(groupBy=[a, b], select=[a, b])";
    private static final String TTL =
            "; whether a state TTL bounds it is not visible in REST, lint of the script tells";

    /** One operator behind one source. */
    private static Job behindOneSource(String description) {
        return JobBuilder.job("j")
                .vertex("Source: t[1]", v -> v.description(SCAN))
                .vertex("v", v -> v.input("Source: t[1]", "HASH").description(description))
                .build();
    }

    private static Job behindTwoSources(String description) {
        return JobBuilder.job("j")
                .vertex("Source: t[1]", v -> v.description(SCAN))
                .vertex("Source: u[3]", v -> v.description(SCAN))
                .vertex(
                        "v",
                        v ->
                                v.input("Source: t[1]", "HASH")
                                        .input("Source: u[3]", "HASH")
                                        .description(description))
                .build();
    }

    private static String join(String type, String left, String right) {
        return "[9]:Join(joinType=["
                + type
                + "], where=[(a = a0)], select=[a, b, a0], leftInputSpec=["
                + left
                + "], rightInputSpec=["
                + right
                + "])";
    }

    private static String rank(String strategy, String partitionBy) {
        return "[9]:Rank(strategy=["
                + strategy
                + "], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=5], partitionBy=["
                + partitionBy
                + "], orderBy=[b DESC], select=[a, b])";
    }

    private static String first(String order) {
        return rank("AppendFastStrategy", "a")
                .replace("rankEnd=5", "rankEnd=1")
                .replace("b DESC", order);
    }

    private static String over(String partitionBy, String window) {
        return "[9]:OverAggregate(" + partitionBy + "orderBy=[ts ASC], window=[ " + window + "])";
    }

    static Stream<Arguments> problems() {
        String noKey = join("InnerJoin", "NoUniqueKey", "HasUniqueKey");
        String unbounded = "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW";
        return Stream.of(
                Arguments.of(
                        new UnionDistinct(),
                        behindTwoSources("[9]" + DISTINCT),
                        "UNION_DISTINCT",
                        "GroupAggregate[9]",
                        "removes the duplicates of a UNION of 2 inputs and keeps one entry per"
                                + " distinct row, where UNION ALL keeps nothing",
                        "inputs of the union",
                        2),
                Arguments.of(
                        new SelectDistinct(),
                        behindOneSource("[9]" + DISTINCT),
                        "SELECT_DISTINCT",
                        "GroupAggregate[9]",
                        "removes duplicates (DISTINCT) and keeps one entry per distinct row of 2"
                                + " columns",
                        "columns of the distinct rows",
                        2),
                Arguments.of(
                        new JoinWithoutKey(),
                        behindTwoSources(noKey),
                        "NO_UNIQUE_KEY",
                        "Join[9]",
                        "is a regular join that keeps every row of its inputs, without a unique"
                                + " key on side left",
                        "sides without a unique key",
                        1),
                Arguments.of(
                        new JoinWithoutKey(),
                        behindTwoSources(
                                "[9]:MultiJoin(commonJoinKey=[a], joinTypes=[INNER, INNER],"
                                        + " inputUniqueKeys=[noUniqueKey, (a), noUniqueKey],"
                                        + " select=[a,b])"),
                        "NO_UNIQUE_KEY",
                        "MultiJoin[9]",
                        "is a regular join that keeps every row of its inputs, without a unique"
                                + " key on side 1 and 3",
                        "sides without a unique key",
                        2),
                Arguments.of(
                        new JoinWithoutTimeBound(),
                        behindTwoSources(
                                join("LeftOuterJoin", "JoinKeyContainsUniqueKey", "HasUniqueKey")),
                        "NO_TIME_BOUND",
                        "Join[9]",
                        "is a regular join that keeps the rows of its 2 inputs, where an interval"
                                + " or temporal join drops old ones",
                        "inputs that are kept",
                        2),
                Arguments.of(
                        new SemiOrAntiJoin(),
                        behindTwoSources(join("LeftSemiJoin", "NoUniqueKey", "NoUniqueKey")),
                        "SEMI_JOIN",
                        "Join[9]",
                        "is a semi join (IN, EXISTS or INTERSECT) that keeps both of its 2 sides",
                        "sides that are kept",
                        2),
                Arguments.of(
                        new SemiOrAntiJoin(),
                        behindTwoSources(join("LeftAntiJoin", "NoUniqueKey", "HasUniqueKey")),
                        "ANTI_JOIN",
                        "Join[9]",
                        "is an anti join (NOT IN, NOT EXISTS or EXCEPT) that keeps both of its 2"
                                + " sides",
                        "sides that are kept",
                        2),
                Arguments.of(
                        new RetractingRank(),
                        behindOneSource(rank("RetractStrategy", "a")),
                        "RETRACT_STRATEGY",
                        "Rank[9]",
                        "is a Top-N with RetractStrategy: it keeps all rows of each partition, not"
                                + " only the first N, because its input changes and has no fitting"
                                + " key",
                        "partition columns",
                        1),
                Arguments.of(
                        new KeptRows(),
                        behindOneSource(rank("UpdateFastStrategy[0,1]", "a")),
                        "TOP_N",
                        "Rank[9]",
                        "keeps the first rows of each partition that it has seen",
                        "partition columns",
                        1),
                Arguments.of(
                        new KeptRows(),
                        behindOneSource(first("b DESC, a ASC")),
                        "TOP_N",
                        "Rank[9]",
                        "keeps the first rows of each partition that it has seen, and is no"
                                + " deduplication: it orders by 2 columns, not by one time attribute",
                        "partition columns",
                        1),
                Arguments.of(
                        new KeptRows(),
                        behindOneSource(
                                "[9]:Deduplicate(keep=[FirstRow], key=[a], order=[PROCTIME])"),
                        "DEDUPLICATE",
                        "Deduplicate[9]",
                        "keeps a row or a flag for each key that it has seen",
                        "key columns",
                        1),
                Arguments.of(
                        new UnboundedOver(),
                        behindOneSource(over("partitionBy=[a], ", unbounded)),
                        "UNBOUNDED_OVER",
                        "OverAggregate[9]",
                        "is an unbounded OVER that keeps an accumulator for each partition",
                        "partition columns",
                        1),
                Arguments.of(
                        new UnboundedOver(),
                        behindOneSource(over("", unbounded)),
                        "NO_PARTITION",
                        "OverAggregate[9]",
                        "is an unbounded OVER without PARTITION BY, so that one subtask does all"
                                + " of it",
                        "partition columns",
                        0),
                Arguments.of(
                        new Normalized(),
                        behindOneSource("[9]:ChangelogNormalize(key=[a])"),
                        "CHANGELOG_NORMALIZE",
                        "ChangelogNormalize[9]",
                        "was added by the planner to complete the changelog of an upsert source"
                                + " and keeps the full row of each key",
                        "key columns",
                        1),
                Arguments.of(
                        new Materialized(),
                        behindOneSource(
                                "[9]:SinkMaterializer(pk=[a])\n+- [9]:Sink(table=[c.d.out],"
                                        + " fields=[a, b], upsertMaterialize=[true])"),
                        "UPSERT_MATERIALIZE",
                        "SinkMaterializer[9]",
                        "keeps the rows of each primary key of the sink, because the key of the"
                                + " query is another one",
                        "primary key columns",
                        1));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void namesTheOperatorThatKeepsState(
            JobCheck check,
            Job job,
            String reason,
            String operator,
            String says,
            String label,
            int count) {
        Subject v = Subject.vertex(job.graph().vertex(JobBuilder.id("v")).orElseThrow());
        assertThat(Examined.of(check, job).verdict())
                .isEqualTo(
                        Verdict.problem(
                                new Finding(
                                        Severity.INFO,
                                        reason,
                                        v.operator(operator),
                                        "v: "
                                                + operator
                                                + " "
                                                + says
                                                + (reason.equals("NO_PARTITION") ? "" : TTL),
                                        List.of(
                                                new Evidence(
                                                        label,
                                                        Quantity.count(count),
                                                        Optional.empty(),
                                                        new Provenance(
                                                                "GET /jobs/" + job.id().hex(),
                                                                "/plan/nodes",
                                                                JobBuilder.NOW))))));
        Examined.needsAbsentGiveUnknown(check, job);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                        new UnionDistinct(),
                        new SelectDistinct(),
                        new JoinWithoutKey(),
                        new JoinWithoutTimeBound(),
                        new SemiOrAntiJoin(),
                        new RetractingRank(),
                        new KeptRows(),
                        new UnboundedOver(),
                        new Normalized(),
                        new Materialized())
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void operatorsThatTheWatermarkBoundsAreHealthy(JobCheck check) {
        for (String bounded :
                List.of(
                        "[9]:IntervalJoin(joinType=[InnerJoin], windowBounds=[isRowTime=true])",
                        "[9]:TemporalJoin(joinType=[LeftOuterJoin], where=[(a = a0)])",
                        "[9]:LookupJoin(table=[c.d.u], joinType=[LeftOuterJoin], lookup=[a=a])",
                        "[9]:WindowJoin(leftWindow=[TUMBLE(size=[10 s])], joinType=[InnerJoin])",
                        "[9]:GlobalWindowAggregate(groupBy=[a], window=[TUMBLE(size=[10 s])])",
                        "[9]:GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS EXPR$1])",
                        "[9]:LocalGroupAggregate(groupBy=[a, b], select=[a, b])",
                        rank("AppendFastStrategy", ""),
                        over("partitionBy=[a], ", "RANGE BETWEEN 10 PRECEDING AND CURRENT ROW"),
                        "[9]:Sink(table=[c.d.out], fields=[a, b])",
                        "out[9]: Writer")) {
            assertThat(Examined.of(check, behindTwoSources(bounded)).verdict())
                    .as(bounded)
                    .isEqualTo(new Verdict.Healthy());
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aJobOfTheDataStreamApiIsNotApplicable(JobCheck check) {
        Job job =
                JobBuilder.job("j")
                        .vertex("src", v -> v.description("Source: src\n+- Join(my, own)"))
                        .vertex("out", v -> v.input("src", "HASH").description("Rank"))
                        .build();
        assertThat(Examined.of(check, job).verdict())
                .isEqualTo(new Verdict.NotApplicable("no SQL operator in the plan"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aBatchJobIsNotApplicable(JobCheck check) {
        Job job = JobBuilder.job("j").batch().vertex("v", v -> v.description(SCAN)).build();
        assertThat(Examined.of(check, job).verdict())
                .isEqualTo(new Verdict.NotApplicable("a batch job keeps no state over time"));
    }

    @Test
    void aSelfUnionShowsTheSameVertexTwice() {
        Job job =
                JobBuilder.job("j")
                        .vertex("t", v -> v.description(SCAN))
                        .vertex(
                                "v",
                                v ->
                                        v.input("t", "HASH")
                                                .input("t", "HASH")
                                                .description("[9]" + DISTINCT))
                        .build();
        assertThat(Examined.of(new UnionDistinct(), job).finding().reason())
                .isEqualTo("UNION_DISTINCT");
        assertThat(Examined.of(new SelectDistinct(), job).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void twoPhaseAggregationHidesTheUnionBehindItsLocalHalf() {
        Job job =
                JobBuilder.job("j")
                        .vertex("t", v -> v.description(SCAN))
                        .vertex("u", v -> v.description(SCAN))
                        .vertex(
                                "local",
                                v ->
                                        v.input("t", "FORWARD")
                                                .input("u", "FORWARD")
                                                .description(
                                                        "[7]:Calc(select=[a, b])\n+- [8]:Local"
                                                                + DISTINCT.substring(1)))
                        .vertex(
                                "global",
                                v ->
                                        v.input("local", "HASH")
                                                .description("[9]:Global" + DISTINCT.substring(1)))
                        .build();
        assertThat(Examined.of(new UnionDistinct(), job).finding().subject().operator())
                .contains("GlobalGroupAggregate[9]");
        assertThat(Examined.of(new SelectDistinct(), job).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aDistinctBehindAJoinIsNoUnion() {
        Job job =
                behindTwoSources(
                        join("InnerJoin", "HasUniqueKey", "HasUniqueKey") + "\n+- [10]" + DISTINCT);
        assertThat(Examined.of(new UnionDistinct(), job).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(new SelectDistinct(), job).finding().subject().operator())
                .contains("GroupAggregate[10]");
    }

    @Test
    void aSinkWithoutAVisibleMaterializerSpeaksForItself() {
        Job job =
                behindOneSource("[9]:Sink(table=[c.d.out], fields=[a], upsertMaterialize=[true])");
        assertThat(Examined.of(new Materialized(), job).finding().subject().operator())
                .contains("Sink[9]");
    }

    @Test
    void allOperatorsOfAChainAreReported() {
        Job job =
                behindOneSource(
                        "[9]"
                                + DISTINCT
                                + "\n+- [10]:Deduplicate(keep=[LastRow], key=[a])\n"
                                + "   +- [11]"
                                + DISTINCT);
        assertThat(Examined.of(new SelectDistinct(), job).findings())
                .extracting(f -> f.subject().operator().orElseThrow())
                .containsExactly("GroupAggregate[9]", "GroupAggregate[11]");
    }
}
