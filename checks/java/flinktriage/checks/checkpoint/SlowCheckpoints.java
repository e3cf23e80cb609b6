package flinktriage.checks.checkpoint;

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
import flinktriage.model.CheckpointDetail;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** FT-CP-003. */
public final class SlowCheckpoints implements JobCheck {

    static final Threshold SHORTEST =
            new Threshold(
                    "shortest-duration",
                    Quantity.of(Duration.ofSeconds(5)),
                    "a checkpoint is slow if it takes longer than this and than the interval");
    static final Threshold SYNC_SHARE =
            new Threshold(
                    "sync-share",
                    Quantity.ratio(0.2),
                    "share of the interval that a task may stand still for its synchronous snapshot");
    static final Threshold SHORTEST_SYNC =
            new Threshold(
                    "shortest-sync",
                    Quantity.of(Duration.ofSeconds(3)),
                    "a shorter synchronous snapshot is never slow: flushing to a busy disk takes up to"
                            + " two seconds");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-CP-003",
                    "which phase and subtask makes checkpoints slow?",
                    Set.of(
                            Need.CHECKPOINTS,
                            Need.CHECKPOINT_CONFIG,
                            Need.CHECKPOINT_DETAILS,
                            Need.METRICS),
                    SHORTEST,
                    SYNC_SHARE,
                    SHORTEST_SYNC);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        Optional<Duration> interval = job.checkpointConfig().require().interval();
        List<Checkpoint> periodic = job.checkpoints().require().periodic();
        if (interval.isEmpty() || periodic.isEmpty()) {
            return new Verdict.NotApplicable(
                    interval.isEmpty()
                            ? "periodic checkpoints are off"
                            : "no checkpoint has been triggered yet");
        }
        double every = interval.get().toMillis();
        double slow = Math.max(limits.value(SHORTEST), every);
        double slowSync = Math.max(limits.value(SHORTEST_SYNC), limits.value(SYNC_SHARE) * every);
        // The newest that completed tells all phases, one that did not only those that are over.
        List<Checkpoint> judged =
                Stream.concat(
                                periodic.stream().filter(Checkpoint::completed).limit(1),
                                periodic.stream().limit(1).filter(c -> !c.completed()))
                        .toList();
        if (judged.stream().allMatch(c -> millis(job, c) <= Math.min(slow, slowSync))) {
            return new Verdict.Healthy();
        }
        List<CheckpointDetail> details = job.checkpointDetails().require();
        Optional<String> unexplained = Optional.empty();
        for (Checkpoint listed : judged) {
            Optional<CheckpointDetail> detail =
                    details.stream().filter(d -> d.checkpoint().id() == listed.id()).findFirst();
            // It may have completed between the two requests.
            Checkpoint c = detail.map(CheckpointDetail::checkpoint).orElse(listed);
            Optional<SlowestPhase> phase = detail.flatMap(d -> SlowestPhase.blocking(d, slowSync));
            if (phase.isEmpty() && millis(job, c) > slow) {
                phase =
                        detail.flatMap(
                                d -> SlowestPhase.critical(d, job.graph(), limits.value(SHORTEST)));
                unexplained = Optional.of(Stopped.unexplained(job, c, detail));
            }
            if (phase.isPresent()) {
                return Verdict.problem(finding(job, c, phase.get(), every, slow, slowSync));
            }
        }
        return unexplained.<Verdict>map(Verdict.Unknown::new).orElseGet(Verdict.Healthy::new);
    }

    private static long millis(JobView job, Checkpoint c) {
        return c.durationAt(job.now()).toMillis();
    }

    private static Finding finding(
            JobView job, Checkpoint c, SlowestPhase p, double every, double slow, double slowSync) {
        Subject subject =
                job.graph()
                        .vertex(p.vertex())
                        .map(v -> Subject.vertex(v).subtask(p.subtask().subtask()))
                        .orElse(Subject.job(job.name()));
        Provenance from = job.checkpointDetails().from();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "duration of checkpoint " + c.id(),
                        Quantity.of(c.durationAt(job.now())),
                        Quantity.millis(slow),
                        job.checkpoints().from().at("/history")));
        for (SlowestPhase.Phase phase : SlowestPhase.Phase.values()) {
            for (long millis : phase.of(p.subtask()).stream().toList()) {
                String label = phase.label() + " of subtask " + p.subtask().subtask();
                evidence.add(
                        phase == SlowestPhase.Phase.SYNC
                                ? Evidence.of(
                                        label,
                                        Quantity.millis(millis),
                                        Quantity.millis(slowSync),
                                        from)
                                : Evidence.of(label, Quantity.millis(millis), from));
            }
        }
        Optional<Vertex> vertex = job.graph().vertex(p.vertex());
        Optional<InsideARecord> blocked =
                vertex.filter(v -> p.waitsForBarriers()).flatMap(v -> InsideARecord.above(job, v));
        blocked.map(InsideARecord::evidence).ifPresent(evidence::add);
        String summary =
                "%s: %s, a checkpoint is due every %s%s"
                        .formatted(
                                subject.name(),
                                p.text(vertex.filter(Vertex::source).isPresent()),
                                Numbers.show(Quantity.millis(every)),
                                blocked.map(InsideARecord::sentence).orElse(""));
        return new Finding(Severity.WARNING, p.phase().name(), subject, summary, evidence);
    }
}
