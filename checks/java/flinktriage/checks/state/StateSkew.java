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
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointDetail.SubtaskCheckpoint;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * FT-ST-003. INFO until it explains a slow checkpoint: uneven state that works pages nobody. Only
 * the vertex that acknowledged last is broken down into subtasks.
 */
public final class StateSkew implements JobCheck {

    static final Threshold FACTOR =
            new Threshold(
                    "factor",
                    Quantity.count(3),
                    "state of the fullest subtask over the median of its siblings; around a"
                            + " compaction RocksDB's size doubles for a while");
    static final Threshold SMALL =
            new Threshold(
                    "smallest-state",
                    Quantity.bytes(64 << 20),
                    "state of one subtask below this is written, and read back, in about a second");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-ST-003",
                    "is state skewed over subtasks?",
                    Set.of(Need.CHECKPOINT_DETAILS),
                    FACTOR,
                    SMALL);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        Optional<CheckpointDetail> newest =
                CheckpointDetail.newestCompleted(job.checkpointDetails().require());
        if (newest.isEmpty()) {
            return new Verdict.NotApplicable("no checkpoint has completed yet");
        }
        CheckpointDetail detail = newest.get();
        List<Vertex> large =
                job.graph().vertices().stream()
                        .filter(v -> v.parallelism() > 1)
                        .filter(v -> size(detail, v) >= limits.value(SMALL))
                        .sorted(Comparator.comparingLong(v -> -size(detail, v)))
                        .toList();
        if (large.isEmpty()) {
            return new Verdict.Healthy();
        }
        List<Finding> findings = new ArrayList<>();
        for (Vertex v : large) {
            List<SubtaskCheckpoint> sized =
                    detail.subtasks().getOrDefault(v.id(), List.of()).stream()
                            .filter(s -> s.stateSize().isPresent())
                            .toList();
            if (sized.size() > 1) {
                skewed(detail, v, sized, limits).ifPresent(findings::add);
            } else if (v == large.get(0)) {
                return new Verdict.Unknown(
                        "%s holds the most state, %s, but its subtasks were not collected: only those of the vertex that acknowledged last are"
                                .formatted(
                                        v.name(), Numbers.show(Quantity.bytes(size(detail, v)))));
            }
        }
        return Verdict.of(findings);
    }

    private static long size(CheckpointDetail detail, Vertex v) {
        return detail.stateSize().getOrDefault(v.id(), 0L);
    }

    private static Optional<Finding> skewed(
            CheckpointDetail detail, Vertex v, List<SubtaskCheckpoint> sized, Limits limits) {
        List<SubtaskCheckpoint> sorted = new ArrayList<>(sized);
        sorted.sort(Comparator.comparingLong(s -> s.stateSize().require()));
        SubtaskCheckpoint fullest = sorted.remove(sorted.size() - 1);
        long most = fullest.stateSize().require();
        long median = sorted.get(sorted.size() / 2).stateSize().require();
        // Sizes contain in-flight data of unaligned checkpoints, at worst all of it here.
        long state = most - detail.checkpoint().persistedData();
        if (state < limits.value(SMALL) || state < limits.value(FACTOR) * median) {
            return Optional.empty();
        }
        Quantity fullestBytes = Quantity.bytes(most);
        Quantity medianBytes = Quantity.bytes(median);
        return Optional.of(
                new Finding(
                        Severity.INFO,
                        "SKEW",
                        Subject.vertex(v).subtask(fullest.subtask()),
                        "%s: subtask %d holds %s of state, while half of its siblings hold %s or less"
                                .formatted(
                                        v.name(),
                                        fullest.subtask(),
                                        Numbers.show(fullestBytes),
                                        Numbers.show(medianBytes)),
                        List.of(
                                Evidence.of(
                                        "state of subtask " + fullest.subtask(),
                                        fullestBytes,
                                        limits.of(SMALL),
                                        fullest.stateSize().from()),
                                Evidence.of(
                                        "median of its siblings",
                                        medianBytes,
                                        fullest.stateSize().from().at("/subtasks")))));
    }
}
