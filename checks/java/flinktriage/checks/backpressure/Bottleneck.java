package flinktriage.checks.backpressure;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The culprit of backpressure is the busy vertex below the last backpressured one, never the most
 * backpressured: that is its victim.
 */
public final class Bottleneck implements JobCheck {

    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "busy time of a vertex's hottest subtask from which it holds back a backpressured input");
    static final Threshold SATURATED =
            new Threshold(
                    "saturated",
                    Quantity.ratio(0.95),
                    "busy time from which a vertex is at its limit although nothing above it shows backpressure");
    static final Threshold BACKPRESSURED =
            new Threshold(
                    "backpressured",
                    Quantity.ratio(0.1),
                    "backpressured time of a subtask that counts; Flink's own level \"low\" begins here");
    static final Threshold BURSTS =
            new Threshold(
                    "bursts",
                    Quantity.ratio(0.5),
                    "share of the time from which a busy vertex below a held one works in bursts");
    static final Threshold SETTLED =
            new Threshold(
                    "settled",
                    Quantity.millis(20_000),
                    "age of an attempt below which the averages of Flink still say little");
    static final Threshold CAUGHT_UP =
            new Threshold(
                    "caught-up",
                    Quantity.of(Duration.ofHours(1)),
                    "a job that will have caught up by then works off what it missed, and is not ill");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-BP-001",
                    "which operator holds the others back?",
                    Set.of(
                            Need.TIMES,
                            Need.METRICS,
                            Need.PLAN,
                            Need.SUBTASKS,
                            Need.CHECKPOINT_CONFIG,
                            Need.CHECKPOINT_DETAILS,
                            Need.REPORTER,
                            Need.TASK_MANAGERS,
                            Need.TASK_MANAGER_METRICS),
                    BUSY,
                    SATURATED,
                    BACKPRESSURED,
                    BURSTS,
                    SETTLED,
                    CAUGHT_UP);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return Loads.notJudged(job, limits.value(SETTLED))
                .orElseGet(() -> judge(job, Loads.of(job), limits));
    }

    private static Verdict judge(JobView job, Loads loads, Limits limits) {
        List<Finding> findings =
                loads.byVertex().values().stream()
                        .filter(load -> guilty(job, loads, load, limits))
                        .sorted(Comparator.comparingDouble(VertexLoad::maxBusy).reversed())
                        .map(load -> finding(job, loads, load, limits))
                        .toList();
        if (findings.isEmpty()) {
            findings = SlowExchange.findings(job, loads, limits);
        }
        if (!findings.isEmpty()) {
            return Verdict.of(findings);
        }
        return loads.missing().isEmpty()
                ? loads.withoutCulprit(job, limits.value(BURSTS), limits.value(BACKPRESSURED))
                : loads.unseen(job);
    }

    private static boolean guilty(JobView job, Loads loads, VertexLoad load, Limits limits) {
        Vertex v = load.vertex();
        double busy = load.maxBusy();
        if (busy >= limits.value(BUSY) && loads.holdsBack(job, v, limits.value(BACKPRESSURED))) {
            return true;
        }
        // The values are averages: a vertex that works in bursts is half busy, what feeds it half
        // held.
        if (busy >= limits.value(BURSTS)
                && load.maxBackpressured() < limits.value(BACKPRESSURED)
                && loads.holdsBack(job, v, limits.value(BURSTS))) {
            return true;
        }
        // A vertex that only reads is FT-BP-003's; one with more in its chain may be slow anywhere.
        return busy >= limits.value(SATURATED) && !load.onlyReads();
    }

    private static Finding finding(JobView job, Loads loads, VertexLoad load, Limits limits) {
        Vertex v = load.vertex();
        Diagnosis why = Diagnosis.of(job, load, limits.value(BUSY));
        int hot = load.hottest().orElseThrow().subtask();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "busy time of subtask " + hot,
                        Quantity.ratio(load.maxBusy()),
                        limits.of(BUSY),
                        load.from("/subtasks/" + hot + "/busyRatio")));
        evidence.addAll(Pressure.above(job, loads, v, limits.of(BACKPRESSURED)));
        evidence.addAll(why.evidence());
        Optional<CatchingUp> catchingUp =
                CatchingUp.of(job, v).filter(c -> c.left() <= limits.value(CAUGHT_UP));
        catchingUp.map(c -> c.evidence(limits.of(CAUGHT_UP))).ifPresent(evidence::add);
        Subject subject = Subject.vertex(v);
        return new Finding(
                catchingUp.isPresent() ? Severity.INFO : Severity.WARNING,
                why.reason(),
                load.lopsided() ? subject.subtask(hot) : subject,
                v.name()
                        + " cannot keep up: "
                        + why.sentence()
                        + catchingUp.map(CatchingUp::sentence).orElse(""),
                evidence);
    }
}
