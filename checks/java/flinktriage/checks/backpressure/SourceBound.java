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
import flinktriage.model.Backlog;
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
                    Set.of(Need.TIMES, Need.METRICS, Need.SUBTASKS),
                    SATURATED,
                    CALM,
                    BACKPRESSURED,
                    GROWTH);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return Loads.notJudged(job, Bottleneck.SETTLED.standard().value())
                .orElseGet(() -> judge(job, Loads.of(job), limits));
    }

    private static Verdict judge(JobView job, Loads loads, Limits limits) {
        List<VertexLoad> sources =
                loads.byVertex().values().stream().filter(l -> l.vertex().source()).toList();
        List<Finding> findings = new ArrayList<>();
        for (VertexLoad source : sources) {
            if (source.maxBackpressured() < limits.value(BACKPRESSURED)
                    && loads.calmBelow(job, source.vertex(), limits.value(CALM))) {
                busy(source, limits)
                        .or(() -> growing(job, source, limits))
                        .ifPresent(findings::add);
            }
        }
        if (findings.isEmpty() && !loads.missing().isEmpty()) {
            return loads.unseen(job);
        }
        return findings.isEmpty() ? Loads.healthyIfMeasured(sources) : Verdict.of(findings);
    }

    private static Optional<Finding> busy(VertexLoad source, Limits limits) {
        Vertex v = source.vertex();
        if (!source.onlyReads() || source.maxBusy() < limits.value(SATURATED)) {
            return Optional.empty();
        }
        return Optional.of(
                new Finding(
                        Severity.WARNING,
                        "SOURCE_BOUND",
                        Subject.vertex(v),
                        v.name()
                                + " is the limit: busy "
                                + Numbers.percent(source.maxBusy())
                                + ", while everything below it has time",
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
                .map(b -> growing(job, source, b, backlog.from(), limits))
                .findFirst();
    }

    private static Finding growing(
            JobView job, VertexLoad source, Backlog backlog, Provenance from, Limits limits) {
        Vertex v = source.vertex();
        double rate = backlog.growth().require();
        Optional<Paused> paused = Paused.of(job, v);
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(Evidence.of("backlog", Quantity.records(backlog.records()), from));
        evidence.add(Evidence.of("growth of the backlog", Quantity.recordsPerSecond(rate), from));
        paused.map(Paused::evidence).ifPresent(evidence::add);
        return new Finding(
                Severity.WARNING,
                "SOURCE_BOUND",
                Subject.vertex(v),
                v.name()
                        + " is the limit: its backlog grows by "
                        + Numbers.show(Quantity.recordsPerSecond(rate))
                        + (source.maxBusy() < limits.value(CALM)
                                ? " although neither it nor anything below it is busy"
                                : " while everything below it has time")
                        + paused.map(Paused::sentence).orElse(""),
                evidence);
    }
}
