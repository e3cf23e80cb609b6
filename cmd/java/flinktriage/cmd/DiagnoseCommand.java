package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.JobChoice;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Says what makes a job sick, why, and what to do now.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  The only running job of a cluster:",
            "    flink-triage diagnose --url http://jobmanager:8081",
            "  A job by its name, its id or the beginning of either, at once and without rates:",
            "    flink-triage diagnose orders --quick",
            "  Behind a proxy that wants a token:",
            "    flink-triage diagnose --url https://flink.example/prod --token-file ~/.flink-token",
            "  Only the causes and what to do:",
            "    flink-triage diagnose --show causes",
            "",
            "Exit codes: 0 OK, 1 WARNING, 2 CRITICAL or no answer, 3 UNKNOWN or wrong usage."
        })
final class DiagnoseCommand implements Callable<Integer>, Targeted {

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;
    @Mixin private TargetOptions target;
    @Mixin private SampleOptions samples;
    @Mixin private OutputOptions output;

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description = "Name, id or the beginning of either; not needed if only one job runs.")
    private Optional<String> job;

    private String shownUrl = "";

    DiagnoseCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return shownUrl;
    }

    @Override
    public Integer call() {
        CollectSettings settings = new CollectSettings(samples.samples(), samples.interval());
        JobChoice choice = job.map(JobChoice::new).orElseGet(JobChoice::onlyRunning);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (ProgressLine progress = new ProgressLine(err, surroundings.errIsTerminal());
                Diagnosis diagnosis = open(progress)) {
            shownUrl = diagnosis.shownUrl();
            progress.say("asking " + shownUrl);
            Collected collected = diagnosis.collect(choice, settings);
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                err.print(JobTable.choices(none, shownUrl));
                err.flush();
                return ExitCode.UNKNOWN;
            }
            Report report = diagnosis.judge((Collected.Taken) collected);
            out.print(output.render(report, surroundings));
            out.flush();
            return ExitCode.of(report, output.failOn());
        }
    }

    private Diagnosis open(ProgressLine progress) {
        try {
            return new Diagnosis(
                    surroundings,
                    target.url(surroundings),
                    target.access(surroundings),
                    samples.timeout(),
                    progress);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
