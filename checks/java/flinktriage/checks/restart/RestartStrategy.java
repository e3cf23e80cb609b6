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
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** FT-RS-003. */
public final class RestartStrategy implements JobCheck {

    static final Threshold USED =
            new Threshold(
                    "used-attempts",
                    Quantity.ratio(0.5),
                    "share of the allowed restarts that the job has had; rescales count as well");
    static final Threshold OUTAGE =
            new Threshold(
                    "outage",
                    Quantity.of(Duration.ofMinutes(10)),
                    "outage of a broker or a storage that a job should survive; upgrades and"
                            + " failovers of such systems take minutes");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-RS-003",
                    "can the restart strategy cope?",
                    Set.of(Need.CONFIGURATION, Need.RESTARTS),
                    USED,
                    OUTAGE);

    private static final Set<String> NONE = Set.of("none", "off", "disable");

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
                            "the cluster does not restart failed jobs, unless the job sets"
                                    + " another strategy"));
        }
        Optional<Attempts> attempts = Attempts.of(type, keys);
        List<Long> restarts = job.restarts().stream().toList();
        if (attempts.isEmpty()) {
            return new Verdict.Healthy();
        }
        double count = attempts.get().count();
        if (Attempts.counted(type)
                && !restarts.isEmpty()
                && restarts.get(0) >= limits.value(USED) * count) {
            return Verdict.problem(usedUp(job, restarts.get(0), count));
        }
        double lasts = attempts.get().lasts();
        return lasts < limits.value(OUTAGE)
                ? Verdict.problem(tooFew(job, attempts.get(), limits))
                : new Verdict.Healthy();
    }

    private static Finding usedUp(JobView job, double restarts, double attempts) {
        Quantity had = Quantity.count(restarts);
        Quantity allowed = Quantity.count(attempts);
        return finding(
                job,
                "EXHAUSTIBLE",
                "%s of the %s restarts that the cluster allows are used up"
                        .formatted(Numbers.show(had), Numbers.show(allowed)),
                Evidence.of(
                        "restarts since the JobManager began to count",
                        had,
                        allowed,
                        job.restarts().from()));
    }

    private static Finding tooFew(JobView job, Attempts attempts, Limits limits) {
        Quantity lasts = Quantity.millis(attempts.lasts());
        return finding(
                job,
                "EXHAUSTIBLE",
                "an outage of more than %s uses up the restarts that the cluster allows, and then the job fails, unless the job sets another strategy"
                        .formatted(Numbers.show(lasts)),
                Evidence.of(
                        "restarts times the delay before each",
                        lasts,
                        limits.of(OUTAGE),
                        job.configuration().from()));
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
