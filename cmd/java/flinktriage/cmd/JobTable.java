package flinktriage.cmd;

import flinktriage.flink.Collected;
import flinktriage.flink.JobSummary;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Jobs, one a line, with whole ids to copy. */
final class JobTable {

    private JobTable() {}

    /** Says why the choice was not clear, and what there is to choose from. */
    static int noSuchJob(PrintWriter err, String target, Collected.NoSuchJob none) {
        err.println("flink-triage: " + target + ": " + Harmless.line(none.why(), 400));
        write(err, none.jobs());
        return ExitCode.UNKNOWN;
    }

    static void write(PrintWriter to, List<JobSummary> jobs) {
        int states = jobs.stream().mapToInt(j -> j.state().name().length()).max().orElse(0);
        for (JobSummary job : jobs) {
            to.println(
                    Harmless.line(job.id().hex(), 40)
                            + "  "
                            + job.state().name()
                            + " ".repeat(states - job.state().name().length())
                            + "  "
                            + submitted(job.startedAt())
                            + "  "
                            + Harmless.line(job.name(), 200));
        }
        to.flush();
    }

    /** In UTC, as Flink's logs usually are; an age would need the JobManager's clock. */
    private static String submitted(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
