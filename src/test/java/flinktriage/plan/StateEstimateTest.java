package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import flinktriage.plan.StateEstimate.Lacking;
import flinktriage.plan.StateEstimate.Part;
import flinktriage.plan.StateEstimate.Sized;
import flinktriage.plan.StateEstimate.Term;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateEstimateTest {

    private static final Assumptions DATA =
            new Assumptions(
                    Map.of("user_id", 5e6, "id", 1e8),
                    Map.of("orders", 20_000.0, "payments", 1_000.0),
                    Map.of("page", 10.0));

    @Test
    void an_aggregate_keeps_its_key_and_an_accumulator_for_each_call() {
        OperatorState state =
                orders(
                                "GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n, SUM(amount) AS s])")
                        .operator("GroupAggregate", DATA);

        assertThat(state.estimate())
                .isEqualTo(
                        new Sized(
                                List.of(
                                        new Term(
                                                5e6,
                                                "user_id",
                                                List.of(
                                                        new Part("key", 8, 8),
                                                        new Part("COUNT", 16, 16),
                                                        new Part("SUM", 24, 24)),
                                                false)),
                                List.of()));
        assertThat(((Sized) state.estimate()).terms().get(0).high()).isEqualTo(5e6 * 48);
    }

    @Test
    void texts_take_one_and_a_half_to_two_times_their_length() {
        PlannedText distinct =
                orders("GroupAggregate(groupBy=[user_id, page], select=[user_id, page])");
        Assumptions given =
                new Assumptions(Map.of("page, user_id", 1000.0), Map.of(), Map.of("page", 10.0));

        assertThat(distinct.operator("GroupAggregate", given).estimate())
                .isEqualTo(
                        new Sized(
                                List.of(
                                        new Term(
                                                1000,
                                                "user_id, page",
                                                List.of(
                                                        new Part("key", 23, 28),
                                                        new Part("COUNT", 16, 16)),
                                                false)),
                                List.of()));
    }

    @Test
    void says_what_it_takes_for_given() {
        Assumptions given =
                new Assumptions(Map.of("user_id", 1.0, "page", 1000.0), Map.of(), Map.of());

        StateEstimate estimate =
                orders("GroupAggregate(groupBy=[user_id, page], select=[user_id, page])")
                        .operator("GroupAggregate", given)
                        .estimate();

        assertThat(((Sized) estimate).assumed()).containsExactly("32 B for page (--width page=N)");
    }

    @Test
    void names_the_options_that_would_give_it() {
        assertThat(
                        orders("GroupAggregate(groupBy=[page], select=[page])")
                                .operator("GroupAggregate", DATA)
                                .estimate())
                .isEqualTo(new Lacking(List.of("--keys page=N")));
        assertThat(join("NoUniqueKey").operator("Join", Assumptions.NONE).estimate())
                .isEqualTo(new Lacking(List.of("--rate orders=N", "--rate payments=N")));
    }

    @Test
    void a_side_of_a_join_without_a_key_grows_every_day() {
        Sized estimate = (Sized) join("NoUniqueKey").operator("Join", DATA).estimate();

        assertThat(estimate.terms())
                .containsExactly(
                        new Term(
                                20_000 * 86_400.0,
                                "rows of orders",
                                List.of(new Part("row", 16, 16)),
                                true),
                        new Term(
                                1_000 * 86_400.0,
                                "rows of payments",
                                List.of(new Part("row", 16, 16)),
                                true));
    }

    @Test
    void a_ttl_bounds_the_side_of_a_join() {
        Sized estimate =
                (Sized)
                        join("NoUniqueKey")
                                .set("table.exec.state.ttl", "1 h")
                                .operator("Join", DATA)
                                .estimate();

        assertThat(estimate.terms().get(0))
                .isEqualTo(
                        new Term(
                                20_000 * 3_600.0,
                                "rows of orders in 1 h",
                                List.of(new Part("row", 16, 16)),
                                false));
    }

    @Test
    void a_side_with_a_key_keeps_one_row_for_each() {
        Sized estimate = (Sized) join("HasUniqueKey").operator("Join", DATA).estimate();

        assertThat(estimate.terms().get(1))
                .isEqualTo(new Term(1e8, "id", List.of(new Part("row", 16, 16)), false));
    }

    @Test
    void an_interval_join_keeps_the_rows_of_its_interval() {
        Sized estimate =
                (Sized)
                        two("IntervalJoin(joinType=[InnerJoin], windowBounds=[isRowTime=true,"
                                        + " leftLowerBound=-600000, leftUpperBound=0,"
                                        + " leftTimeIndex=1, rightTimeIndex=1], where=[(id ="
                                        + " id0)], select=[id, amount, id0, ts])")
                                .operator("IntervalJoin", DATA)
                                .estimate();

        assertThat(estimate.terms())
                .extracting(Term::count, Term::of)
                .containsExactly(
                        tuple(12e6, "rows of orders in 10 min"),
                        tuple(6e5, "rows of payments in 10 min"));
    }

    @Test
    void an_over_range_keeps_the_rows_of_the_range() {
        Sized estimate =
                (Sized)
                        orders(
                                        "OverAggregate(partitionBy=[user_id], orderBy=[ts ASC], window=[ RANGE BETWEEN 60000 PRECEDING AND CURRENT ROW], select=[user_id, COUNT(*) AS w0$o0])")
                                .operator("OverAggregate", DATA)
                                .estimate();

        assertThat(estimate.terms().get(0).count()).isEqualTo(20_000 * 60.0);
        assertThat(estimate.terms().get(0).perDay()).isFalse();
    }

    @Test
    void windows_keep_an_accumulator_for_each_key_and_open_window() {
        Sized hop =
                (Sized)
                        orders(
                                        "GlobalWindowAggregate(groupBy=[user_id], window=[HOP(slice_end=[$slice_end], size=[10 min], slide=[1 min])], select=[user_id, COUNT(count1$0) AS n, start('w$) AS window_start])")
                                .operator("GlobalWindowAggregate", DATA)
                                .estimate();

        assertThat(hop.terms())
                .containsExactly(
                        new Term(
                                5e6 * 11,
                                "user_id x 11",
                                List.of(new Part("key", 8, 8), new Part("COUNT", 16, 16)),
                                false));
    }

    @Test
    void a_top_n_of_an_aggregate_keeps_one_row_for_each_group() {
        Sized rank =
                (Sized)
                        orders(
                                        """
                                        Rank(strategy=[RetractStrategy], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=3], partitionBy=[n], orderBy=[n DESC], select=[user_id, n])
                                           +- Exchange(distribution=[hash[n]])
                                              +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n])""")
                                .operator("Rank", DATA)
                                .estimate();

        assertThat(rank.terms())
                .containsExactly(new Term(5e6, "user_id", List.of(new Part("row", 16, 16)), false));
    }

    @Test
    void without_the_tables_the_width_of_every_column_is_assumed() {
        PlannedText text =
                new PlannedText()
                        .plan(
                                """
                                Sink(table=[c.d.o], fields=[id, n])
                                +- Deduplicate(keep=[LastRow], key=[id], order=[ROWTIME])
                                   +- TableSourceScan(table=[[c, d, orders]], fields=[id, n])
                                """);

        assertThat(text.operator("Deduplicate", DATA).estimate())
                .isEqualTo(
                        new Sized(
                                List.of(
                                        new Term(
                                                1e8,
                                                "id",
                                                List.of(new Part("row", 32, 32)),
                                                false)),
                                List.of("16 B for id, n (--width id=N)")));
    }

    /** One operator over orders. */
    private static PlannedText orders(String operator) {
        String[] lines = operator.split("\n");
        String deepest =
                " "
                        .repeat(
                                lines[lines.length - 1].indexOf('+') < 0
                                        ? 3
                                        : lines[lines.length - 1].indexOf('+') + 3);
        return tables(
                new PlannedText()
                        .plan(
                                "Sink(table=[c.d.o], fields=[a])\n+- "
                                        + operator
                                        + "\n"
                                        + deepest
                                        + "+- TableSourceScan(table=[[c, d, orders]],"
                                        + " fields=[user_id, page, amount, ts])\n"));
    }

    private static PlannedText join(String right) {
        return two(
                "Join(joinType=[InnerJoin], where=[(id = id0)], select=[id, amount, id0, ts],"
                        + " leftInputSpec=[NoUniqueKey], rightInputSpec=["
                        + right
                        + "])");
    }

    private static PlannedText two(String operator) {
        return tables(
                new PlannedText()
                        .plan(
                                "Sink(table=[c.d.o], fields=[a])\n+- "
                                        + operator
                                        + """

                                           :- Exchange(distribution=[hash[id]])
                                           :  +- TableSourceScan(table=[[c, d, orders]], fields=[id, amount])
                                           +- Exchange(distribution=[hash[id]])
                                              +- TableSourceScan(table=[[c, d, payments]], fields=[id, ts])
                                        """));
    }

    private static PlannedText tables(PlannedText text) {
        return text.table(
                        "orders",
                        List.of(),
                        "id BIGINT",
                        "user_id BIGINT",
                        "page STRING",
                        "amount DECIMAL(10, 2)",
                        "ts TIMESTAMP(3)")
                .table("payments", List.of("id"), "id BIGINT", "ts TIMESTAMP(3)");
    }
}
