package flinktriage.world;

import flinktriage.check.LintReport;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Linter;
import flinktriage.sql.PlannerHome;
import flinktriage.sql.PlannerVersion;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.ScriptReader;
import flinktriage.sql.SqlInput;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scripts that are linted with Flink's planner, each by itself. */
public final class PlannedScripts implements AutoCloseable {

    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-03-01T02:14:00Z"), ZoneOffset.UTC);

    private final ScriptReader reader = new ScriptReader(PlannerHome.ofLauncher(), CLOCK);
    private final Linter linter = new Linter(AllChecks.list(), "test", CLOCK);

    public LintReport lint(String name, String text, PlannerVersion version) {
        SqlInput input = new SqlInput(name, text, Optional.empty());
        return linter.lint(
                reader.read(List.of(input), new ReadSettings(version, Map.of(), Map.of())));
    }

    @Override
    public void close() {
        reader.close();
    }
}
