package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.Progress;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class DiagnoseCommand extends LookingCommand {

    @Parameters(arity = "0..1", paramLabel = "JOB", description = WHICH_JOB)
    private String job = "";

    @Mixin private LookOptions lookOptions;
    @Mixin private OutputOptions outputOptions;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description =
                    "Also keep what was seen, for --from or a bug report: a .zip or a directory;"
                            + " passwords, keys and tokens are masked.")
    private Path capture;

    DiagnoseCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() {
        CollectSettings settings = lookOptions.settings();
        OutsideSources outside = lookOptions.outside(surroundings(), settings);
        return look(
                this::open,
                (looking, progress) -> looking.collect(job, settings, outside, progress),
                this::report);
    }

    private Looking open(Progress progress) {
        return lookOptions
                .file(surroundings(), List.of(spec().findOption("--capture")))
                .orElseGet(
                        () ->
                                capture == null
                                        ? lookOptions.cluster(surroundings(), progress)
                                        : Looking.keeping(
                                                surroundings(),
                                                lookOptions.rest(surroundings()),
                                                capture,
                                                progress));
    }

    private int report(Looking looking, Collected.Taken taken) {
        Report report = looking.judge(taken);
        print(outputOptions.render(report, surroundings()));
        looking.keep(taken);
        return ExitCode.of(report, outputOptions.failOn());
    }
}
