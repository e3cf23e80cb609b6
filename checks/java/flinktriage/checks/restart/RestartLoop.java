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
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** FT-RS-001. */
public final class RestartLoop implements JobCheck {

    static final Threshold WINDOW =
            new Threshold(
                    "window",
                    Quantity.of(Duration.ofMinutes(10)),
                    "failures of this time count; Flink's standard back-off is at most one minute");
    static final Threshold LOOP =
            new Threshold(
                    "failures-critical",
                    Quantity.count(3),
                    "that many in the window, and not over: the job comes to nothing");
    static final Threshold REPEATED =
            new Threshold(
                    "failures-warning",
                    Quantity.count(2),
                    "that many in the window; one alone is what restarts are for");
    static final Threshold QUIET =
            new Threshold(
                    "quiet-spacings",
                    Quantity.count(3),
                    "so many times the usual spacing without a failure, and at least a minute: the"
                            + " loop is over");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-RS-001",
                    "does the job restart in a loop, and on which exception?",
                    Set.of(Need.EXCEPTIONS, Need.RESTARTS),
                    WINDOW,
                    LOOP,
                    REPEATED,
                    QUIET);

    /** What the JobManager says when it fails a job because of its checkpoints, up to Flink 2.3. */
    private static final String TOO_MANY_FAILED = "checkpoint tolerable failure threshold";

    private static final Duration SLOW_LOOP = Duration.ofHours(1);
    private static final Duration SHORTEST_QUIET = Duration.ofMinutes(1);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state().terminal()) {
            return new Verdict.NotApplicable("the job has ended");
        }
        // Rescales count as restarts too, but leave no exception.
        Failures all = Failures.of(job.exceptions().require());
        Duration window = Duration.ofMillis((long) limits.value(WINDOW));
        Failures recent = all.since(job.now().minus(window));
        Failures hour = all.since(job.now().minus(SLOW_LOOP));
        boolean slowLoop = hour.count() >= limits.value(LOOP) && goesOn(job, limits, hour);
        if (recent.count() == 0 && !slowLoop) {
            return new Verdict.Healthy();
        }
        boolean loop = recent.count() >= limits.value(LOOP) && goesOn(job, limits, recent);
        Severity severity =
                slowLoop || recent.count() >= limits.value(REPEATED)
                        ? Severity.WARNING
                        : Severity.INFO;
        return Verdict.problem(
                finding(
                        job,
                        limits,
                        loop ? Severity.CRITICAL : severity,
                        loop || slowLoop ? "LOOP" : "RESTARTED",
                        slowLoop && !loop ? hour : recent));
    }

    private static boolean goesOn(JobView job, Limits limits, Failures failures) {
        Duration quiet = Duration.between(failures.newest().orElseThrow().at(), job.now());
        double spacing = failures.spacing().orElse(Duration.ZERO).toMillis();
        return quiet.toMillis()
                <= Math.max(limits.value(QUIET) * spacing, SHORTEST_QUIET.toMillis());
    }

    private static Finding finding(
            JobView job, Limits limits, Severity severity, String reason, Failures failures) {
        Subject subject =
                failures.vertex(job.graph()).map(Subject::vertex).orElse(Subject.job(job.name()));
        JobException typical = failures.typical().orElseThrow();
        Quantity ago =
                Quantity.of(Duration.between(failures.newest().orElseThrow().at(), job.now()));
        Optional<Quantity> spacing = failures.spacing().map(Quantity::of);
        String often =
                spacing.map(
                                s ->
                                        "failed %d times in %s, every %s"
                                                .formatted(
                                                        failures.count(),
                                                        Numbers.show(failures.span()),
                                                        Numbers.show(s)))
                        .orElse("failed " + Numbers.show(ago) + " ago and was restarted");
        Provenance from = job.exceptions().from().at("/exceptionHistory/entries");
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of("failures", Quantity.count(failures.count()), limits.of(LOOP), from));
        evidence.add(Evidence.of("time since the last failure", ago, limits.of(WINDOW), from));
        spacing.ifPresent(s -> evidence.add(Evidence.of("time between two failures", s, from)));
        job.restarts().stream()
                .forEach(
                        n ->
                                evidence.add(
                                        Evidence.of(
                                                "restarts since the JobManager began to count",
                                                Quantity.count(n),
                                                job.restarts().from())));
        return new Finding(
                severity,
                typical.root().message().contains(TOO_MANY_FAILED)
                        ? "CHECKPOINTS"
                        : typical.root().outOfMemory() ? "MEMORY" : reason,
                subject,
                subject.name()
                        + " "
                        + often
                        + ": "
                        + typical.root().sentence()
                        + FinalFailure.stage(typical),
                evidence);
    }
}
