package flinktriage.cmd;

import flinktriage.check.LintReport;
import flinktriage.report.Against;
import flinktriage.report.LintJson;
import flinktriage.report.LintJunit;
import flinktriage.report.LintSarif;
import flinktriage.report.LintText;
import flinktriage.report.OperatorView;
import flinktriage.report.Pages;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a report of lint is shown. */
final class LintOutputOptions {

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LintFormat output;

    @Mixin private ShowOptions show;

    FailOn failOn() {
        return show.failOn();
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
                    new LintText(pages, show.style(surroundings), view, against).render(report);
        };
    }
}
