package flinktriage.world;

import flinktriage.check.StatementView;
import flinktriage.model.Observed;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A statement with what EXPLAIN CHANGELOG_MODE, PLAN_ADVICE of a real planner says of it, as
 * recorded under {@code src/test/plans}. Comments before the SQL hold the settings in force, the
 * states with their TTLs that COMPILE PLAN lists, and the rules that must speak above INFO.
 */
public record ExplainedPlan(
        String version,
        String name,
        Map<String, String> settings,
        List<String> states,
        String expected,
        String sql,
        String explain) {

    private static final Path PLANS = Path.of("src/test/plans");

    public static List<ExplainedPlan> all() {
        return Stream.of("1.20", "2.3").flatMap(ExplainedPlan::of).toList();
    }

    public static ExplainedPlan of(String version, String name) {
        return read(PLANS.resolve(version).resolve(name + ".txt"));
    }

    private static Stream<ExplainedPlan> of(String version) {
        try (Stream<Path> files = Files.list(PLANS.resolve(version))) {
            return files.sorted().map(ExplainedPlan::read).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ExplainedPlan read(Path file) {
        Map<String, String> settings = new HashMap<>();
        List<String> states = new ArrayList<>();
        List<String> sql = new ArrayList<>();
        List<String> plan = new ArrayList<>();
        String expected = "";
        try {
            for (String line : Files.readString(file).split("\n", -1)) {
                boolean head = sql.isEmpty() && plan.isEmpty();
                if (head && line.startsWith("-- set ")) {
                    String[] pair = line.substring(7).split("=", 2);
                    settings.put(pair[0], pair[1]);
                } else if (head && line.startsWith("-- state ")) {
                    states.add(line.substring(9));
                } else if (head && line.startsWith("-- expect:")) {
                    expected = line.substring(10).strip();
                } else if (plan.isEmpty() && !line.equals("== Abstract Syntax Tree ==")) {
                    sql.add(line);
                } else {
                    plan.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ExplainedPlan(
                file.getParent().getFileName().toString(),
                file.getFileName().toString().replace(".txt", ""),
                settings,
                states,
                expected,
                String.join("\n", sql),
                String.join("\n", plan));
    }

    public SqlPlan plan() {
        return new SqlPlan.Explained(explain);
    }

    public StatementView statement() {
        SqlStatement read = Scripts.sql(name + ".sql", sql + ";", explain).statements().get(0);
        return view(read.at(), sql, settings, explain, SqlScript.Form.SQL);
    }

    /** The same plan without its SQL and its settings. */
    public StatementView withoutSql() {
        SourceSpan file = new SourceSpan(name + ".txt", 1, 1, 1, 1);
        return view(file, "", Map.of(), explain, SqlScript.Form.EXPLAIN);
    }

    private StatementView view(
            SourceSpan at,
            String text,
            Map<String, String> set,
            String explained,
            SqlScript.Form form) {
        SqlStatement read =
                text.isEmpty()
                        ? null
                        : Scripts.sql(name + ".sql", text + ";", explained).statements().get(0);
        SqlStatement statement =
                new SqlStatement(
                        read == null ? SqlStatement.Kind.OTHER : read.kind(),
                        at,
                        text,
                        List.of(),
                        set,
                        Map.of(),
                        read == null ? List.of() : read.hints(),
                        List.of(),
                        Observed.of(new SqlPlan.Explained(explained), Scripts.READ),
                        Optional.empty(),
                        Optional.empty());
        SqlScript script =
                new SqlScript(
                        at.file(),
                        form,
                        Observed.of(version + ".0", Scripts.READ),
                        Scripts.NOW,
                        List.of(statement),
                        text);
        return new StatementView(script, statement);
    }

    @Override
    public String toString() {
        return version + " " + name;
    }
}
