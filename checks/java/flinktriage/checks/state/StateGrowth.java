package flinktriage.checks.state;

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
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** FT-ST-001. */
public final class StateGrowth implements JobCheck {

    static final Threshold SMALL =
            new Threshold(
                    "smallest-state",
                    Quantity.bytes(16 << 20),
                    "state below this is start-up and noise, whatever its growth");
    static final Threshold DOUBLES =
            new Threshold(
                    "doubling-time",
                    Quantity.of(Duration.ofDays(7)),
                    "state that takes longer to double can wait for working hours");
    static final Threshold SOON =
            new Threshold(
                    "doubling-time-warning",
                    Quantity.of(Duration.ofDays(1)),
                    "state that doubles sooner, and has grown like this ever since the start, is"
                            + " unlikely to be bounded by a window or a TTL");
    static final Threshold YOUNG =
            new Threshold(
                    "young-job",
                    Quantity.of(Duration.ofHours(1)),
                    "in a younger job windows and TTLs are still filling");
    static final Threshold MEMORY =
            new Threshold(
                    "time-to-fill-memory",
                    Quantity.of(Duration.ofHours(1)),
                    "state that outgrows the TaskManagers' memory sooner is a problem at any age");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-ST-001",
                    "does state grow without bound?",
                    Set.of(
                            Need.CHECKPOINTS,
                            Need.CHECKPOINT_CONFIG,
                            Need.CHECKPOINT_DETAILS,
                            Need.TASK_MANAGERS),
                    SMALL,
                    DOUBLES,
                    SOON,
                    YOUNG,
                    MEMORY);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        // After a restart the backlog is read faster than usual, and RocksDB compacts: start anew.
        Instant since =
                job.runningFor().stream().map(job.now()::minus).findFirst().orElse(Instant.MIN);
        List<Checkpoint> points =
                job.checkpoints().require().completedOnes().stream()
                        .filter(c -> !c.triggeredAt().isBefore(since))
                        .toList();
        if (points.size() < Trend.FEWEST_POINTS) {
            return new Verdict.NotApplicable(
                    "fewer than %d checkpoints have completed since the job runs"
                            .formatted(Trend.FEWEST_POINTS));
        }
        double size = points.get(0).operatorState();
        Trend trend = Trend.of(points);
        double doubling = size / trend.bytesPerSecond() * 1000;
        if (!trend.steady() || size < limits.value(SMALL) || doubling > limits.value(DOUBLES)) {
            return new Verdict.Healthy();
        }
        OptionalDouble memory = Memory.forState(job);
        double full =
                memory.isPresent() && memory.getAsDouble() > size
                        ? (memory.getAsDouble() - size) / trend.bytesPerSecond() * 1000
                        : Double.MAX_VALUE;
        double age =
                job.runningFor().stream().mapToDouble(Duration::toMillis).findFirst().orElse(0);
        boolean young = age < limits.value(YOUNG);
        // A window that was emptied meanwhile holds less than this growth would have brought.
        boolean sinceStart = trend.bytesPerSecond() * age / 1000 <= 2 * size;
        boolean unbounded = !young && sinceStart && doubling <= limits.value(SOON);
        boolean soonFull = full <= limits.value(MEMORY);
        Subject subject = Growing.vertex(job).map(Subject::vertex).orElse(Subject.job(job.name()));
        String summary =
                "%s: state grows by %s, is %s now and doubles in %s%s"
                        .formatted(
                                subject.name(),
                                Numbers.show(Quantity.bytesPerSecond(trend.bytesPerSecond())),
                                Numbers.show(Quantity.bytes(size)),
                                Numbers.show(Quantity.millis(doubling)),
                                soonFull
                                        ? "; it outgrows the memory for state in "
                                                + Numbers.show(Quantity.millis(full))
                                        : young
                                                ? "; the job is young, this may still level off"
                                                : "");
        List<Evidence> evidence = new ArrayList<>();
        Provenance from = job.checkpoints().from().at("/history");
        evidence.add(Evidence.of("state", Quantity.bytes(size), limits.of(SMALL), from));
        evidence.add(
                Evidence.of(
                        "growth over " + points.size() + " checkpoints",
                        Quantity.bytesPerSecond(trend.bytesPerSecond()),
                        from));
        evidence.add(
                Evidence.of(
                        "time in which it doubles",
                        Quantity.millis(doubling),
                        limits.of(SOON),
                        from));
        memory.ifPresent(
                bytes ->
                        evidence.add(
                                Evidence.of(
                                        "memory of all TaskManagers for state",
                                        Quantity.bytes(bytes),
                                        job.taskManagers().from())));
        return Verdict.problem(
                new Finding(
                        unbounded || soonFull ? Severity.WARNING : Severity.INFO,
                        "GROWING",
                        subject,
                        summary,
                        evidence));
    }
}
