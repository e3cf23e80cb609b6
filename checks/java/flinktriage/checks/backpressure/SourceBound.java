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
import flinktriage.model.Backlog;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A source can be the limit in two ways: its task thread is busy all the time, or the task is idle
 * because its fetcher thread or the system behind it is slow while the backlog grows (FLINK-33306).
 */
public final class SourceBound implements JobCheck {

    static final Threshold SATURATED =
            new Threshold(
                    "saturated",
                    Quantity.ratio(0.95),
                    "busy time of a source from which reading is the limit");
    static final Threshold CALM =
            new Threshold(
                    "calm",
                    Quantity.ratio(0.5),
                    "busy time below which everything under the source has time");
    static final Threshold BACKPRESSURED =
            new Threshold(
                    "backpressured",
                    Quantity.ratio(0.1),
                    "backpressured time from which the source is a victim");
    static final Threshold GROWTH =
            new Threshold(
                    "growth",
                    Quantity.ratio(0.001),
                    "growth of the backlog per second, as a share of the backlog, that counts");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-BP-003",
                    "is the source itself the limit?",
                    Set.of(Need.TIMES, Need.METRICS),
                    SATURATED,
                    CALM,
                    BACKPRESSURED,
                    GROWTH);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    /**
     * True if the vertex has no operator but the source; with more in the chain, the slow one is
     * not known.
     */
    static boolean onlyReads(Vertex v) {
        return v.source() && !v.name().contains(" -> ");
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is " + job.state());
        }
        if (job.runningFor().require().toMillis() < Bottleneck.SETTLED.standard().value()) {
            return new Verdict.Unknown(
                    "the job has been running for less than 20 s: too young to judge");
        }
        List<Vertex> sources = VertexLoad.running(job).stream().filter(Vertex::source).toList();
        if (sources.isEmpty()) {
            return new Verdict.NotApplicable("no source is running");
        }
        List<Finding> findings = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        List<Missing> missing = new ArrayList<>();
        for (Vertex v : sources) {
            try {
                VertexLoad source = VertexLoad.of(job, v);
                if (!source.measured()) {
                    silent.add(v.name());
                }
                if (source.maxBackpressured() < limits.value(BACKPRESSURED)
                        && calmBelow(job, v, limits)) {
                    busy(source, limits)
                            .or(() -> growing(job, source, limits))
                            .ifPresent(findings::add);
                }
            } catch (MissingMeasurementException e) {
                missing.add(e.missing());
            }
        }
        if (findings.isEmpty() && !missing.isEmpty()) {
            return Verdict.Unknown.of(missing.get(0));
        }
        return findings.isEmpty() && !silent.isEmpty()
                ? new Verdict.Unknown(
                        "Flink reports no busy time for "
                                + String.join(", ", silent)
                                + " (a legacy source)")
                : Verdict.of(findings);
    }

    private static boolean calmBelow(JobView job, Vertex source, Limits limits) {
        return VertexLoad.running(job).stream()
                .filter(v -> job.graph().isUpstream(source.id(), v.id()))
                .allMatch(v -> VertexLoad.of(job, v).maxBusy() < limits.value(CALM));
    }

    private static Optional<Finding> busy(VertexLoad source, Limits limits) {
        Vertex v = source.vertex();
        if (!onlyReads(v) || source.maxBusy() < limits.value(SATURATED)) {
            return Optional.empty();
        }
        return Optional.of(
                new Finding(
                        Severity.WARNING,
                        "SOURCE_BOUND",
                        Subject.vertex(v),
                        v.name()
                                + " is the limit: busy "
                                + Math.round(source.maxBusy() * 100)
                                + " %, while everything below it has time",
                        List.of(
                                Evidence.of(
                                        "busy time of the hottest subtask",
                                        Quantity.ratio(source.maxBusy()),
                                        limits.of(SATURATED),
                                        source.from("/subtasks")))));
    }

    private static Optional<Finding> growing(JobView job, VertexLoad source, Limits limits) {
        Vertex v = source.vertex();
        Observed<Backlog> backlog = Backlog.of(job.samples(v), v.name());
        return backlog.stream()
                .filter(
                        b ->
                                b.growth().stream()
                                        .anyMatch(g -> g > limits.value(GROWTH) * b.records()))
                .map(b -> growing(v, b, backlog.from()))
                .findFirst();
    }

    private static Finding growing(Vertex v, Backlog backlog, Provenance from) {
        double rate = backlog.growth().require();
        return new Finding(
                Severity.WARNING,
                "SOURCE_BOUND",
                Subject.vertex(v),
                v.name()
                        + " is the limit: its backlog grows by "
                        + Math.round(rate)
                        + " records/s although neither it nor anything below it is busy",
                List.of(
                        Evidence.of("backlog", Quantity.records(backlog.records()), from),
                        Evidence.of(
                                "growth of the backlog", Quantity.recordsPerSecond(rate), from)));
    }
}
