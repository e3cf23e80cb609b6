package flinktriage.cmd;

import flinktriage.check.Known;
import flinktriage.check.LintReport;
import flinktriage.engine.Linter;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Progress;
import flinktriage.model.Job;
import flinktriage.model.Snapshot;
import flinktriage.model.SqlScript;
import flinktriage.model.Unreachable;
import flinktriage.plan.PlanComparison;
import flinktriage.plan.RunningPlan;
import flinktriage.report.Against;
import flinktriage.report.Harmless;
import flinktriage.report.OperatorView;
import flinktriage.sql.PlannerMissingException;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.SqlInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description = {
            "Judges Flink SQL before it is deployed, by the plan of Flink's own planner: what will"
                    + " keep state for ever, which statement does not validate, which table is lost."
                    + " Nothing is executed, and neither connectors nor a network are needed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  A job whose tables are in a file of their own (files run in their order):",
            "    flink-triage lint sql/tables.sql sql/orders.sql",
            "  For the Flink that the cluster has, with the TTL that the cluster sets:",
            "    flink-triage lint orders.sql --flink-version 1.20 --set table.exec.state.ttl=1d",
            "  In CI: findings as annotations, or as tests",
            "    flink-triage lint sql/*.sql -o sarif > lint.sarif",
            "    flink-triage lint sql/*.sql -o junit > lint.xml",
            "  What the plan keeps, and how much, as far as you know your data:",
            "    flink-triage lint orders.sql --keys user_id=5e6 --rate orders=20k",
            "  In a review: what changed, and can the job be restored from its savepoint?",
            "    flink-triage lint orders.sql --against main/orders.sql",
            "  A plan: EXPLAIN's text, or the JSON of COMPILE PLAN",
            "    cat plan.txt | flink-triage lint -",
            "  The plan of a job that runs:",
            "    flink-triage lint --url http://jobmanager:8081 orders",
            "",
            "  A finding that is known, until a day, with the reason; in the script:",
            "    -- flink-triage:ignore FT-SQ-103 until 2027-01-31: both inputs are small",
            "",
            "Exit codes: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN: a statement could not be planned,",
            "there is no statement with a plan, or the usage is wrong."
        })
final class LintCommand extends LookingCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "SQL scripts, which run in this order in one session; EXPLAIN's text; compiled"
                            + " plans. - is standard input. With --url: the name or id of a"
                            + " running job.")
    private List<String> files = List.of();

    @Mixin private ReadOptions readOptions;
    @Mixin private OperatorOptions operatorOptions;

    @Option(
            names = "--against",
            paramLabel = "OLD",
            description =
                    "An earlier version: says what changed, and whether state can be restored. Only"
                            + " findings that it did not have change the exit code. Repeatable, for"
                            + " several files.")
    private List<String> old = List.of();

    @Mixin private LintOutputOptions outputOptions;
    @Mixin private TargetOptions targetOptions;
    @Mixin private OfflineOptions offlineOptions;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            converter = Durations.class,
            paramLabel = "TIME",
            description = "For all requests to a running job (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    LintCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() {
        if (targetOptions.named() || offlineOptions.offline()) {
            return job();
        }
        if (files.isEmpty()) {
            throw wrong(
                    "name a file with SQL or a plan, or - for standard input; --url looks at a"
                            + " running job");
        }
        target(String.join(", ", files));
        ReadSettings settings = readOptions.settings();
        SourceFiles source = new SourceFiles(surroundings().in(), readOptions.form());
        List<SqlInput> inputs = files.stream().distinct().map(source::read).toList();
        try (SqlReading sql = surroundings().sql().get()) {
            List<SqlScript> scripts = sql.read(inputs, settings);
            List<SqlInput> earlier = old.stream().distinct().map(source::read).toList();
            return report(
                    scripts, earlier.isEmpty() ? List.of() : sql.read(earlier, settings), Map.of());
        } catch (PlannerMissingException e) {
            err().println("flink-triage: " + e.getMessage());
            return ExitCode.UNKNOWN;
        }
    }

    /** The same rules on the plan of a job, as far as REST has it. */
    private int job() {
        if (!old.isEmpty()) {
            throw wrong("--against compares files, not a running job");
        }
        if (files.size() > 1) {
            throw wrong("with --url, --from or --archive lint takes the name of one job, no files");
        }
        String ofFiles = Given.among(spec(), readOptions.options());
        if (!ofFiles.isEmpty()) {
            throw wrong(
                    "with --url, --from or --archive lint takes the plan of a job as it is, no"
                            + " files; leave out "
                            + ofFiles);
        }
        String name = files.isEmpty() ? "" : files.get(0);
        return look(
                this::open,
                (looking, progress) ->
                        looking.collect(
                                name, CollectSettings.quick(), OutsideSources.NONE, progress),
                (looking, taken) -> running(taken.snapshot()));
    }

    private Looking open(Progress progress) {
        List<OptionSpec> live = new ArrayList<>(targetOptions.options());
        live.add(spec().findOption("--timeout"));
        return offlineOptions
                .open(surroundings(), live)
                .orElseGet(
                        () ->
                                Looking.atCluster(
                                        surroundings(),
                                        targetOptions.open(surroundings(), timeout),
                                        progress));
    }

    private int running(Snapshot snapshot) {
        if (snapshot.unreachable().isPresent()) {
            Unreachable why = snapshot.unreachable().get();
            String sentence =
                    "flink-triage: " + target() + ": " + why.request() + ": " + why.cause();
            err().println(Harmless.line(sentence, 800));
            return ExitCode.CRITICAL;
        }
        List<SqlScript> scripts = new ArrayList<>();
        Map<String, OperatorView.Measured> measured = new HashMap<>();
        for (Job job : snapshot.jobs()) {
            RunningPlan plan = RunningPlan.of(job.graph());
            scripts.add(RunningJobs.script(job, plan));
            measured.putAll(RunningJobs.measured(job, plan));
        }
        return report(scripts, List.of(), measured);
    }

    /**
     * @param earlier the scripts to compare with, if there are any
     */
    private int report(
            List<SqlScript> scripts,
            List<SqlScript> earlier,
            Map<String, OperatorView.Measured> measured) {
        OperatorView view = operatorOptions.view(measured);
        LintReport report = lint(scripts);
        Against against = Against.NOTHING;
        if (!earlier.isEmpty()) {
            LintReport before = lint(earlier);
            report = Linter.against(before, report);
            against =
                    new Against(
                            String.join(", ", old),
                            MaskedReport.of(PlanComparison.of(earlier, scripts)),
                            Known.among(before, report));
        }
        print(outputOptions.render(report, view, against, surroundings()));
        return ExitCode.of(report.verdict(), outputOptions.failOn());
    }

    private LintReport lint(List<SqlScript> scripts) {
        return MaskedReport.of(
                new Linter(
                                surroundings().checks().get(),
                                ToolVersion.NUMBER,
                                surroundings().clock())
                        .lint(scripts));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
