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
}
