package flinktriage.report;

import flinktriage.check.Report;
import flinktriage.model.Unreachable;
import java.util.List;

/** No answer from the JobManager: one sentence, and what to check. */
final class UnreachableText {

    private UnreachableText() {}

    static void write(Sheet sheet, Report report, Unreachable why, Pages pages) {
        String url = Harmless.line(report.snapshot().target().url(), 300);
        String sentence =
                "No usable answer from "
                        + url
                        + ": "
                        + Harmless.line(why.cause(), 300)
                        + " ("
                        + Harmless.line(why.request(), 200)
                        + ")";
        sheet.head(report.verdict(), List.of(sentence));
        List<String> steps = steps(report, pages);
        if (!steps.isEmpty()) {
            sheet.blank();
        }
        int number = 1;
        for (String step : steps) {
            sheet.entry(number == 1 ? "Check" : "", number++ + ". ", step, "");
        }
    }

    private static List<String> steps(Report report, Pages pages) {
        return report.clusterFindings().stream()
                .map(found -> pages.actions(found, report.snapshot().target()))
                .filter(steps -> !steps.isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}
