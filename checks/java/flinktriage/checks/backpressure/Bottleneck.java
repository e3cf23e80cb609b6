package flinktriage.checks.backpressure;

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
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    static final Threshold SETTLED =
            new Threshold(
                    "settled",
                    Quantity.millis(20_000),
                    "age of an attempt below which the averages of Flink still say little");

    /** Flink fetches metrics every 10 s, the first ones some seconds after a start. */
    private static final Duration FIRST_METRICS = Duration.ofMinutes(2);

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-BP-001",
                    "which operator holds the others back?",
                    Set.of(
                            Need.TIMES,
                            Need.METRICS,
                            Need.PLAN,
                            Need.TASK_MANAGERS,
                            Need.TASK_MANAGER_METRICS),
                    BUSY,
                    SATURATED,
                    BACKPRESSURED,
                    SETTLED);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is " + job.state());
        }
        List<Vertex> running = VertexLoad.running(job);
        if (running.isEmpty()) {
            return new Verdict.NotApplicable("no vertex has all its tasks running");
        }
        if (job.runningFor().require().toMillis() < limits.value(SETTLED)) {
            return new Verdict.Unknown(
                    "the job has been running for less than 20 s: too young to judge");
        }
        Map<VertexId, VertexLoad> loads = new LinkedHashMap<>();
        List<Missing> missing = new ArrayList<>();
        for (Vertex v : running) {
            VertexLoad.missing(job, v)
                    .ifPresentOrElse(missing::add, () -> loads.put(v.id(), VertexLoad.of(job, v)));
        }

        List<Finding> findings = new ArrayList<>();
        loads.values().stream()
                .filter(load -> guilty(job, loads, load, limits))
                .sorted(Comparator.comparingDouble(VertexLoad::maxBusy).reversed())
                .forEach(load -> findings.add(finding(job, loads, load, limits)));
        if (findings.isEmpty() && !missing.isEmpty()) {
            return loads.isEmpty()
                    ? blind(job, missing.get(0))
                    : Verdict.Unknown.of(missing.get(0));
        }
        return findings.isEmpty() ? nobody(job, loads, limits) : Verdict.of(findings);
    }

    /** A job that has run for minutes without a single metric is not idle: nobody can see it. */
    private static Verdict blind(JobView job, Missing missing) {
        Duration running = job.runningFor().require();
        return missing.why() == Missing.Why.NOT_YET && running.compareTo(FIRST_METRICS) >= 0
                ? new Verdict.Unknown(
                        "no busy time of any task after "
                                + Numbers.show(running)
                                + ": the JobManager gets no metrics from the TaskManagers",
                        true)
                : Verdict.Unknown.of(missing);
    }

    private static boolean guilty(
            JobView job, Map<VertexId, VertexLoad> loads, VertexLoad load, Limits limits) {
        double busy = load.maxBusy();
        if (busy < limits.value(BUSY)) {
            return false;
        }
        boolean holdsBack =
                job.graph().upstream(load.vertex()).stream()
                        .anyMatch(
                                u ->
                                        Pressure.held(
                                                job,
                                                loads.get(u.id()),
                                                u,
                                                limits.value(BACKPRESSURED)));
        // A vertex that only reads is FT-BP-003's; one with more operators in its chain may be slow
        // in any of them.
        return holdsBack
                || (busy >= limits.value(SATURATED) && !SourceBound.onlyReads(load.vertex()));
    }

    private static Finding finding(
            JobView job, Map<VertexId, VertexLoad> loads, VertexLoad load, Limits limits) {
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
        for (Vertex u : job.graph().upstream(v)) {
            evidence.addAll(Pressure.evidence(job, loads.get(u.id()), u, limits.of(BACKPRESSURED)));
        }
        evidence.addAll(why.evidence());
        Subject subject = Subject.vertex(v);
        return new Finding(
                Severity.WARNING,
                why.reason(),
                why.reason().equals(Diagnosis.SKEW) ? subject.subtask(hot) : subject,
                v.name() + " cannot keep up: " + why.sentence(),
                evidence);
    }

    /** Nothing is busy enough. Healthy, unless somebody is held back by what we cannot see. */
    private static Verdict nobody(JobView job, Map<VertexId, VertexLoad> loads, Limits limits) {
        for (VertexLoad load : loads.values()) {
            boolean victim = load.maxBackpressured() >= 0.5;
            boolean last =
                    job.graph().downstream(load.vertex()).stream()
                            .noneMatch(
                                    d ->
                                            loads.containsKey(d.id())
                                                    && loads.get(d.id()).maxBackpressured()
                                                            >= limits.value(BACKPRESSURED));
            if (victim && last) {
                return new Verdict.Unknown(
                        load.vertex().name()
                                + " is backpressured "
                                + Math.round(load.maxBackpressured() * 100)
                                + " % of the time, but nothing below it is busy: the load comes in bursts, or"
                                + " network buffers are short");
            }
        }
        List<String> silent =
                loads.values().stream()
                        .filter(l -> !l.measured())
                        .map(l -> l.vertex().name())
                        .toList();
        return silent.isEmpty()
                ? new Verdict.Healthy()
                : new Verdict.Unknown(
                        "Flink reports no busy time for "
                                + String.join(", ", silent)
                                + " (a legacy source); every other vertex has time to spare");
    }
}
