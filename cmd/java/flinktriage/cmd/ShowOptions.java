package flinktriage.cmd;

import flinktriage.report.TextStyle;
import picocli.CommandLine.Option;

/** What is shown of findings. None of these but {@code --fail-on} changes the exit code. */
final class ShowOptions {

    @Option(
            names = "--show",
            defaultValue = "standard",
            paramLabel = "LEVEL",
            description =
                    "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). Only what is shown: the"
                            + " exit code stays.")
    private TextStyle.Show show;

    @Option(
            names = "--color",
            defaultValue = "auto",
            paramLabel = "WHEN",
            description =
                    "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). NO_COLOR is respected.")
    private Colour colour;

    @Option(
            names = "--fail-on",
            defaultValue = "warning",
            paramLabel = "SEVERITY",
            description =
                    "From where on findings change the exit code: ${COMPLETION-CANDIDATES}"
                            + " (default: ${DEFAULT-VALUE}). No answer is 2 and a verdict of UNKNOWN"
                            + " is 3 all the same.")
    private FailOn failOn;

    FailOn failOn() {
        return failOn;
    }

    TextStyle style(Surroundings surroundings) {
        return new TextStyle(surroundings.width(), colour.wanted(surroundings), show);
    }
}
