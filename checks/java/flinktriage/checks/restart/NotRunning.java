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
import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** FT-RS-002. */
public final class NotRunning implements JobCheck {

    static final Threshold STARTING =
            new Threshold(
                    "starting",
                    Quantity.of(Duration.ofMinutes(1)),
                    "tasks may take so long to be deployed and to restore state");
    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "a vertex above this in its last attempt is shown with the failure");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-RS-002",
                    "has the job failed, or is it not running?",
                    Set.of(Need.EXCEPTIONS, Need.CHECKPOINTS, Need.TIMES),
                    STARTING,
                    BUSY);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return switch (job.state()) {
            case FAILED -> Verdict.problem(FinalFailure.finding(job, limits.value(BUSY)));
            case FINISHED -> new Verdict.Healthy();
            case RUNNING -> running(job, limits);
            case OTHER -> new Verdict.Unknown("the job is in a state that is not known here");
            default -> Verdict.problem(notRunning(job));
        };
    }

    private static Finding notRunning(JobView job) {
        String state = job.state().name().toLowerCase(Locale.ROOT);
        String text =
                switch (job.state()) {
                    case CANCELED, SUSPENDED -> " is " + state + ": nothing is processed";
                    case INITIALIZING, CREATED -> " does not run yet: it is " + state;
                    default -> " does not run: it is " + state;
                };
        // While it is restarted, what failed just now is why.
        boolean again = job.state() == JobState.RESTARTING || job.state() == JobState.FAILING;
        Optional<JobException> failure =
                job.exceptions().stream()
                        .filter(h -> again)
                        .flatMap(h -> Failures.of(h).newest().stream())
                        .findFirst();
        return new Finding(
                Severity.WARNING,
                "NOT_RUNNING",
                Subject.job(job.name()),
                job.name() + text + failure.map(e -> after(job, e)).orElse(""),
                failure.map(e -> FinalFailure.age(job, e)).stream().toList());
    }

    private static String after(JobView job, JobException e) {
        return e.failedTask()
                        .flatMap(job.graph()::vertexOfTask)
                        .map(v -> " after " + v.name() + " failed: ")
                        .orElse(" after ")
                + e.root().sentence();
    }

    private static Verdict running(JobView job, Limits limits) {
        if (job.graph().vertices().isEmpty()) {
            return new Verdict.Unknown("the job runs, but its vertices are not known");
        }
        // The later stages of a batch job wait for the earlier ones.
        if (job.batch() || job.graph().allTasksRunning()) {
            return new Verdict.Healthy();
        }
        Quantity since = Quantity.of(job.runningFor().require());
        if (since.value() <= limits.value(STARTING)) {
            return new Verdict.Healthy();
        }
        int tasks = job.graph().vertices().stream().mapToInt(v -> v.parallelism()).sum();
        int idle = tasks - job.graph().tasks("RUNNING") - job.graph().tasks("FINISHED");
        String summary =
                "%s: %d of %d tasks do not run, %s after the job was started"
                        .formatted(job.name(), idle, tasks, Numbers.show(since));
        return Verdict.problem(
                new Finding(
                        Severity.WARNING,
                        "NOT_RUNNING",
                        Subject.job(job.name()),
                        summary,
                        List.of(
                                Evidence.of(
                                        "time in RUNNING",
                                        since,
                                        limits.of(STARTING),
                                        job.runningFor().from()))));
    }
}
