package flinktriage.checks.watermark;

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
import flinktriage.model.Aggregate;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** FT-WM-002: results stop although the job looks busy. */
public final class StuckWatermark implements JobCheck {

    static final Threshold RECORDS =
            new Threshold(
                    "records",
                    Quantity.records(100),
                    "how many records must have come in: a few may all be of the same time");
    static final Threshold STANDING =
            new Threshold(
                    "standing",
                    Quantity.of(Duration.ofSeconds(30)),
                    "how long it must stand still for a warning: a sparse partition holds it, too");
    static final Threshold BEHIND =
            new Threshold(
                    "behind",
                    Quantity.of(Duration.ofMinutes(5)),
                    "how far behind now a watermark must be for a warning after a shorter time");
    static final Threshold NEVER =
            new Threshold(
                    "never-after",
                    Quantity.of(Duration.ofMinutes(2)),
                    "how long a job must have been running before having no watermark counts");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-WM-002",
                    "do records flow while the watermark stands still?",
                    Set.of(Need.METRICS, Need.PLAN),
                    RECORDS,
                    STANDING,
                    BEHIND,
                    NEVER);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return EventTime.ask(job, time -> judge(job, time, limits));
    }

    private static Verdict judge(JobView job, EventTime time, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        Set<VertexId> stuck = new HashSet<>();
        boolean all = true;
        for (Vertex v : time.vertices().filter(v -> !v.source()).toList()) {
            boolean never = time.sent(v).stream().anyMatch(o -> !o.everywhere());
            Optional<Standstill> seen = Standstill.of(job, v);
            all &= seen.isPresent();
            Optional<Finding> finding =
                    never && time.awaitedFrom(v)
                            ? never(job, time, v, limits)
                            : seen.filter(s -> s.standing() && s.records() >= limits.value(RECORDS))
                                    .map(s -> standing(job, time, v, s, limits));
            // Everything behind a stuck operator is stuck as well.
            boolean follows = v.inputs().stream().anyMatch(i -> stuck.contains(i.from()));
            finding.ifPresent(f -> stuck.add(v.id()));
            finding.filter(f -> !follows).ifPresent(findings::add);
        }
        return findings.isEmpty() && !all
                ? new Verdict.Unknown("it takes two samples to tell whether a watermark moves")
                : Verdict.of(findings);
    }

    private static Optional<Finding> never(JobView job, EventTime time, Vertex v, Limits limits) {
        OutputWatermarks sent = time.sent(v).require();
        Duration running = job.runningFor().require();
        boolean expected =
                time.awaitedAt(v)
                        || time.inputs(v).stream()
                                .flatMap(u -> time.sent(u).stream())
                                .anyMatch(OutputWatermarks::any);
        return job.metrics(v).flatMap(m -> m.metric("numRecordsIn")).stream()
                .map(Aggregate::sum)
                .filter(records -> expected && records >= limits.value(RECORDS))
                .filter(records -> running.toMillis() >= limits.value(NEVER))
                .map(records -> never(v, running, records, sent.from(), limits))
                .findFirst();
    }

    private static Finding never(
            Vertex v, Duration running, double records, Provenance from, Limits limits) {
        return finding(
                Severity.WARNING,
                v,
                "has no watermark after " + new Lag(running).words() + " with records",
                List.of(
                        Evidence.of(
                                "running without a watermark",
                                Quantity.of(running),
                                limits.of(NEVER),
                                from),
                        Evidence.of(
                                "records received",
                                Quantity.records(records),
                                limits.of(RECORDS),
                                from.at("numRecordsIn"))));
    }

    private static Finding standing(
            JobView job, EventTime time, Vertex v, Standstill seen, Limits limits) {
        Lag lag = seen.behind(job.now());
        boolean sure =
                seen.over().toMillis() >= limits.value(STANDING)
                        || lag.millis() >= limits.value(BEHIND);
        return finding(
                sure && time.awaitedFrom(v) ? Severity.WARNING : Severity.INFO,
                v,
                "has a watermark that stood still for "
                        + new Lag(seen.over()).words()
                        + " while records came in",
                seen.evidence(lag, limits.of(BEHIND), limits.of(RECORDS)));
    }

    private static Finding finding(
            Severity severity, Vertex v, String says, List<Evidence> evidence) {
        return new Finding(severity, "STUCK", Subject.vertex(v), v.name() + " " + says, evidence);
    }
}
