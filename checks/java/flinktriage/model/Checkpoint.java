package flinktriage.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One entry of the checkpoint history.
 *
 * @param duration from trigger to the last acknowledgement, or to the failure; for one in progress,
 *     to the last acknowledgement so far
 * @param stateSize the full size in bytes, including in-flight data of unaligned checkpoints
 * @param checkpointedSize what this checkpoint uploaded, in bytes; with incremental checkpoints a
 *     part of the state
 * @param persistedData in-flight data in bytes, 0 for aligned checkpoints
 * @param failureMessage Flink's text, for failed ones
 */
public record Checkpoint(
        long id,
        Status status,
        boolean savepoint,
        boolean unaligned,
        Instant triggeredAt,
        Duration duration,
        long stateSize,
        long checkpointedSize,
        long persistedData,
        int subtasks,
        int acknowledged,
        Optional<String> failureMessage) {

    public enum Status {
        COMPLETED,
        FAILED,
        IN_PROGRESS
    }

    public boolean completed() {
        return status == Status.COMPLETED;
    }

    /** When it completed or failed. */
    public Instant endedAt() {
        return triggeredAt.plus(duration);
    }

    /** How long it took, or has taken so far. */
    public Duration durationAt(Instant now) {
        return status == Status.IN_PROGRESS ? Duration.between(triggeredAt, now) : duration;
    }

    /** The state without in-flight data of unaligned checkpoints, in bytes. */
    public long operatorState() {
        return Math.max(0, stateSize - persistedData);
    }
}
