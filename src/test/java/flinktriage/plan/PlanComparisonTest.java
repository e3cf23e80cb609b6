package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.SqlScript;
import flinktriage.plan.PlanComparison.Change;
import flinktriage.plan.PlanComparison.Change.Kind;
import flinktriage.plan.PlanComparison.Pair;
import flinktriage.plan.PlanComparison.Restore;
import flinktriage.plan.PlanComparison.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanComparisonTest {

    private static final String COUNT =
            "GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n])";

    @Test
    void the_same_plan_is_no_change_and_its_state_likely_restores() {
        Pair pair = compared(counting(COUNT), counting(COUNT));

        assertThat(pair.name()).isEqualTo("o");
        assertThat(pair.status()).isEqualTo(Status.SAME);
        assertThat(pair.changes()).isEmpty();
        assertThat(pair.restore()).isEqualTo(Restore.LIKELY);
        assertThat(pair.why()).contains("COMPILE PLAN");
    }

    @Test
    void the_planners_running_numbers_are_no_change() {
        assertThat(compared(counting("[3]:" + COUNT), counting("[71]:" + COUNT)).status())
                .isEqualTo(Status.SAME);
    }

    @Test
    void another_key_is_another_state() {
        Pair pair =
                compared(
                        counting(COUNT),
                        counting("GroupAggregate(groupBy=[page], select=[page, COUNT(*) AS n])"));

        assertThat(pair.changes())
                .contains(
                        new Change(
                                Kind.STATE,
                                "GroupAggregate: groupBy page; calls COUNT(*), was groupBy user_id;"
                                        + " calls COUNT(*)"));
        assertThat(pair.restore()).isEqualTo(Restore.NOT_ALL);
    }

    @Test
    void another_type_of_what_is_kept_is_another_state_but_a_sum_is_as_wide_as_before() {
        String max = "GroupAggregate(groupBy=[user_id], select=[user_id, MAX(amount) AS n])";
        String sum = "GroupAggregate(groupBy=[user_id], select=[user_id, SUM(amount) AS n])";

        assertThat(compared(counting(max), wider(max)).changes())
                .extracting(Change::what)
                .containsExactly(
                        "table orders, column 3: amount DECIMAL(12, 2), was amount DECIMAL(10, 2)",
                        "result, column 2: n DECIMAL(12, 2), was n DECIMAL(10, 2)",
                        "GroupAggregate: groupBy user_id; calls MAX(amount) of DECIMAL(12, 2), was"
                                + " groupBy user_id; calls MAX(amount) of DECIMAL(10, 2)");
        assertThat(compared(counting(sum), wider(sum)).restore()).isEqualTo(Restore.LIKELY);
    }

    @Test
    void tells_operators_that_came_and_went() {
        Pair pair =
                compared(
                        counting(COUNT),
                        counting("Deduplicate(keep=[FirstRow], key=[user_id], order=[PROCTIME])"));

        assertThat(pair.changes())
                .extracting(Change::what)
                .contains(
                        "gone: GroupAggregate, which keeps one accumulator per group",
                        "new: Deduplicate, which keeps one row or flag per key");
        assertThat(pair.restore()).isEqualTo(Restore.NOT_ALL);
    }

    @Test
    void an_operator_without_state_changes_ids_unless_the_plan_is_compiled() {
        Pair pair =
                compared(
                        counting(COUNT),
                        new PlannedText()
                                .table("orders", List.of(), COLUMNS)
                                .plan(
                                        """
                                        Sink(table=[c.d.o], fields=[user_id, n])
                                        +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n])
                                           +- Calc(select=[user_id], where=[(amount > 3)])
                                              +- TableSourceScan(table=[[c, d, orders]], fields=[user_id, page, amount])
                                        """)
                                .script());

        assertThat(pair.changes())
                .containsExactly(
                        new Change(
                                Kind.FILTER, "new: (amount > 3), right above the scan of orders"));
        assertThat(pair.restore()).isEqualTo(Restore.COMPILED_PLAN_ONLY);
    }

    @Test
    void tells_a_filter_that_is_no_longer_below_the_aggregate() {
        String below =
                """
                Sink(table=[c.d.o], fields=[user_id, n])
                +- Calc(select=[user_id, n], where=[(n > 1)])
                   +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n])
                      +- Calc(select=[user_id], where=[((amount > 3) AND (page = ' AND '))])
                         +- TableSourceScan(table=[[c, d, orders]], fields=[user_id, page, amount])
                """;
        String above =
                below.replace(", where=[((amount > 3) AND (page = ' AND '))]", "")
                        .replace("where=[(n > 1)]", "where=[((n > 1) AND (page = ' AND '))]");

        assertThat(compared(planned(below), planned(above)).changes())
                .extracting(Change::what)
                .containsExactly(
                        "(page = ' AND '): above GroupAggregate, was right above the scan of orders",
                        "gone: (amount > 3), was right above the scan of orders");
    }

    @Test
    void tells_a_ttl_that_comes_and_what_that_means_for_the_state() {
        PlannedText after =
                new PlannedText()
                        .table("orders", List.of(), COLUMNS)
                        .plan(plan(COUNT))
                        .set("table.exec.state.ttl", "1 d");

        Pair now = compared(counting(COUNT), after.script());
        Pair earlier = compared(counting(COUNT), after.flink("1.20.3").script());

        assertThat(now.changes())
                .containsExactly(
                        new Change(
                                Kind.TTL,
                                "GroupAggregate: TTL of 1 d, was no TTL; before Flink 2.2 state does"
                                        + " not restore when a TTL comes or goes"));
        assertThat(now.restore()).isEqualTo(Restore.LIKELY);
        assertThat(earlier.restore()).isEqualTo(Restore.NOT_ALL);
    }

    @Test
    void tells_statements_that_are_new_or_gone_by_the_table_that_they_write() {
        SqlScript other = planned(plan(COUNT).replace("c.d.o]", "c.d.p]"));

        assertThat(PlanComparison.of(List.of(counting(COUNT)), List.of(other)).statements())
                .extracting(p -> p.name() + " " + p.status() + " " + p.restore())
                .containsExactly("p NEW NO_STATE", "o GONE NOT_ALL");
    }

    @Test
    void without_a_plan_nothing_is_known_of_the_state() {
        Pair pair = compared(counting(COUNT), new PlannedText().script());

        assertThat(pair.restore()).isEqualTo(Restore.UNKNOWN);
        assertThat(pair.why()).isEqualTo("there is no plan of the new version");
    }

    @Test
    void tells_which_branch_of_a_union_returns_something_else() {
        PlannedText before =
                new PlannedText().union("id BIGINT, page STRING", "id BIGINT, keyword STRING");
        PlannedText after =
                new PlannedText()
                        .union("id BIGINT, page STRING", "id INT, keyword STRING, at TIMESTAMP(3)");

        assertThat(compared(before.script(), after.script()).changes())
                .containsExactly(
                        new Change(
                                Kind.COLUMN,
                                "branch 2 of set operation 1, column 1: id INT, was id BIGINT"),
                        new Change(
                                Kind.COLUMN,
                                "branch 2 of set operation 1, column 3: at TIMESTAMP(3), was none"));
    }

    @Test
    void tells_a_branch_that_came_and_compares_those_that_both_versions_have() {
        PlannedText before = new PlannedText().union("id INT", "id INT").union("a INT", "a INT");
        PlannedText after =
                new PlannedText().union("id INT", "id INT", "id INT").union("b INT", "a INT");

        assertThat(compared(before.script(), after.script()).changes())
                .extracting(Change::what)
                .containsExactly(
                        "set operation 1 has 3 branches, had 2",
                        "branch 1 of set operation 2, column 1: b INT, was a INT");
    }

    @Test
    void the_same_branches_are_no_change() {
        SqlScript script = new PlannedText().union("id INT", "id INT").plan(plan(COUNT)).script();

        assertThat(compared(script, script).changes()).isEmpty();
        assertThat(compared(script, script).status()).isEqualTo(Status.SAME);
    }

    private static final String[] COLUMNS = {
        "user_id BIGINT", "page STRING", "amount DECIMAL(10, 2)"
    };

    private static SqlScript counting(String operator) {
        return planned(plan(operator));
    }

    private static SqlScript wider(String operator) {
        return new PlannedText()
                .table(
                        "orders",
                        List.of(),
                        "user_id BIGINT",
                        "page STRING",
                        "amount DECIMAL(12, 2)")
                .plan(plan(operator))
                .script();
    }

    private static SqlScript planned(String plan) {
        return new PlannedText().table("orders", List.of(), COLUMNS).plan(plan).script();
    }

    private static String plan(String operator) {
        return "Sink(table=[c.d.o], fields=[user_id, n])\n+- "
                + operator
                + "\n   +- TableSourceScan(table=[[c, d, orders]], fields=[user_id, page, amount])\n";
    }

    private static Pair compared(SqlScript before, SqlScript after) {
        List<Pair> pairs = PlanComparison.of(List.of(before), List.of(after)).statements();
        assertThat(pairs).hasSize(1);
        return pairs.get(0);
    }
}
