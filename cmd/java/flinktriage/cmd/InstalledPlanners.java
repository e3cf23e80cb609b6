package flinktriage.cmd;

import flinktriage.model.SqlScript;
import flinktriage.sql.PlannerHome;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.ScriptReader;
import flinktriage.sql.SqlInput;
import java.time.Clock;
import java.util.List;

/** The planners that were built with the program. */
final class InstalledPlanners implements SqlReading {

    private final ScriptReader reader;

    InstalledPlanners(Clock clock) {
        reader = new ScriptReader(PlannerHome.ofLauncher(), clock);
    }

    @Override
    public List<SqlScript> read(List<SqlInput> inputs, ReadSettings settings) {
        return reader.read(inputs, settings);
    }

    @Override
    public void close() {
        reader.close();
    }
}
