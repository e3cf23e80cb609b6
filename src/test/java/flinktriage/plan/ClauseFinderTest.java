package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where in its SQL an operator of a plan comes from. */
class ClauseFinderTest {

    @Test
    void a_clause_that_stands_once_is_that_of_the_operator() {
        String sql = "INSERT INTO o SELECT user_id, COUNT(*) FROM clicks GROUP BY user_id";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id BIGINT")
                        .sql(sql)
                        .plan(
                                """
                                Sink(table=[c.d.o], fields=[user_id, n])
                                +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n])
                                   +- TableSourceScan(table=[[c, d, clicks]], fields=[user_id])
                                """);

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY))
                .map(at -> text(sql, at))
                .contains("GROUP BY user_id");
        assertThat(found(world, "GroupAggregate", Clause.DISTINCT)).isEmpty();
    }

    @Test
    void lines_and_columns_are_those_of_the_file() {
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id BIGINT")
                        .sql("INSERT INTO o\nSELECT user_id\nFROM clicks\n  ORDER BY user_id")
                        .plan(
                                """
                                Sink(table=[c.d.o], fields=[user_id])
                                +- Sort(orderBy=[user_id ASC])
                                   +- TableSourceScan(table=[[c, d, clicks]], fields=[user_id])
                                """);

        assertThat(found(world, "Sort", Clause.ORDER_BY))
                .contains(new SourceSpan("o.sql", 4, 3, 4, 18));
    }

    @Test
    void of_two_joins_that_one_is_taken_whose_tables_the_operator_reads() {
        String sql =
                "INSERT INTO o SELECT c.id FROM clicks c JOIN users u ON c.id = u.id"
                        + " UNION ALL SELECT s.id FROM searches s LEFT JOIN pages p ON s.id = p.id";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "id BIGINT")
                        .table("users", List.of(), "id BIGINT")
                        .table("searches", List.of(), "id BIGINT")
                        .table("pages", List.of(), "id BIGINT")
                        .sql(sql)
                        .plan(
                                """
                                Sink(table=[c.d.o], fields=[id])
                                +- Union(all=[true], union=[id])
                                   :- Calc(select=[id])
                                   :  +- IntervalJoin(joinType=[InnerJoin], where=[(id = id0)])
                                   :     :- TableSourceScan(table=[[c, d, clicks]], fields=[id])
                                   :     +- TableSourceScan(table=[[c, d, users]], fields=[id])
                                   +- Calc(select=[id])
                                      +- Join(joinType=[LeftOuterJoin], where=[(id = id0)])
                                         :- TableSourceScan(table=[[c, d, searches]], fields=[id])
                                         +- TableSourceScan(table=[[c, d, pages]], fields=[id])
                                """);

        assertThat(found(world, "IntervalJoin", Clause.JOIN))
                .map(SourceSpan::column)
                .contains(sql.indexOf("JOIN users") + 1);
        assertThat(found(world, "Join", Clause.JOIN))
                .map(at -> text(sql, at))
                .contains("LEFT JOIN");
    }

    @Test
    void of_two_groups_of_one_table_that_one_is_taken_whose_columns_the_operator_has() {
        String sql =
                "INSERT INTO o SELECT page FROM clicks GROUP BY page"
                        + " UNION ALL SELECT user_id FROM clicks GROUP BY user_id";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .sql(sql)
                        .plan(grouped("user_id"));

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY))
                .map(at -> text(sql, at))
                .contains("GROUP BY user_id");
    }

    @Test
    void where_nothing_decides_between_two_places_there_is_no_answer() {
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .sql(
                                "INSERT INTO o SELECT page FROM clicks GROUP BY page"
                                        + " UNION ALL SELECT page FROM clicks GROUP BY page")
                        .plan(grouped("page"));

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY)).isEmpty();
    }

    @Test
    void a_clause_of_a_view_is_found_where_the_view_is_created() {
        String view = "CREATE VIEW per_page AS SELECT page FROM clicks GROUP BY page";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .view("per_page", view)
                        .sql("INSERT INTO o SELECT page FROM per_page")
                        .plan(grouped("page"));

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY))
                .hasValueSatisfying(
                        at -> {
                            assertThat(at.file()).isEqualTo("per_page.sql");
                            assertThat(text(view, at)).isEqualTo("GROUP BY page");
                        });
    }

    @Test
    void of_the_inserts_of_a_statement_set_that_one_is_taken_which_the_operator_works_for() {
        String sql =
                "EXECUTE STATEMENT SET BEGIN"
                        + " INSERT INTO pages SELECT page FROM clicks GROUP BY page;"
                        + " INSERT INTO others SELECT page FROM clicks GROUP BY page; END";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .sql(sql)
                        .plan(
                                """
                                Sink(table=[c.d.pages], fields=[page])
                                +- GlobalGroupAggregate(groupBy=[page], select=[page])
                                   +- TableSourceScan(table=[[c, d, clicks]], fields=[page])(reuse_id=[1])

                                Sink(table=[c.d.others], fields=[page])
                                +- GroupAggregate(groupBy=[page], select=[page])
                                   +- Reused(reference_id=[1])
                                """);

        assertThat(found(world, "GlobalGroupAggregate", Clause.GROUP_BY))
                .map(SourceSpan::column)
                .contains(sql.indexOf("GROUP BY") + 1);
        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY))
                .map(SourceSpan::column)
                .contains(sql.lastIndexOf("GROUP BY") + 1);
    }

    @Test
    void the_likelier_kind_of_clause_is_taken_where_both_are_there() {
        String sql = "INSERT INTO o SELECT DISTINCT page FROM clicks GROUP BY page";
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .sql(sql)
                        .plan(grouped("page"));

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY, Clause.DISTINCT))
                .map(at -> text(sql, at))
                .contains("GROUP BY page");
        assertThat(found(world, "GroupAggregate", Clause.DISTINCT, Clause.GROUP_BY))
                .map(at -> text(sql, at))
                .contains("SELECT DISTINCT");
    }

    @Test
    void a_keyword_in_a_comment_or_a_literal_is_no_clause() {
        PlannedText world =
                new PlannedText()
                        .table("clicks", List.of(), "user_id STRING", "page STRING")
                        .sql("INSERT INTO o /* GROUP BY page */ SELECT 'GROUP BY page' FROM clicks")
                        .plan(grouped("page"));

        assertThat(found(world, "GroupAggregate", Clause.GROUP_BY)).isEmpty();
    }

    private static String grouped(String column) {
        return """
        Sink(table=[c.d.o], fields=[%1$s])
        +- GroupAggregate(groupBy=[%1$s], select=[%1$s])
           +- TableSourceScan(table=[[c, d, clicks]], fields=[user_id, page])
        """
                .formatted(column);
    }

    private static Optional<SourceSpan> found(PlannedText world, String kind, Clause... clauses) {
        SqlStatement statement = world.statement();
        StatementPlan plan = StatementPlan.of(statement.plan().require());
        List<PlanNode> nodes =
                plan.nodes().stream().filter(n -> n.operator().kind().equals(kind)).toList();
        assertThat(nodes).hasSize(1);
        return new ClauseFinder(statement, plan).find(nodes.get(0), List.of(clauses));
    }

    /** Of a text of one line. */
    private static String text(String sql, SourceSpan at) {
        return sql.substring(at.column() - 1, at.endColumn());
    }
}
