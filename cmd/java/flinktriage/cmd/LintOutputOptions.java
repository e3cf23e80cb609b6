package flinktriage.cmd;

import flinktriage.check.LintReport;
import flinktriage.report.Against;
import flinktriage.report.LintJson;
import flinktriage.report.LintJunit;
import flinktriage.report.LintSarif;
import flinktriage.report.LintText;
import flinktriage.report.OperatorView;
import flinktriage.report.Pages;
import flinktriage.report.TextStyle;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How a report of lint is shown. None of these but {@code --fail-on} changes the exit code. */
final class LintOutputOptions {

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LintFormat output;

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
                            + " (default: ${DEFAULT-VALUE}). What could not be assessed is 3 all the"
                            + " same.")
    private FailOn failOn;

    FailOn failOn() {
        return failOn;
    }

    /** With a line feed at its end. */
    String render(
            LintReport report, OperatorView view, Against against, Surroundings surroundings) {
        Pages pages = surroundings.pages();
        return switch (output) {
            case JSON -> new LintJson(pages, view, against).render(report);
            case SARIF ->
                    new LintSarif(pages, Path.of("").toAbsolutePath(), against).render(report);
            case JUNIT -> new LintJunit(pages, against).render(report);
            case TEXT ->
                    new LintText(
                                    pages,
                                    new TextStyle(
                                            surroundings.width(),
                                            colour.wanted(surroundings),
                                            show),
                                    view,
                                    against)
                            .render(report);
        };
    }
}
