package flinktriage.plan;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlTable;
import flinktriage.model.SqlUnion;
import flinktriage.model.SqlView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A statement as the test states it: its plan, its tables, its settings. */
final class PlannedText {

    private static final Instant NOW = Instant.parse("2026-03-01T02:14:00Z");
    private static final SourceSpan AT = new SourceSpan("o.sql", 1, 1, 1, 9);

    private final Map<String, SqlTable> tables = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final List<SqlView> views = new ArrayList<>();
    private final List<SqlUnion> unions = new ArrayList<>();
    private String sql = "INSERT INTO o SELECT 1";
    private String plan = "";
    private String version = "2.3.0";

    /** The lines below the head of the execution plan. */
    PlannedText plan(String text) {
        plan = "== Optimized Execution Plan ==\n" + text;
        return this;
    }

    /** Begins at the first line and column of its file. */
    PlannedText sql(String text) {
        sql = text;
        return this;
    }

    /** Has a file of its own. */
    PlannedText view(String name, String text) {
        views.add(new SqlView("c.d." + name, new SourceSpan(name + ".sql", 1, 1, 1, 9), text));
        return this;
    }

    /**
     * @param branches of each the columns, {@code id BIGINT, page STRING}
     */
    PlannedText union(String... branches) {
        unions.add(
                new SqlUnion(
                        AT,
                        List.of(branches).stream()
                                .map(b -> new SqlUnion.Branch(AT, columns(b.split(", "))))
                                .toList()));
        return this;
    }

    private static List<SqlColumn> columns(String... columns) {
        return List.of(columns).stream()
                .map(c -> c.split(" ", 2))
                .map(c -> new SqlColumn(c[0], c[1]))
                .toList();
    }

    PlannedText set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    PlannedText flink(String other) {
        version = other;
        return this;
    }

    /**
     * @param columns {@code id BIGINT}
     */
    PlannedText table(String name, List<String> primaryKey, String... columns) {
        String qualified = "c.d." + name;
        tables.put(
                qualified,
                new SqlTable(
                        qualified,
                        AT,
                        "kafka",
                        columns(columns),
                        primaryKey,
                        Optional.empty(),
                        Optional.empty(),
                        "I",
                        Map.of()));
        return this;
    }

    SqlStatement statement() {
        Provenance from = new Provenance("EXPLAIN", "", NOW);
        return new SqlStatement(
                SqlStatement.Kind.INSERT,
                AT,
                sql,
                views,
                settings,
                tables,
                List.of(),
                unions,
                plan.isEmpty()
                        ? Observed.absent(Missing.Why.NOT_EXPOSED, "plan", "")
                        : Observed.of(new SqlPlan.Explained(plan), from),
                Optional.empty(),
                Optional.empty());
    }

    SqlScript script() {
        return new SqlScript(
                "o.sql",
                SqlScript.Form.SQL,
                Observed.of(version, new Provenance("planner", "", NOW)),
                NOW,
                List.of(statement()),
                "");
    }

    List<OperatorState> operators(Assumptions given) {
        SqlStatement s = statement();
        return OperatorState.of(StatementPlan.of(s.plan().require()), s, SqlScript.Form.SQL, given);
    }

    OperatorState operator(String kind, Assumptions given) {
        return operators(given).stream()
                .filter(o -> o.node().operator().kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
