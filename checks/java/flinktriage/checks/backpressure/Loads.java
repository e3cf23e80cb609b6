package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The loads of all running vertices, in the order of the graph.
 *
 * @param missing why there is none for a running vertex
 */
record Loads(Map<VertexId, VertexLoad> byVertex, List<Missing> missing) {

    /** Flink fetches metrics every 10 s, the first ones some seconds after a start. */
    private static final Duration FIRST_METRICS = Duration.ofMinutes(2);

    static Loads of(JobView job) {
        Map<VertexId, VertexLoad> loads = new LinkedHashMap<>();
        List<Missing> missing = new ArrayList<>();
        for (Vertex v : VertexLoad.running(job)) {
            VertexLoad.missing(job, v)
                    .ifPresentOrElse(missing::add, () -> loads.put(v.id(), VertexLoad.of(job, v)));
        }
        return new Loads(loads, missing);
    }

    /** Why times cannot be judged at all: the job does not run, or has just begun to. */
    static Optional<Verdict> notJudged(JobView job, double settledMillis) {
        if (job.state() != JobState.RUNNING) {
            // What Flink keeps of a job that failed are sums over the whole attempt, its healthy
            // time
            // and its end alike.
            String kept =
                    job.state() == JobState.FAILED
                            ? ": only the sums of its times are left, FT-RS-002 shows the busiest vertex"
                            : "";
            return Optional.of(new Verdict.NotApplicable("the job is " + job.state() + kept));
        }
        if (job.batch()) {
            return Optional.of(Verdict.NotApplicable.OF_BATCH);
        }
        if (VertexLoad.running(job).isEmpty()) {
            return Optional.of(new Verdict.NotApplicable("no vertex has all its tasks running"));
        }
        // Right after a start every task reads busy 1.0 without a record (seen on 1.20 and 2.3).
        return job.runningFor().require().toMillis() < settledMillis
                ? Optional.of(
                        new Verdict.Unknown(
                                "the job has been running for less than 20 s: too young to judge"))
                : Optional.empty();
    }

    /**
     * What is to say of vertices that were not measured. A job that has run for minutes without a
     * single metric is not idle: nobody can see it.
     */
    Verdict unseen(JobView job) {
        Missing first = missing.get(0);
        Duration running = job.runningFor().require();
        boolean blind =
                byVertex.isEmpty()
                        && first.why() == Missing.Why.NOT_YET
                        && running.compareTo(FIRST_METRICS) >= 0;
        return blind
                ? new Verdict.Unknown(
                        "no busy time of any task after "
                                + Numbers.show(running)
                                + ": the JobManager gets no metrics from the TaskManagers",
                        true)
                : Verdict.Unknown.of(first);
    }

    /** Says whether anything that feeds the vertex is held back at least so much of its time. */
    boolean holdsBack(JobView job, Vertex v, double limit) {
        return job.graph().upstream(v).stream()
                .anyMatch(u -> Pressure.held(job, byVertex.get(u.id()), u, limit));
    }

    /** A vertex that is held back at least so much, while nothing below it is held back itself. */
    Optional<VertexLoad> lastVictim(JobView job, double victim, double limit) {
        return byVertex.values().stream()
                .filter(load -> load.maxBackpressured() >= victim)
                .filter(
                        load ->
                                job.graph().downstream(load.vertex()).stream()
                                        .map(d -> byVertex.get(d.id()))
                                        .noneMatch(d -> d != null && d.maxBackpressured() >= limit))
                .findFirst();
    }

    /**
     * Healthy, unless busy time is missing somewhere: a legacy source reports none, and of a
     * TaskManager whose metrics do not arrive the subtasks are not idle.
     */
    static Verdict healthyIfMeasured(Collection<VertexLoad> loads) {
        String silent =
                loads.stream()
                        .filter(load -> !load.measured())
                        .map(load -> load.vertex().name())
                        .collect(Collectors.joining(", "));
        if (!silent.isEmpty()) {
            return new Verdict.Unknown(
                    "Flink reports no busy time for " + silent + " (a legacy source)");
        }
        String partly =
                loads.stream()
                        .filter(load -> load.unseen() > 0)
                        .map(VertexLoad::partly)
                        .collect(Collectors.joining(", "));
        return partly.isEmpty()
                ? new Verdict.Healthy()
                : new Verdict.Unknown("the JobManager has no metrics of " + partly);
    }

    /** Nothing is busy enough. Healthy, unless somebody is held back by what we cannot see. */
    Verdict withoutCulprit(JobView job, double victim, double limit) {
        return lastVictim(job, victim, limit)
                .map(Loads::unexplained)
                .orElseGet(() -> healthyIfMeasured(byVertex.values()));
    }

    private static Verdict unexplained(VertexLoad victim) {
        return new Verdict.Unknown(
                victim.vertex().name()
                        + " is backpressured "
                        + Numbers.percent(victim.maxBackpressured())
                        + " of the time, but nothing below it is busy: the load comes in bursts, or"
                        + " network buffers are short");
    }

    /** Everything below is measured and less busy than that. */
    boolean calmBelow(JobView job, Vertex v, double limit) {
        return job.graph().reachableFrom(v.id()).stream()
                .map(byVertex::get)
                .allMatch(load -> load != null && load.maxBusy() < limit);
    }
}
