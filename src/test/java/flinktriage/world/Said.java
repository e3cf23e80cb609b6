package flinktriage.world;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.Numbers;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import java.util.Locale;
import java.util.stream.Collectors;

/** The whole verdict as text, so that a test can state all of it. */
public final class Said {

    private Said() {}

    /** What the check says of the job, with the standard limits. */
    public static String by(JobCheck check, Job job) {
        return of(Examined.of(check, job).verdict());
    }

    public static String of(Verdict verdict) {
        if (verdict instanceof Verdict.Problem p) {
            return p.findings().stream().map(Said::finding).collect(Collectors.joining());
        }
        if (verdict instanceof Verdict.NotApplicable n) {
            return "not applicable: " + n.why();
        }
        return verdict instanceof Verdict.Unknown u ? "unknown: " + u.why() : "healthy";
    }

    private static String finding(Finding f) {
        return f.severity()
                + " "
                + f.reason()
                + " "
                + subject(f.subject())
                + "\n"
                + f.summary()
                + "\n"
                + f.evidence().stream().map(Said::evidence).collect(Collectors.joining());
    }

    private static String subject(Subject s) {
        return s.kind().name().toLowerCase(Locale.ROOT)
                + " "
                + s.name()
                + s.subtask().map(i -> "[" + i + "]").orElse("")
                + s.operator().map(o -> " operator " + o).orElse("");
    }

    private static String evidence(Evidence e) {
        return "- "
                + e.label()
                + ": "
                + Numbers.show(e.observed())
                + e.limit().map(l -> " (limit " + Numbers.show(l) + ")").orElse("")
                + "\n";
    }
}
