package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.Access;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.JobChoice;
import flinktriage.flink.RestSource;
import flinktriage.flink.client.DemoCluster;
import flinktriage.sql.DemoJob;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = {
            "Starts a real Flink cluster in this process, runs a sick SQL job on it and diagnoses it.",
            "Everything is on 127.0.0.1 and ends with the command; it takes about a minute."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage demo",
            "    flink-triage demo --keep   # to look at it yourself"
        })
final class DemoCommand implements Callable<Integer>, Targeted {

    /** Two checkpoints and more than half of the minute over which Flink averages task times. */
    private static final Duration UNTIL_SICK = Duration.ofSeconds(36);

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;
    @Mixin private OutputOptions output;

    @Option(names = "--keep", description = "Leave the cluster running until you press Enter.")
    private boolean keep;

    private String shownUrl = "";

    DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return shownUrl;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println("Starting a Flink cluster in this process ...");
        try (DemoCluster cluster = DemoCluster.start()) {
            shownUrl = cluster.restAddress().toString();
            err.println(
                    "Running on "
                            + shownUrl
                            + ". Somebody deploys this SQL job, with a slow sink below it:");
            DemoJob.QUERY.lines().forEach(line -> err.println("    " + line));
            try (DemoJob job = DemoJob.submit(cluster.restAddress())) {
                wait(err);
                err.println("    flink-triage diagnose --url " + shownUrl);
                err.println();
                int code = diagnose(out, err, job);
                if (keep) {
                    err.println("The cluster stays at " + shownUrl + " until you press Enter.");
                    awaitEnter();
                }
                return code;
            }
        }
    }

    private void wait(PrintWriter err) throws InterruptedException {
        try (ProgressLine progress = new ProgressLine(err, surroundings.errIsTerminal())) {
            if (!surroundings.errIsTerminal()) {
                err.println("Giving it " + UNTIL_SICK.toSeconds() + " s to fall ill, then:");
            }
            for (long left = UNTIL_SICK.toSeconds(); left > 0; left--) {
                progress.say("giving it time to fall ill, " + left + " s left");
                TimeUnit.SECONDS.sleep(1);
            }
        }
        if (surroundings.errIsTerminal()) {
            err.println("It has fallen ill. What would you type at 3 a.m.?");
        }
    }

    private int diagnose(PrintWriter out, PrintWriter err, DemoJob job) {
        try (ProgressLine progress = new ProgressLine(err, surroundings.errIsTerminal());
                Diagnosis diagnosis =
                        new Diagnosis(
                                surroundings,
                                new RestSource(shownUrl, Access.none(), TIMEOUT),
                                progress)) {
            Collected collected =
                    diagnosis.collect(new JobChoice(job.id().hex()), CollectSettings.standard());
            progress.clear();
            if (!(collected instanceof Collected.Taken taken)) {
                throw new IllegalStateException("the demo job has gone");
            }
            Report report = diagnosis.judge(taken);
            out.print(output.render(report, surroundings));
            out.flush();
            return ExitCode.of(report, output.failOn());
        }
    }

    private static void awaitEnter() throws IOException {
        int read = System.in.read();
        while (read >= 0 && read != '\n') {
            read = System.in.read();
        }
    }
}
