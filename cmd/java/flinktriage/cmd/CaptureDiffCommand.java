package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.report.Comparison;
import flinktriage.report.ComparisonJson;
import flinktriage.report.ComparisonText;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description = {
            "Says what got better and what got worse between two captures of a job.",
            "The exit code is that of the worst finding that is new or worse, 0 if there is none."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage capture diff before.zip after.zip",
            "    flink-triage capture diff before.zip after.zip --show all   # numbers that stayed"
        })
final class CaptureDiffCommand extends LookingCommand {

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A capture.")
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "A later one of the same job.")
    private Path after;

    @Mixin private OutputOptions outputOptions;

    CaptureDiffCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() {
        Comparison comparison = Comparison.of(report(before), report(after));
        print(
                outputOptions.json()
                        ? ComparisonJson.render(comparison)
                        : new ComparisonText(outputOptions.style(surroundings()))
                                .render(comparison));
        return ExitCode.of(comparison.worsened(), outputOptions.failOn());
    }

    private Report report(Path capture) {
        target(capture.toString());
        try (Looking looking = Looking.atCapture(surroundings(), capture)) {
            Collected collected =
                    looking.collect(
                            "", CollectSettings.standard(), OutsideSources.NONE, message -> {});
            if (collected instanceof Collected.Taken taken && taken.snapshot().jobs().size() == 1) {
                return looking.judge(taken);
            }
            throw new UnusableFile(capture, new IOException("not a capture of one job"));
        }
    }
}
