package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.RestSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "    flink-triage diagnose 9f3c2a -o json --fail-on critical",
            "    flink-triage diagnose --from orders.zip   # of flink-triage capture"
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
    @Mixin private OfflineOptions offlineOptions;
    @Mixin private SampleOptions sampleOptions;
    @Mixin private EvidenceOptions evidenceOptions;
    @Mixin private OutputOptions outputOptions;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description =
                    "Also keep what was seen, for --from or a bug report: a .zip or a directory;"
                            + " passwords, keys and tokens are masked.")
    private Path capture;

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
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                return JobTable.noSuchJob(spec.commandLine().getErr(), target, none);
            }
            Collected.Taken taken = (Collected.Taken) collected;
            Report report = looking.judge(taken);
            PrintWriter out = spec.commandLine().getOut();
            out.print(outputOptions.render(report, surroundings));
            out.flush();
            looking.keep(taken);
            return ExitCode.of(report, outputOptions.failOn());
        }
    }

    private Looking open(ProgressLine progress) {
        return offlineOptions.open(surroundings, live()).orElseGet(() -> atCluster(progress));
    }

    private Looking atCluster(ProgressLine progress) {
        RestSource rest =
                Connections.open(
                        targetOptions, surroundings, sampleOptions.timeout(), spec.commandLine());
        return capture == null
                ? Looking.atCluster(new Diagnosis(surroundings, rest, progress))
                : Looking.keeping(surroundings, rest, capture, progress);
    }

    /** The options on the command line that need somebody who answers. */
    private List<String> live() {
        List<String> live = new ArrayList<>(targetOptions.named());
        live.addAll(evidenceOptions.named());
        if (capture != null) {
            live.add("--capture");
        }
        return live;
    }
}
