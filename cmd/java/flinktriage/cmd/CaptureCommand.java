package flinktriage.cmd;

import flinktriage.check.Numbers;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.model.Job;
import flinktriage.model.Quantity;
import flinktriage.model.Unit;
import flinktriage.report.Harmless;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class CaptureCommand extends LookingCommand {

    private static final DateTimeFormatter IN_NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @Parameters(arity = "0..1", paramLabel = "JOB", description = WHICH_JOB)
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
        super(surroundings);
    }

    @Override
    public Integer call() {
        CollectSettings settings = sampleOptions.settings();
        OutsideSources outside =
                evidenceOptions.sources(
                        surroundings(), sampleOptions.timeout(), settings.samples() > 1);
        return look(
                progress ->
                        Looking.keeping(
                                surroundings(),
                                targetOptions.open(surroundings(), sampleOptions.timeout()),
                                file(),
                                progress),
                (looking, progress) -> looking.collect(job, settings, outside, progress),
                (looking, taken) ->
                        taken.snapshot()
                                .unreachable()
                                .map(why -> noAnswer(why, "; nothing was written"))
                                .orElseGet(() -> written(taken, looking.keep(taken))));
    }

    private Path file() {
        return Optional.ofNullable(output)
                .orElseGet(
                        () ->
                                Path.of(
                                        "flink-triage-"
                                                + IN_NAME.format(surroundings().clock().instant())
                                                + ".zip"));
    }

    private int written(Collected.Taken taken, Optional<Looking.Written> written) {
        Looking.Written capture = written.orElseThrow();
        print(capture.file() + System.lineSeparator());
        Job captured = taken.snapshot().jobs().get(0);
        err().println(
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
