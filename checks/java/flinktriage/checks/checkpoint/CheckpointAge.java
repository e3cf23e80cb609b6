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
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.JobState;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** FT-CP-002. */
public final class CheckpointAge implements JobCheck {

    static final Threshold PERIODS =
            new Threshold(
                    "missed-periods",
                    Quantity.count(3),
                    "so many times the usual period (interval, or duration and pause if longer)"
                            + " without a completed checkpoint");
    static final Threshold SHORTEST =
            new Threshold(
                    "shortest-age",
                    Quantity.of(Duration.ofMinutes(1)),
                    "a younger one is never too old, however short the interval");
    static final Threshold CRITICAL_AGE =
            new Threshold(
                    "critical-age",
                    Quantity.of(Duration.ofMinutes(15)),
                    "from here on Kafka brokers abort open transactions by default, and a restart"
                            + " repeats that much work; counts only after ten periods");

    private static final int CRITICAL_PERIODS = 10;

    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-CP-002",
                    "has no checkpoint completed for too long?",
                    Set.of(Need.CHECKPOINTS, Need.CHECKPOINT_CONFIG, Need.CHECKPOINT_DETAILS),
                    PERIODS,
                    SHORTEST,
                    CRITICAL_AGE);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING || !job.graph().allTasksRunning()) {
            return new Verdict.NotApplicable("not all tasks run, so no checkpoint is triggered");
        }
        CheckpointConfig config = job.checkpointConfig().require();
        if (config.interval().isEmpty()) {
            return new Verdict.NotApplicable("periodic checkpoints are off");
        }
        CheckpointHistory history = job.checkpoints().require();
        Instant runningSince = job.now().minus(job.runningFor().require());
        Optional<Instant> completedAt = history.newestCompleted().map(Checkpoint::endedAt);
        Instant since =
                Stream.of(completedAt, history.restoredAt(), Optional.of(runningSince))
                        .flatMap(Optional::stream)
                        .max(Instant::compareTo)
                        .orElse(runningSince);
        double due = Duration.between(since, job.now()).toMillis();
        double period = period(config.interval().get(), config, history);
        double limit = Math.max(limits.value(SHORTEST), limits.value(PERIODS) * period);
        if (due <= limit) {
            return new Verdict.Healthy();
        }
        // A restart gives the job time for its next checkpoint; what it would lose stays as old.
        double age =
                completedAt
                        .map(at -> (double) Duration.between(at, job.now()).toMillis())
                        .orElse(due);
        double critical =
                Math.max(limits.value(CRITICAL_AGE), Math.max(limit, CRITICAL_PERIODS * period));
        boolean never = completedAt.isEmpty() && history.completed() == 0;
        Optional<Hanging> hanging = Hanging.of(job, config.interval().get());
        List<Evidence> evidence = evidence(job, config, history, age, limit);
        hanging.map(h -> h.evidence(job.checkpointDetails().from())).ifPresent(evidence::add);
        String summary =
                "%s: no checkpoint has completed %s %s, one is due every %s%s"
                        .formatted(
                                job.name(),
                                never ? "yet, the job has run for" : "for",
                                Numbers.show(Quantity.millis(age)),
                                Numbers.show(config.interval().get()),
                                hanging.map(h -> h.sentence(job.graph())).orElse(""));
        return Verdict.problem(
                new Finding(
                        age > critical ? Severity.CRITICAL : Severity.WARNING,
                        never ? "NEVER" : "STALE",
                        Subject.job(job.name()),
                        summary,
                        evidence));
    }

    /**
     * Slow checkpoints come less often than the interval says; that alone is another check's
     * finding.
     */
    private static double period(
            Duration interval, CheckpointConfig config, CheckpointHistory history) {
        List<Duration> durations =
                history.completedOnes().stream().map(Checkpoint::duration).sorted().toList();
        Duration typical =
                durations.isEmpty() ? Duration.ZERO : durations.get(durations.size() / 2);
        return Math.max(interval.toMillis(), typical.plus(config.minPause()).toMillis());
    }

    private static List<Evidence> evidence(
            JobView job,
            CheckpointConfig config,
            CheckpointHistory history,
            double age,
            double limit) {
        Provenance from = job.checkpoints().from();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "time without a completed checkpoint",
                        Quantity.millis(age),
                        Quantity.millis(limit),
                        from.at("/latest/completed")));
        for (Checkpoint hanging : history.periodic()) {
            if (hanging.status() == Checkpoint.Status.IN_PROGRESS) {
                evidence.add(
                        Evidence.of(
                                "age of checkpoint " + hanging.id() + ", still in progress",
                                Quantity.of(hanging.durationAt(job.now())),
                                Quantity.of(config.timeout()),
                                from.at("/history")));
            }
        }
        return evidence;
    }
}
