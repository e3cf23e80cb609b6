package flinktriage.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One checkpoint, broken down.
 *
 * @param stateSize bytes by vertex
 * @param duration milliseconds by vertex, from trigger to its last acknowledgement; vertices
 *     without one are left out
 * @param subtasks for the vertices that were looked at
 */
public record CheckpointDetail(
        Checkpoint checkpoint,
        Map<VertexId, Long> stateSize,
        Map<VertexId, Long> duration,
        Map<VertexId, Integer> unacknowledged,
        Map<VertexId, List<SubtaskCheckpoint>> subtasks) {

    /** The newest one that completed, if any did. */
    public static Optional<CheckpointDetail> newestCompleted(List<CheckpointDetail> newestFirst) {
        return newestFirst.stream().filter(d -> d.checkpoint().completed()).findFirst();
    }

    /** The vertices with subtasks that have not acknowledged, sources first. */
    public List<Vertex> pending(JobGraph graph) {
        return graph.vertices().stream()
                .filter(v -> unacknowledged.getOrDefault(v.id(), 0) > 0)
                .toList();
    }

    /**
     * How one subtask took part. Durations in milliseconds, absent where Flink says -1 or the
     * subtask did not acknowledge.
     *
     * @param startDelay from trigger until the first barrier arrived (also contains the skew of the
     *     two clocks)
     * @param alignment from the first to the last barrier
     */
    public record SubtaskCheckpoint(
            int subtask,
            boolean acknowledged,
            Observed<Long> startDelay,
            Observed<Long> alignment,
            Observed<Long> sync,
            Observed<Long> async,
            Observed<Long> duration,
            Observed<Long> stateSize) {}
}
