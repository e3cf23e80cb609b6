package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.check.Walk;
import flinktriage.report.JsonReport;
import flinktriage.report.TextReport;
import flinktriage.report.TextStyle;
import flinktriage.report.WalkText;
import picocli.CommandLine.Option;

/** How a report is shown. None of these but {@code --fail-on} changes the exit code. */
final class OutputOptions {

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat output;

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
                            + " (default: ${DEFAULT-VALUE}). No answer is 2 and nothing assessed is"
                            + " 3 all the same.")
    private FailOn failOn;

    FailOn failOn() {
        return failOn;
    }

    boolean json() {
        return output == OutputFormat.JSON;
    }

    boolean colour(Surroundings surroundings) {
        return colour.wanted(surroundings);
    }

    /** With a line feed at its end. */
    String render(Report report, Surroundings surroundings) {
        if (json()) {
            return new JsonReport(surroundings.pages()).render(report);
        }
        return new TextReport(surroundings.pages(), style(surroundings)).render(report);
    }

    /** With a line feed at its end. */
    String render(Walk walk, Surroundings surroundings) {
        return json()
                ? new JsonReport(surroundings.pages()).render(walk)
                : new WalkText(surroundings.pages(), style(surroundings)).render(walk);
    }

    TextStyle style(Surroundings surroundings) {
        return new TextStyle(surroundings.width(), colour(surroundings), show);
    }
}
