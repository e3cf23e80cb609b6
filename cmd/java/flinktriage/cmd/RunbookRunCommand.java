package flinktriage.cmd;

import flinktriage.check.CheckId;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Walk;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.JobSummary;
import flinktriage.flink.Progress;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.RunbookRun;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description =
                "Takes the steps of a runbook: what was looked at, the verdicts, the numbers, the cause,"
                        + " and what is left to a person.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage runbook run backpressure --url http://jobmanager:8081",
            "    flink-triage runbook run FlinkConsumerLagGrowing orders",
            "    flink-triage runbook run our-lag orders --runbooks my-runbooks -o json",
            "    flink-triage runbook run state-growing --from orders.zip   # of flink-triage capture"
        })
final class RunbookRunCommand extends LookingCommand {

    @Parameters(index = "0", paramLabel = "ID", description = "Or the name of an alert.")
    private String id;

    @Parameters(index = "1", arity = "0..1", paramLabel = "JOB", description = WHICH_JOB)
    private String job = "";

    @Mixin private RunbookOptions runbookOptions;
    @Mixin private LookOptions lookOptions;
    @Mixin private OutputOptions outputOptions;

    RunbookRunCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() {
        return runbookOptions.with(
                surroundings(), runbooks -> run(runbookOptions.find(runbooks, id)));
    }

    private int run(Runbook runbook) {
        boolean anyJob = job.isEmpty() && aboutTheCluster(runbook);
        CollectSettings wanted = lookOptions.settings();
        CollectSettings settings = anyJob ? new CollectSettings(1, wanted.interval()) : wanted;
        OutsideSources outside = lookOptions.outside(surroundings(), settings);
        return look(
                this::open,
                (looking, progress) -> {
                    Collected collected = looking.collect(job, settings, outside, progress);
                    return anyJob && collected instanceof Collected.NoSuchJob none
                            ? none.jobs().stream()
                                    .findFirst()
                                    .map(JobSummary::id)
                                    .map(i -> looking.collect(i.hex(), settings, outside, progress))
                                    .orElse(none)
                            : collected;
                },
                (looking, taken) -> walk(RunbookRun.of(runbook, looking.judge(taken))));
    }

    private Looking open(Progress progress) {
        return lookOptions
                .file(surroundings(), List.of())
                .orElseGet(() -> lookOptions.cluster(surroundings(), progress));
    }

    /** Then it does not matter which job is looked at. */
    private boolean aboutTheCluster(Runbook runbook) {
        Set<CheckId> ofCluster =
                surroundings().checks().get().stream()
                        .filter(check -> check instanceof ClusterCheck)
                        .map(check -> check.spec().id())
                        .collect(Collectors.toSet());
        return runbook.steps().stream()
                .flatMap(step -> step.check().stream())
                .allMatch(ofCluster::contains);
    }

    private int walk(Walk walk) {
        print(outputOptions.render(walk, surroundings()));
        return ExitCode.of(walk, outputOptions.failOn());
    }
}
