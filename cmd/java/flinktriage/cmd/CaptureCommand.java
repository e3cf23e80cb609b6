package flinktriage.cmd;

import flinktriage.check.Numbers;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.model.Job;
import flinktriage.model.Quantity;
import flinktriage.model.Unit;
import flinktriage.model.Unreachable;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "capture",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description = {
            "Keeps everything that a diagnosis asks for in one file, for later or for others.",
            "Passwords, keys and tokens are masked; names and addresses stay."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage capture orders --url http://jobmanager:8081 --output orders.zip",
            "    flink-triage diagnose --from orders.zip",
            "    flink-triage capture diff before.zip after.zip"
        })
final class CaptureCommand implements Callable<Integer>, Targeted {

    private static final DateTimeFormatter IN_NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

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

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "What to write: a name that ends with .zip, or that of a directory"
                            + " (default: flink-triage-TIME.zip here). Nothing is replaced.")
    private Path output;

    @Mixin private TargetOptions targetOptions;
    @Mixin private SampleOptions sampleOptions;
    @Mixin private EvidenceOptions evidenceOptions;

    CaptureCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        CollectSettings settings =
                new CollectSettings(sampleOptions.samples(), sampleOptions.interval());
        OutsideSources outside =
                evidenceOptions.sources(
                        surroundings, sampleOptions.timeout(), settings.samples() > 1);
        try (ProgressLine progress = new ProgressLine(err, surroundings.errIsTerminal());
                Looking looking =
                        Looking.keeping(
                                surroundings,
                                Connections.open(
                                        targetOptions,
                                        surroundings,
                                        sampleOptions.timeout(),
                                        spec.commandLine()),
                                file(),
                                progress)) {
            target = looking.target();
            Collected collected = looking.collect(job, settings, outside, progress);
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                return JobTable.noSuchJob(err, target, none);
            }
            Collected.Taken taken = (Collected.Taken) collected;
            return taken.snapshot()
                    .unreachable()
                    .map(why -> unreachable(err, why))
                    .orElseGet(() -> written(err, taken, looking.keep(taken)));
        }
    }

    private Path file() {
        return Optional.ofNullable(output)
                .orElseGet(
                        () ->
                                Path.of(
                                        "flink-triage-"
                                                + IN_NAME.format(surroundings.clock().instant())
                                                + ".zip"));
    }

    private int unreachable(PrintWriter err, Unreachable why) {
        err.println(
                "No usable answer from "
                        + target
                        + ": "
                        + Harmless.line(why.cause(), 300)
                        + " ("
                        + Harmless.line(why.request(), 200)
                        + "); nothing was written");
        return ExitCode.CRITICAL;
    }

    private int written(PrintWriter err, Collected.Taken taken, Optional<Looking.Written> written) {
        Looking.Written capture = written.orElseThrow();
        PrintWriter out = spec.commandLine().getOut();
        out.println(capture.file());
        out.flush();
        Job captured = taken.snapshot().jobs().get(0);
        err.println(
                "Captured "
                        + Harmless.line(captured.name(), 200)
                        + " ("
                        + captured.id().shortHex()
                        + "): "
                        + Numbers.count(capture.replies())
                        + " replies, "
                        + Numbers.show(new Quantity(capture.bytes(), Unit.BYTES))
                        + ". Passwords, keys and tokens are masked; names and addresses are not.");
        return ExitCode.OK;
    }
}
