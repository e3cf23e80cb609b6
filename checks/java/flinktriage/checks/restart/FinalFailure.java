package flinktriage.checks.restart;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.JobException;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a job ended that is not restarted. */
final class FinalFailure {

    private static final String NOTHING_TO_RESTORE =
            "; none of its checkpoints completed, so there is nothing newer to start from";

    private FinalFailure() {}

    /**
     * @param busy share of the time from which the busiest vertex is worth a mention
     */
    static Finding finding(JobView job, double busy) {
        Optional<JobException> last =
                job.exceptions().stream()
                        .flatMap(h -> Failures.of(h).newest().stream())
                        .findFirst();
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
                last.map(e -> ": " + e.root().sentence() + stage(e))
                        .orElse("; its exception is not known any more");
        boolean nothing = job.checkpoints().stream().anyMatch(h -> h.completed() == 0);
        List<Evidence> evidence = new ArrayList<>();
        last.ifPresent(e -> evidence.add(age(job, e)));
        busiest(job).filter(e -> e.observed().value() >= busy).forEach(evidence::add);
        return new Finding(
                Severity.CRITICAL,
                "FAILED",
                subject,
                subject.name() + what + why + (nothing ? NOTHING_TO_RESTORE : ""),
                evidence);
    }

    /** Before the first record it is the program or its state that is wrong, and not the data. */
    static String stage(JobException failure) {
        return failure.beforeTheFirstRecord()
                ? "; it failed before its first record, when operators open and restore their state"
                : "";
    }

    /** By its age the engine knows the same failure in another finding. */
    static Evidence age(JobView job, JobException failure) {
        return Evidence.of(
                "time since the failure",
                Quantity.of(Duration.between(failure.at(), job.now())),
                job.exceptions().from().at("/exceptionHistory/entries"));
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
}
