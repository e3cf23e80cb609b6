package flinktriage.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoints of a job since its JobManager began to count.
 *
 * @param recent newest first; Flink keeps 10 by default, savepoints and those in progress included
 * @param failed also counts those that were declined before they were triggered and have no entry
 * @param restoredAt when the job was last restored from a checkpoint or savepoint
 */
public record CheckpointHistory(
        int completed,
        int failed,
        int inProgress,
        Optional<Instant> restoredAt,
        Optional<Checkpoint> latestCompleted,
        List<Checkpoint> recent) {

    public CheckpointHistory {
        recent = List.copyOf(recent);
    }

    /** Without savepoints, newest first. */
    public List<Checkpoint> periodic() {
        return recent.stream().filter(c -> !c.savepoint()).toList();
    }

    /** Without savepoints and those in progress, newest first. */
    public List<Checkpoint> finished() {
        return periodic().stream()
                .filter(c -> c.status() != Checkpoint.Status.IN_PROGRESS)
                .toList();
    }

    /** Without savepoints, newest first. */
    public List<Checkpoint> completedOnes() {
        return periodic().stream().filter(Checkpoint::completed).toList();
    }

    /** The newest that completed and is no savepoint, even if it has left the list. */
    public Optional<Checkpoint> newestCompleted() {
        return completedOnes().stream()
                .findFirst()
                .or(() -> latestCompleted.filter(c -> !c.savepoint()));
    }
}
