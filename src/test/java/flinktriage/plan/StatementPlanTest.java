package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.SqlPlan;
import flinktriage.world.ExplainedPlan;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementPlanTest {

    private static final String UNION =
            """
            == Optimized Physical Plan ==
            Sink(table=[c.d.o], fields=[a], changelogMode=[NONE])
            +- Rank(strategy=[AppendFastStrategy], partitionBy=[a], changelogMode=[I,UB,UA,D])
               +- Exchange(distribution=[hash[a]], changelogMode=[I])
                  +- Union(all=[true], union=[a], changelogMode=[I])
                     :- Calc(select=[a], where=[>(b, 1)], changelogMode=[I])
                     :  +- TableSourceScan(table=[[c, d, t]], fields=[a, b], changelogMode=[I])
                     +- Calc(select=[a], where=[<(b, 0)], changelogMode=[I])
                        +- TableSourceScan(table=[[c, d, t]], fields=[a, b], changelogMode=[I])

            == Optimized Execution Plan ==
            Sink(table=[c.d.o], fields=[a])
            +- Deduplicate(keep=[FirstRow], key=[a], order=[PROCTIME])
               +- Exchange(distribution=[hash[a]])
                  +- Union(all=[true], union=[a])
                     :- Calc(select=[a], where=[(b > 1)])
                     :  +- TableSourceScan(table=[[c, d, t]], fields=[a, b])(reuse_id=[1])
                     +- Calc(select=[a], where=[(b < 0)])
                        +- Reused(reference_id=[1])
            """;

    private static StatementPlan explained(String text) {
        return StatementPlan.of(new SqlPlan.Explained(text));
    }

    private static List<String> kinds(StatementPlan plan) {
        return plan.nodes().stream().map(n -> n.operator().kind()).toList();
    }

    private static PlanNode node(StatementPlan plan, String kind) {
        return plan.nodes().stream()
                .filter(n -> n.operator().kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsUsedTwiceIsOneNodeAndInputsComeFirst() {
        StatementPlan plan = explained(UNION);

        assertThat(kinds(plan))
                .containsExactly(
                        "TableSourceScan",
                        "Calc",
                        "Calc",
                        "Union",
                        "Exchange",
                        "Deduplicate",
                        "Sink");
        assertThat(plan.sinks()).containsExactly(node(plan, "Sink"));
        assertThat(node(plan, "Union").branches()).hasSize(2);
        assertThat(node(plan, "Deduplicate").streamsInto()).isEqualTo(2);
        assertThat(plan.downstream(node(plan, "Union"))).hasSize(3);
    }

    @Test
    void changelogModesComeFromThePhysicalPlanAtTheSamePlace() {
        StatementPlan plan = explained(UNION);

        assertThat(node(plan, "Deduplicate").changelog()).contains("I,UB,UA,D");
        assertThat(node(plan, "TableSourceScan").changelog()).contains("I");
    }

    @Test
    void whereThePhysicalPlanDiffersThereIsNoChangelogMode() {
        StatementPlan plan =
                explained(
                        UNION.replace(
                                "   +- Exchange(distribution=[hash[a]], ch",
                                "   +- Other(distribution=[hash[a]], ch"));

        assertThat(node(plan, "Deduplicate").changelog()).isPresent();
        assertThat(node(plan, "Exchange").changelog()).isEmpty();
        assertThat(node(plan, "Union").changelog()).isEmpty();
    }

    @Test
    void withoutAnExecutionPlanThePhysicalOneIsTaken() {
        StatementPlan plan = explained(UNION.substring(0, UNION.indexOf("== Optimized Exec")));

        assertThat(kinds(plan)).contains("Rank").doesNotContain("Deduplicate");
        assertThat(node(plan, "Rank").changelog()).contains("I,UB,UA,D");
    }

    @Test
    void aTreeByItselfIsThePlan() {
        StatementPlan plan = explained("Calc(select=[a])\n+- TableSourceScan(table=[[c, d, t]])");

        assertThat(kinds(plan)).containsExactly("TableSourceScan", "Calc");
    }

    @Test
    void windowsLineEndsAndTheFrameOfTheSqlClientChangeNothing() {
        List<String> expected = kinds(explained(UNION));
        String wide = "+" + "-".repeat(40) + "+\n";
        String framed = wide + "| result |\n" + wide + "| " + UNION.strip() + " |\n" + wide;

        assertThat(kinds(explained(UNION.replace("\n", "\r\n")))).isEqualTo(expected);
        assertThat(kinds(explained(framed + "1 row in set\n"))).isEqualTo(expected);
        assertThat(kinds(explained(UNION.replace("\n", "   \n")))).isEqualTo(expected);
    }

    static Stream<ExplainedPlan> plans() {
        return ExplainedPlan.all().stream();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void everyOperatorOfARealPlanIsFoundInItsPhysicalPlan(ExplainedPlan plan) {
        StatementPlan read = StatementPlan.of(plan.plan());

        assertThat(read.nodes()).isNotEmpty().allMatch(n -> n.physical().isPresent());
        assertThat(read.ast()).isNotEmpty();
        assertThat(read.batch()).isFalse();
    }

    @Test
    void aLiteralOfSeveralLinesStaysInItsOperator() {
        StatementPlan plan = StatementPlan.of(ExplainedPlan.of("2.3", "multi-line-literal").plan());

        assertThat(kinds(plan))
                .containsExactly("TableSourceScan", "Calc", "WatermarkAssigner", "Calc", "Sink");
        assertThat(plan.sinks().get(0).inputs().get(0).operator().raw())
                .contains("'a\n+- Join(x=[1])\n== Optimized Execution Plan ==\n'b' '");
    }

    @Test
    void aSubQueryOfTheAstHasItsTables() {
        StatementPlan plan = StatementPlan.of(ExplainedPlan.of("2.3", "in").plan());

        assertThat(plan.ast().stream().flatMap(n -> TableName.of(n.operator()).stream()))
                .extracting(TableName::shortName)
                .containsExactlyInAnyOrder("orders", "payments", "o3");
    }

    @Test
    void aStatementSetHasItsSinksAndCountsASharedPlanOnce() {
        StatementPlan plan = StatementPlan.of(ExplainedPlan.of("2.3", "set-shared").plan());

        assertThat(plan.sinks()).hasSize(3).allMatch(n -> n.operator().is("Sink"));
        assertThat(plan.nodes().stream().filter(n -> n.operator().distinct())).hasSize(2);
    }

    @Test
    void adviceIsNoPartOfThePlan() {
        StatementPlan plan = StatementPlan.of(ExplainedPlan.of("2.3", "ndu-ignored").plan());

        assertThat(plan.advice()).hasSize(2);
        assertThat(plan.advice().get(1)).contains("[WARNING] The column(s)", "related rel plan");
        assertThat(plan.sinks()).hasSize(1);
    }

    @Test
    void aCompiledPlanGivesTheSameNodes() {
        SqlPlan.State state = new SqlPlan.State(0, "groupAggregateState", Duration.ofHours(1));
        StatementPlan plan =
                StatementPlan.of(
                        new SqlPlan.Nodes(
                                List.of(
                                        new SqlPlan.Node(
                                                7, "Sink(table=[c.d.o])", List.of(6), List.of()),
                                        new SqlPlan.Node(
                                                6,
                                                "GroupAggregate(groupBy=[a], select=[a])",
                                                List.of(5, 99),
                                                List.of(state)),
                                        new SqlPlan.Node(
                                                5,
                                                "TableSourceScan(table=[[c, d, t]])",
                                                List.of(),
                                                List.of()),
                                        new SqlPlan.Node(
                                                8, "Sink(table=[c.d.p])", List.of(6), List.of()))));

        assertThat(kinds(plan))
                .containsExactly("TableSourceScan", "GroupAggregate", "Sink", "Sink");
        assertThat(node(plan, "GroupAggregate").states()).containsExactly(state);
    }

    @Test
    @Timeout(10)
    void operatorsThatOnlyFeedEachOtherAreNoPlan() {
        StatementPlan plan =
                StatementPlan.of(
                        new SqlPlan.Nodes(
                                List.of(
                                        new SqlPlan.Node(
                                                1, "Calc(select=[a])", List.of(2), List.of()),
                                        new SqlPlan.Node(
                                                2, "Calc(select=[b])", List.of(1), List.of()),
                                        new SqlPlan.Node(
                                                3, "Calc(select=[c])", List.of(3), List.of()))));

        assertThat(plan.nodes()).isEmpty();
    }

    @Test
    @Timeout(10)
    void aPlanOfThousandsOfOperatorsInARowIsReadWithoutRecursion() {
        int depth = 3_000;
        String text =
                IntStream.range(0, depth)
                        .mapToObj(
                                i ->
                                        (i == 0 ? "" : "   ".repeat(i - 1) + "+- ")
                                                + "Calc(select=[a])")
                        .collect(Collectors.joining("\n"));

        StatementPlan plan = explained(text);

        assertThat(plan.nodes()).hasSize(depth);
        assertThat(plan.nodes().get(depth - 1).upstream()).hasSize(depth);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "'",
                "+- ",
                "== Optimized Execution Plan ==",
                "A(x=[1])(reuse_id=[1])\n+- Reused(reference_id=[1])",
                "Reused(reference_id=[1])",
                "| |\n+---+\n|",
                "Sink(\n+- Calc(select=['\n+- x"
            })
    void anyTextGivesAPlan(String text) {
        assertThat(explained(text).nodes()).hasSizeLessThan(4);
    }

    @Test
    void aBatchPlanIsKnown() {
        assertThat(explained("HashJoin(joinType=[InnerJoin])\n+- Calc(select=[a])").batch())
                .isTrue();
    }
}
