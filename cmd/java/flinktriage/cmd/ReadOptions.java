package flinktriage.cmd;

import flinktriage.model.SqlScript;
import flinktriage.sql.PlannerVersion;
import flinktriage.sql.ReadSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How scripts are read and planned. */
final class ReadOptions {

    private static final Set<String> CHANGES = Set.of("I", "UB", "UA", "D");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Spec private CommandSpec own;

    @Option(
            names = "--format",
            defaultValue = "auto",
            paramLabel = "FORM",
            description =
                    "What the files are: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private InputFormat format;

    @Option(
            names = "--flink-version",
            defaultValue = "2.3",
            paramLabel = "VERSION",
            description =
                    "Whose planner plans scripts: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}).")
    private PlannerVersion flinkVersion;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "As SET before the first statement, for what the cluster or the client sets:"
                            + " table.exec.state.ttl=1d. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--changelog",
            paramLabel = "TABLE=CHANGES",
            description =
                    "What a connector that lint does not know emits, such as I,UA,D for upserts or"
                            + " I,UB,UA,D for change data capture. Repeatable.")
    private Map<String, String> changelogs = new LinkedHashMap<>();

    /** All of them; without files they mean nothing. */
    List<OptionSpec> options() {
        return own.options();
    }

    Optional<SqlScript.Form> form() {
        return format.form();
    }

    ReadSettings settings() {
        changelogs.forEach(
                (table, changes) -> {
                    for (String change : changes.split(",", -1)) {
                        if (!CHANGES.contains(change.strip())) {
                            throw new ParameterException(
                                    spec.commandLine(),
                                    "--changelog "
                                            + table
                                            + " takes some of I,UB,UA,D, not '"
                                            + changes
                                            + "'");
                        }
                    }
                });
        return new ReadSettings(flinkVersion, settings, changelogs);
    }
}
