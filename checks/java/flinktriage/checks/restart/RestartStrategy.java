package flinktriage.checks.restart;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** FT-RS-003. */
public final class RestartStrategy implements JobCheck {

    static final Threshold USED =
            new Threshold(
                    "used-attempts",
                    Quantity.ratio(0.5),
                    "share of the allowed restarts that the job has had; rescales count as well");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-RS-003",
                    "can the restart strategy cope?",
                    Set.of(Need.CONFIGURATION, Need.RESTARTS),
                    USED);

    private static final Set<String> NONE = Set.of("none", "off", "disable");
    private static final Set<String> FIXED = Set.of("fixed-delay", "fixeddelay");
    private static final String ATTEMPTS = "restart-strategy.fixed-delay.attempts";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    /** INFO at most: a job can set its own strategy, which is in no REST reply that we trust. */
    @Override
    public Verdict examine(JobView job, Limits limits) {
        Map<String, String> keys = job.configuration().require();
        // Before Flink 1.18 the key had no ".type".
        String type =
                keys.getOrDefault(
                                "restart-strategy.type", keys.getOrDefault("restart-strategy", ""))
                        .strip()
                        .toLowerCase(Locale.ROOT);
        if (NONE.contains(type)) {
            return Verdict.problem(
                    finding(
                            job,
                            "NONE",
                            "the cluster does not restart failed jobs, unless the job says"
                                    + " otherwise"));
        }
        List<Long> restarts = job.restarts().stream().toList();
        double attempts = FIXED.contains(type) ? attempts(keys) : Double.MAX_VALUE;
        if (restarts.isEmpty() || restarts.get(0) < limits.value(USED) * attempts) {
            return new Verdict.Healthy();
        }
        Quantity had = Quantity.count(restarts.get(0));
        Quantity allowed = Quantity.count(attempts);
        String text =
                "%s of the %s restarts that the cluster allows are used up"
                        .formatted(Numbers.show(had), Numbers.show(allowed));
        Evidence evidence =
                Evidence.of(
                        "restarts since the JobManager began to count",
                        had,
                        allowed,
                        job.restarts().from());
        return Verdict.problem(finding(job, "EXHAUSTIBLE", text, evidence));
    }

    /** Flink's default is a single one; what cannot be read limits nothing. */
    private static double attempts(Map<String, String> keys) {
        String value = keys.getOrDefault(ATTEMPTS, "1").strip();
        boolean number = value.length() <= 10 && value.chars().allMatch(Character::isDigit);
        return number && !value.isEmpty() && !value.equals("0")
                ? Double.parseDouble(value)
                : Double.MAX_VALUE;
    }

    private static Finding finding(JobView job, String reason, String text, Evidence... evidence) {
        return new Finding(
                Severity.INFO,
                reason,
                Subject.job(job.name()),
                job.name() + ": " + text,
                List.of(evidence));
    }
}
