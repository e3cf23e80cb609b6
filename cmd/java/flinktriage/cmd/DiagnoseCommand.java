package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.JobChoice;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description = "Says what is wrong with a job: root cause first, and what to do now.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage diagnose --url http://jobmanager:8081",
            "    flink-triage diagnose orders --quick --show causes",
            "    flink-triage diagnose 9f3c2a -o json --fail-on critical"
        })
final class DiagnoseCommand implements Callable<Integer>, Targeted {

    private final Surroundings surroundings;
    private String target = "";

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description =
                    "Name or id of the job, or the beginning of either"
                            + " (default: the only running job).")
    private String job = "";

    @Mixin private TargetOptions targetOptions;
    @Mixin private SampleOptions sampleOptions;
    @Mixin private EvidenceOptions evidenceOptions;
    @Mixin private OutputOptions outputOptions;

    DiagnoseCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Integer call() {
        CollectSettings settings =
                new CollectSettings(sampleOptions.samples(), sampleOptions.interval());
        OutsideSources outside =
                evidenceOptions.sources(
                        surroundings, sampleOptions.timeout(), settings.samples() > 1);
        try (ProgressLine progress =
                        new ProgressLine(
                                spec.commandLine().getErr(), surroundings.errIsTerminal());
                Diagnosis diagnosis = open(progress)) {
            target = diagnosis.target();
            Collected collected = diagnosis.collect(new JobChoice(job), settings);
            if (collected instanceof Collected.Taken taken) {
                collected =
                        new Collected.Taken(
                                outside.complete(taken.snapshot(), Diagnosis::sleep, progress));
            }
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                return noSuchJob(none);
            }
            Report report = diagnosis.judge((Collected.Taken) collected);
            PrintWriter out = spec.commandLine().getOut();
            out.print(outputOptions.render(report, surroundings));
            out.flush();
            return ExitCode.of(report, outputOptions.failOn());
        }
    }

    private Diagnosis open(ProgressLine progress) {
        return new Diagnosis(
                surroundings,
                Connections.open(
                        targetOptions, surroundings, sampleOptions.timeout(), spec.commandLine()),
                progress);
    }

    private int noSuchJob(Collected.NoSuchJob none) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("flink-triage: " + target + ": " + Harmless.line(none.why(), 400));
        JobTable.write(err, none.jobs());
        return ExitCode.UNKNOWN;
    }
}
