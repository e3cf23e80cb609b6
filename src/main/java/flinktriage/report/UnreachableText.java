package flinktriage.report;

import flinktriage.check.LinkedFinding;
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
        sheet.blank();
        int number = 1;
        for (String step : steps(report, why, pages)) {
            sheet.entry(number == 1 ? "Check" : "", number++ + ". ", step, "");
        }
    }

    private static List<String> steps(Report report, Unreachable why, Pages pages) {
        for (LinkedFinding found : report.clusterFindings()) {
            List<String> steps = pages.actions(found, report.snapshot().target());
            if (!steps.isEmpty()) {
                return steps;
            }
        }
        return List.of(
                switch (why.reason()) {
                    case DNS -> "The host name of --url, and the DNS of this machine";
                    case REFUSED ->
                            "That the JobManager runs and that host and port are those of"
                                    + " its REST API (rest.port, 8081 by default)";
                    case TLS -> "That the address needs https, and the certificate: --truststore";
                    case AUTH -> "The credentials: --user, --token-file or --header";
                    case NO_LEADER -> "The logs of the JobManagers: none of them is the leader yet";
                    case TIMEOUT ->
                            "The network and firewalls in between, and whether the"
                                    + " JobManager is overloaded or in a long garbage collection";
                    case NOT_FLINK ->
                            "That the address is Flink's REST API and not a proxy, a"
                                    + " login page or another service";
                    case FAILED -> "The JobManager's log at this time";
                });
    }
}
