package flinktriage.cmd;

import flinktriage.flink.Collected;
import flinktriage.flink.JobSummary;
import flinktriage.report.Harmless;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Jobs as lines of text. */
final class JobTable {

    private static final int MOST_CHOICES = 20;
    private static final int LONGEST_NAME = 120;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private JobTable() {}

    static String of(List<JobSummary> jobs) {
        StringBuilder text = new StringBuilder();
        for (JobSummary job : jobs) {
            text.append(
                    "%s  %-12s %s  %s%n"
                            .formatted(
                                    job.id().hex(),
                                    job.state(),
                                    TIME.format(job.startedAt()),
                                    Harmless.line(job.name(), LONGEST_NAME)));
        }
        return text.toString();
    }

    /** What to say when the choice did not name one job. */
    static String choices(Collected.NoSuchJob none, String url) {
        List<JobSummary> shown = none.jobs().stream().limit(MOST_CHOICES).toList();
        int more = none.jobs().size() - shown.size();
        return "flink-triage: "
                + Harmless.line(none.why(), 300)
                + " at "
                + url
                + System.lineSeparator()
                + of(shown)
                + (more > 0 ? "... and " + more + " more" + System.lineSeparator() : "");
    }
}
