package flinktriage.world;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlStatement.Kind;
import flinktriage.model.SqlText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        List<SqlStatement> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        int[] begin = new int[2];
        for (SqlText.Piece piece : SqlText.pieces(text)) {
            int line = piece.line();
            int column = piece.column();
            for (char c : piece.text().toCharArray()) {
                boolean code = piece.kind() == SqlText.Kind.CODE;
                if (code && c == ';') {
                    add(statements, name, statement.toString(), begin, plan);
                    statement.setLength(0);
                } else if (!statement.isEmpty()
                        || piece.kind() != SqlText.Kind.COMMENT && !Character.isWhitespace(c)) {
                    if (statement.isEmpty()) {
                        begin[0] = line;
                        begin[1] = column;
                    }
                    statement.append(c);
                }
                column = c == '\n' ? 1 : column + 1;
                line += c == '\n' ? 1 : 0;
            }
        }
        add(statements, name, statement.toString(), begin, plan);
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
                        Optional.of(rejection)));
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

    private static void add(
            List<SqlStatement> statements, String name, String text, int[] begin, String plan) {
        if (text.isBlank()) {
            return;
        }
        String whole = text.stripTrailing();
        int breaks = (int) whole.chars().filter(c -> c == '\n').count();
        int lastLine = whole.length() - whole.lastIndexOf('\n') - 1;
        SourceSpan at =
                new SourceSpan(
                        name,
                        begin[0],
                        begin[1],
                        begin[0] + breaks,
                        breaks == 0 ? begin[1] + lastLine - 1 : Math.max(1, lastLine));
        Kind kind = kind(whole.toUpperCase(Locale.ROOT));
        statements.add(
                new SqlStatement(
                        kind,
                        at,
                        whole,
                        List.of(),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        kind != Kind.INSERT
                                ? noPlan("a statement of this kind has none")
                                : plan.isEmpty()
                                        ? noPlan("function rate is not on the class path")
                                        : Observed.of(new SqlPlan.Explained(plan), READ),
                        Optional.empty()));
    }

    private static Kind kind(String text) {
        return text.startsWith("INSERT")
                ? Kind.INSERT
                : text.startsWith("SET")
                        ? Kind.SET
                        : text.startsWith("CREATE TABLE")
                                ? Kind.CREATE_TABLE
                                : text.startsWith("CREATE") ? Kind.CREATE_VIEW : Kind.OTHER;
    }
}
