package flinktriage.checks.lag;

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
import flinktriage.model.JobState;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A backlog that grows means that the job reads less than arrives. A large one that shrinks is a
 * job that catches up, and no alarm.
 */
public final class GrowingBacklog implements JobCheck {

    static final Threshold GROWTH =
            new Threshold(
                    "growth",
                    Quantity.ratio(0.02),
                    "growth of the backlog between two samples, as a share of what the source reads, that counts");
    static final Threshold KAFKA_GROWTH =
            new Threshold(
                    "growth-kafka",
                    Quantity.ratio(0.1),
                    "the same by Kafka's offsets, where what arrives is measured some seconds after what is read");
    static final Threshold FLOOR =
            new Threshold(
                    "floor", Quantity.records(1_000), "backlog below which its growth is noise");
    static final Threshold HIGH =
            new Threshold(
                    "high",
                    Quantity.millis(300_000),
                    "time that reading the backlog would take from which it is high");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-LG-001",
                    "does the backlog of a source grow?",
                    Set.of(Need.METRICS, Need.SOURCES, Need.KAFKA),
                    GROWTH,
                    KAFKA_GROWTH,
                    FLOOR,
                    HIGH);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is " + job.state());
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        List<Finding> findings = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Vertex source : job.graph().sources()) {
            Optional<Observed<Backlog>> byKafka = KafkaBacklog.of(job, source);
            Observed<Backlog> backlog =
                    byKafka.orElseGet(() -> Backlog.of(job.samples(source), source.name()));
            if (backlog.isPresent()) {
                Threshold growth = byKafka.isPresent() ? KAFKA_GROWTH : GROWTH;
                examine(job, source, backlog, growth, limits).ifPresent(findings::add);
            } else {
                silent.add(((Observed.Absent<Backlog>) backlog).missing().sentence());
            }
        }
        return findings.isEmpty() && !silent.isEmpty()
                ? new Verdict.Unknown(silent.get(0))
                : Verdict.of(findings);
    }

    private static Optional<Finding> examine(
            JobView job,
            Vertex source,
            Observed<Backlog> observed,
            Threshold growth,
            Limits limits) {
        Backlog backlog = observed.require();
        Provenance from = observed.from();
        double reads = job.metrics(source).require().readPerSecond().orElse(0);
        boolean grows =
                backlog.growth().stream().anyMatch(g -> g > 0 && g >= limits.value(growth) * reads);
        boolean shrinks = backlog.growth().stream().anyMatch(g -> g < 0);
        if (backlog.records() < limits.value(FLOOR) || shrinks) {
            return Optional.empty();
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "backlog", Quantity.records(backlog.records()), limits.of(FLOOR), from));
        evidence.add(
                Evidence.of("records read per second", Quantity.recordsPerSecond(reads), from));
        evidence.addAll(KafkaBacklog.evidence(job, source));
        if (grows) {
            double rate = backlog.growth().require();
            evidence.add(
                    Evidence.of("growth of the backlog", Quantity.recordsPerSecond(rate), from));
            return Optional.of(
                    new Finding(
                            Severity.WARNING,
                            "GROWING",
                            Subject.vertex(source),
                            "the backlog of "
                                    + source.name()
                                    + " grows by "
                                    + Numbers.show(Quantity.recordsPerSecond(rate))
                                    + ", now "
                                    + Numbers.show(Quantity.records(backlog.records())),
                            evidence));
        }
        double seconds = reads > 0 ? backlog.records() / reads : Double.MAX_VALUE;
        if (seconds * 1000 < limits.value(HIGH)) {
            return Optional.empty();
        }
        // One sample cannot tell catching up from falling behind.
        return Optional.of(
                new Finding(
                        Severity.INFO,
                        "HIGH",
                        Subject.vertex(source),
                        "the backlog of "
                                + source.name()
                                + " is "
                                + Numbers.show(Quantity.records(backlog.records()))
                                + "; a second sample would tell whether it grows",
                        evidence));
    }
}
