package flinktriage.world;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlStatement.Kind;
import flinktriage.plan.StatementSplitter;
import flinktriage.plan.StatementText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scripts as they are read, without a planner: each INSERT has the plan that the test states. */
public final class Scripts {

    public static final Instant NOW = Instant.parse("2026-03-01T02:14:00Z");
    public static final Provenance READ = new Provenance("orders.sql", "", NOW);

    private static final String PLAN =
            """
            == Optimized Execution Plan ==
            Sink(table=[default_catalog.default_database.o], fields=[a])
            +- TableSourceScan(table=[[default_catalog, default_database, t]], fields=[a])
            """;

    private Scripts() {}

    /** Statements end with a semicolon. */
    public static SqlScript sql(String name, String text) {
        return sql(name, text, PLAN);
    }

    /**
     * @param plan of every INSERT; empty for none, as if a function were missing
     */
    public static SqlScript sql(String name, String text, String plan) {
        List<SqlStatement> statements =
                StatementSplitter.split(name, text).stream().map(t -> read(t, plan)).toList();
        return new SqlScript(
                name, SqlScript.Form.SQL, Observed.of("2.3.0", READ), NOW, statements, text);
    }

    /** With what the planner has against the statement of this number, from 0. */
    public static SqlScript rejected(SqlScript script, int number, SqlRejection rejection) {
        List<SqlStatement> statements = new ArrayList<>(script.statements());
        SqlStatement s = statements.get(number);
        statements.set(
                number,
                new SqlStatement(
                        s.kind(),
                        s.at(),
                        s.text(),
                        s.views(),
                        s.settings(),
                        s.tables(),
                        s.hints(),
                        s.unions(),
                        noPlan("the statement is rejected"),
                        Optional.of(rejection),
                        s.unknownKey()));
        return new SqlScript(
                script.name(),
                script.form(),
                script.flinkVersion(),
                script.takenAt(),
                statements,
                script.source());
    }

    public static Observed<SqlPlan> noPlan(String why) {
        return Observed.absent(Missing.Why.NOT_EXPOSED, "plan", why);
    }

    private static SqlStatement read(StatementText text, String plan) {
        Observed<SqlPlan> planned =
                text.kind() != Kind.INSERT
                        ? noPlan("a statement of this kind has none")
                        : plan.isEmpty()
                                ? noPlan("function rate is not on the class path")
                                : Observed.of(new SqlPlan.Explained(plan), READ);
        return new SqlStatement(
                text.kind(),
                text.at(),
                text.source().text(),
                List.of(),
                Map.of(),
                Map.of(),
                text.hints(),
                List.of(),
                planned,
                Optional.empty(),
                Optional.empty());
    }
}
