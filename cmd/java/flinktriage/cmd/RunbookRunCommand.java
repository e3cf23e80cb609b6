package flinktriage.cmd;

import flinktriage.check.CheckId;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Walk;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.report.Harmless;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.RunbookRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
final class RunbookRunCommand implements Callable<Integer>, Targeted {

    private final Surroundings surroundings;
    private String target = "";

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "Or the name of an alert.")
    private String id;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "JOB",
            description =
                    "Name or id of the job, or the beginning of either"
                            + " (default: the only running job).")
    private String job = "";

    @Mixin private RunbookOptions runbookOptions;
    @Mixin private TargetOptions targetOptions;
    @Mixin private OfflineOptions offlineOptions;
    @Mixin private SampleOptions sampleOptions;
    @Mixin private EvidenceOptions evidenceOptions;
    @Mixin private OutputOptions outputOptions;

    RunbookRunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Integer call() {
        return runbookOptions.with(
                surroundings, runbooks -> run(runbookOptions.find(runbooks, id)));
    }

    private int run(Runbook runbook) {
        boolean anyJob = job.isEmpty() && aboutTheCluster(runbook);
        CollectSettings settings =
                new CollectSettings(anyJob ? 1 : sampleOptions.samples(), sampleOptions.interval());
        OutsideSources outside =
                offlineOptions.offline()
                        ? OutsideSources.NONE
                        : evidenceOptions.sources(
                                surroundings, sampleOptions.timeout(), settings.samples() > 1);
        try (ProgressLine progress =
                        new ProgressLine(
                                spec.commandLine().getErr(), surroundings.errIsTerminal());
                Looking looking = open(progress)) {
            target = looking.target();
            Collected collected = looking.collect(job, settings, outside, progress);
            if (anyJob && collected instanceof Collected.NoSuchJob none && !none.jobs().isEmpty()) {
                String first = none.jobs().get(0).id().hex();
                collected = looking.collect(first, settings, outside, progress);
            }
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                return noSuchJob(none);
            }
            Walk walk = RunbookRun.of(runbook, looking.judge((Collected.Taken) collected));
            PrintWriter out = spec.commandLine().getOut();
            out.print(outputOptions.render(walk, surroundings));
            out.flush();
            return ExitCode.of(walk, outputOptions.failOn());
        }
    }

    /** Then it does not matter which job is looked at. */
    private boolean aboutTheCluster(Runbook runbook) {
        Set<CheckId> ofCluster =
                surroundings.checks().get().stream()
                        .filter(check -> check instanceof ClusterCheck)
                        .map(check -> check.spec().id())
                        .collect(Collectors.toSet());
        return runbook.steps().stream()
                .flatMap(step -> step.check().stream())
                .allMatch(ofCluster::contains);
    }

    private Looking open(ProgressLine progress) {
        List<String> live = new ArrayList<>(targetOptions.named());
        live.addAll(evidenceOptions.named());
        return offlineOptions
                .open(surroundings, live)
                .orElseGet(
                        () ->
                                Looking.atCluster(
                                        new Diagnosis(
                                                surroundings,
                                                Connections.open(
                                                        targetOptions,
                                                        surroundings,
                                                        sampleOptions.timeout(),
                                                        spec.commandLine()),
                                                progress)));
    }

    private int noSuchJob(Collected.NoSuchJob none) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("flink-triage: " + target + ": " + Harmless.line(none.why(), 400));
        JobTable.write(err, none.jobs());
        return ExitCode.UNKNOWN;
    }
}
