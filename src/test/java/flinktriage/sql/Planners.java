package flinktriage.sql;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlStatement.Kind;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads scripts with the planners that the build has laid out. */
final class Planners {

    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T03:00:00Z"), ZoneOffset.UTC);

    private Planners() {}

    static ScriptReader reader() {
        return new ScriptReader(
                new PlannerHome(Path.of(System.getProperty(PlannerHome.PROPERTY))), CLOCK);
    }

    static SqlScript read(ScriptReader reader, PlannerVersion version, String sql) {
        return read(reader, version, sql, Map.of());
    }

    static SqlScript read(
            ScriptReader reader,
            PlannerVersion version,
            String sql,
            Map<String, String> changelogs) {
        return reader.read(
                        List.of(new SqlInput("script.sql", sql, Optional.empty())),
                        new ReadSettings(version, Map.of(), changelogs))
                .get(0);
    }

    /** The last statement that should have a plan. */
    static SqlStatement last(SqlScript script) {
        List<SqlStatement> planned =
                script.statements().stream()
                        .filter(
                                s ->
                                        s.kind() == Kind.INSERT
                                                || s.kind() == Kind.QUERY
                                                || s.kind() == Kind.STATEMENT_SET)
                        .toList();
        return planned.get(planned.size() - 1);
    }
}
