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
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

    private static final String NOTHING_TO_RESTORE =
            "; none of its checkpoints completed, so there is nothing newer to start from";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return switch (job.state()) {
            case FAILED -> Verdict.problem(failed(job, limits));
            case FINISHED -> new Verdict.Healthy();
            case RUNNING -> running(job, limits);
            case OTHER -> new Verdict.Unknown("the job is in a state that is not known here");
            default -> Verdict.problem(notRunning(job));
        };
    }

    private static Finding failed(JobView job, Limits limits) {
        Optional<JobException> last =
                job.exceptions().stream().flatMap(h -> h.entries().stream()).findFirst();
        Subject subject =
                last.flatMap(JobException::failedTask)
                        .flatMap(job.graph()::vertexOfTask)
                        .map(Subject::vertex)
                        .orElse(Subject.job(job.name()));
        String what =
                subject.kind() == Subject.Kind.JOB
                        ? " has failed and is not restarted"
                        : " failed, and the job was not restarted";
        String why =
                last.map(e -> ": " + e.root().sentence())
                        .orElse("; its exception is not known any more");
        boolean nothing = job.checkpoints().stream().anyMatch(h -> h.completed() == 0);
        List<Evidence> evidence = new ArrayList<>();
        last.ifPresent(
                e ->
                        evidence.add(
                                Evidence.of(
                                        "time since the failure",
                                        Quantity.of(Duration.between(e.at(), job.now())),
                                        job.exceptions().from().at("/exceptionHistory/entries"))));
        busiest(job).filter(e -> e.observed().value() >= limits.value(BUSY)).forEach(evidence::add);
        return new Finding(
                Severity.CRITICAL,
                "FAILED",
                subject,
                subject.name() + what + why + (nothing ? NOTHING_TO_RESTORE : ""),
                evidence);
    }

    /** What held the job back until its end may be why it ended. */
    private static Stream<Evidence> busiest(JobView job) {
        Stream<Evidence> all =
                job.graph().vertices().stream()
                        .flatMap(v -> job.times(v).stream().flatMap(t -> busy(v, t)));
        return all.max(Comparator.comparing(Evidence::observed)).stream();
    }

    private static Stream<Evidence> busy(Vertex v, List<SubtaskTimes> times) {
        String label = "busy time of " + v.name() + " in its last attempt";
        return times.stream()
                .map(SubtaskTimes::busy)
                .filter(Observed::isPresent)
                .map(b -> Evidence.of(label, Quantity.ratio(b.require()), b.from()));
    }

    private static Finding notRunning(JobView job) {
        String state = job.state().name().toLowerCase(Locale.ROOT);
        String text =
                switch (job.state()) {
                    case CANCELED, SUSPENDED -> " is " + state + ": nothing is processed";
                    case INITIALIZING, CREATED -> " does not run yet: it is " + state;
                    default -> " does not run: it is " + state;
                };
        return new Finding(
                Severity.WARNING,
                "NOT_RUNNING",
                Subject.job(job.name()),
                job.name() + text,
                List.of());
    }

    private static Verdict running(JobView job, Limits limits) {
        if (job.graph().vertices().isEmpty()) {
            return new Verdict.Unknown("the job runs, but its vertices are not known");
        }
        // The later stages of a batch job wait for the earlier ones.
        boolean batch = job.streaming().stream().anyMatch(streaming -> !streaming);
        if (batch || job.graph().allTasksRunning()) {
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
                                        "time since the job entered RUNNING",
                                        since,
                                        limits.of(STARTING),
                                        job.runningFor().from()))));
    }
}
