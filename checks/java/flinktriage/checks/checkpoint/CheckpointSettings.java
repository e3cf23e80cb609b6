package flinktriage.checks.checkpoint;

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
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** FT-CP-004. */
public final class CheckpointSettings implements JobCheck {

    static final Threshold TIMEOUT_SHARE =
            new Threshold(
                    "timeout-share",
                    Quantity.ratio(0.8),
                    "a completed checkpoint that took this share of the timeout leaves no room for a"
                            + " slower one");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-CP-004",
                    "is the checkpoint configuration unsafe?",
                    Set.of(Need.CHECKPOINT_CONFIG, Need.CHECKPOINTS),
                    TIMEOUT_SHARE);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.batch()) {
            return new Verdict.NotApplicable("a batch job takes no checkpoints");
        }
        if (job.state().terminal()) {
            return new Verdict.NotApplicable("the job has ended");
        }
        CheckpointConfig config = job.checkpointConfig().require();
        if (config.interval().isEmpty()) {
            // Before Flink 1.20 a job does not say whether it is a batch job.
            job.streaming().require();
            String text = "periodic checkpoints are off: a restart loses all state";
            Evidence[] lost =
                    job.runningFor().stream()
                            .filter(running -> !running.isNegative())
                            .map(Quantity::of)
                            .map(
                                    running ->
                                            Evidence.of(
                                                    "time whose state a restart loses, at least",
                                                    running,
                                                    job.runningFor().from()))
                            .toArray(Evidence[]::new);
            return Verdict.problem(finding(job, Severity.WARNING, "DISABLED", text, lost));
        }
        List<Finding> findings = new ArrayList<>();
        // Without a history there is nothing to compare the settings with.
        for (CheckpointHistory history : job.checkpoints().stream().toList()) {
            Provenance from = job.checkpoints().from().at("/history");
            interval(job, config, history, from).ifPresent(findings::add);
            timeout(job, config, history, limits.value(TIMEOUT_SHARE), from)
                    .ifPresent(findings::add);
            tolerance(job, config, history, from).ifPresent(findings::add);
        }
        return Verdict.of(findings);
    }

    private static Optional<Finding> interval(
            JobView job, CheckpointConfig config, CheckpointHistory history, Provenance from) {
        Duration interval = config.interval().orElseThrow();
        double average = durations(history).average().orElse(0);
        if (average <= interval.toMillis() || !config.minPause().isZero()) {
            return Optional.empty();
        }
        Quantity shown = Quantity.millis(average);
        String text =
                "a checkpoint takes %s on average and one is due every %s, so one always runs"
                        .formatted(Numbers.show(shown), Numbers.show(interval));
        Quantity limit = Quantity.of(interval);
        Evidence evidence =
                Evidence.of("average duration of completed checkpoints", shown, limit, from);
        return Optional.of(finding(job, Severity.INFO, "INTERVAL_TOO_SHORT", text, evidence));
    }

    private static Optional<Finding> timeout(
            JobView job,
            CheckpointConfig config,
            CheckpointHistory history,
            double share,
            Provenance from) {
        Quantity longest = Quantity.millis(durations(history).max().orElse(0));
        Quantity limit = Quantity.millis(share * config.timeout().toMillis());
        if (longest.compareTo(limit) <= 0) {
            return Optional.empty();
        }
        String text =
                "a checkpoint took %s of the %s after which it expires"
                        .formatted(Numbers.show(longest), Numbers.show(config.timeout()));
        Evidence evidence = Evidence.of("longest completed checkpoint", longest, limit, from);
        return Optional.of(finding(job, Severity.INFO, "TIMEOUT_TOO_SHORT", text, evidence));
    }

    private static Optional<Finding> tolerance(
            JobView job, CheckpointConfig config, CheckpointHistory history, Provenance from) {
        long failed = history.finished().stream().filter(c -> Failure.of(c).isPresent()).count();
        if (config.tolerableFailures() > 0 || failed == 0) {
            return Optional.empty();
        }
        String text = "checkpoints fail, and a single failure restarts the job";
        Evidence evidence =
                Evidence.of("failed checkpoints in the history", Quantity.count(failed), from);
        return Optional.of(finding(job, Severity.INFO, "NO_TOLERANCE", text, evidence));
    }

    private static LongStream durations(CheckpointHistory history) {
        return history.completedOnes().stream().mapToLong(c -> c.duration().toMillis());
    }

    private static Finding finding(
            JobView job, Severity severity, String reason, String text, Evidence... evidence) {
        return new Finding(
                severity,
                reason,
                Subject.job(job.name()),
                job.name() + ": " + text,
                List.of(evidence));
    }
}
