package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.check.Walk;
import flinktriage.report.JsonReport;
import flinktriage.report.TextReport;
import flinktriage.report.TextStyle;
import flinktriage.report.WalkText;
import picocli.CommandLine.Mixin;

/** How a report of a job is shown. */
final class OutputOptions {

    @Mixin private FormatOption format;
    @Mixin private ShowOptions show;

    FailOn failOn() {
        return show.failOn();
    }

    boolean json() {
        return format.json();
    }

    TextStyle style(Surroundings surroundings) {
        return show.style(surroundings);
    }

    /** With a line feed at its end. */
    String render(Report report, Surroundings surroundings) {
        return json()
                ? new JsonReport(surroundings.pages()).render(report)
                : new TextReport(surroundings.pages(), style(surroundings)).render(report);
    }

    /** With a line feed at its end. */
    String render(Walk walk, Surroundings surroundings) {
        return json()
                ? new JsonReport(surroundings.pages()).render(walk)
                : new WalkText(surroundings.pages(), style(surroundings)).render(walk);
    }
}
