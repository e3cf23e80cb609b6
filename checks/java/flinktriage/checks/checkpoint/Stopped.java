package flinktriage.checks.checkpoint;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.JobGraph;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.List;
import java.util.Optional;

/** Where a checkpoint that did not complete stopped. */
final class Stopped {

    private Stopped() {}

    /**
     * The first vertex that did not acknowledge, if all others that did not are behind it.
     *
     * @param silent only look at vertices of which no subtask acknowledged: an aborted checkpoint
     *     leaves single subtasks of innocent vertices without an acknowledgement
     */
    static Optional<Vertex> at(CheckpointDetail detail, JobGraph graph, boolean silent) {
        List<Vertex> pending = detail.pending(graph);
        List<Vertex> none =
                pending.stream()
                        .filter(v -> detail.unacknowledged().get(v.id()) >= v.parallelism())
                        .toList();
        List<Vertex> suspects = silent && !none.isEmpty() ? none : pending;
        return suspects.stream().findFirst().filter(first -> feedsAll(graph, first, suspects));
    }

    /** No task acknowledged: the sources are stuck, or the JobManager has not asked them yet. */
    static boolean beforeTheSources(CheckpointDetail detail, JobGraph graph) {
        return !graph.vertices().isEmpty()
                && graph.vertices().stream()
                        .allMatch(
                                v ->
                                        detail.unacknowledged().getOrDefault(v.id(), 0)
                                                >= v.parallelism());
    }

    /**
     * A subtask reports its phases when it acknowledges. Before, a barrier that waits behind
     * records looks like a snapshot that takes long: each makes the task busy and its input
     * backpressured.
     */
    static String text(Vertex v, CheckpointDetail detail) {
        int pending = detail.unacknowledged().get(v.id());
        return "%d of %d subtasks of %s %s not acknowledged: the barrier or the snapshot takes that long, Flink says which only when it is over"
                .formatted(pending, v.parallelism(), v.name(), pending == 1 ? "has" : "have");
    }

    private static boolean feedsAll(JobGraph graph, Vertex first, List<Vertex> suspects) {
        return suspects.stream().skip(1).allMatch(v -> graph.isUpstream(first.id(), v.id()));
    }

    /** How many subtasks of the vertex have not acknowledged. */
    static Evidence evidence(Vertex v, CheckpointDetail detail, Provenance from) {
        return Evidence.of(
                "subtasks of %s, of %d, without an acknowledgement of checkpoint %d"
                        .formatted(v.name(), v.parallelism(), detail.checkpoint().id()),
                Quantity.count(detail.unacknowledged().get(v.id())),
                from.at("/tasks"));
    }

    /** What is to say of a checkpoint of which no phase is known to be slow. */
    static String unexplained(JobView job, Checkpoint c, Optional<CheckpointDetail> detail) {
        return "checkpoint %d has taken %s, and %s"
                .formatted(
                        c.id(),
                        Numbers.show(c.durationAt(job.now())),
                        detail.flatMap(d -> at(d, job.graph(), false))
                                .map(v -> text(v, detail.get()))
                                .orElse(
                                        "no phase of a subtask explains it: look at the JobManager"
                                                + " (operator coordinators, its CPU, the storage)"));
    }
}
