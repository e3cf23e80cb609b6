package flinktriage.checks.checkpoint;

import flinktriage.model.Checkpoint;
import java.util.List;
import java.util.Optional;

/** Why a checkpoint failed, from Flink's text (CheckpointFailureReason). */
enum Failure {
    EXPIRED,
    DECLINED,
    FAILED;

    private static final int LONGEST_MESSAGE = 160;

    /** A restart of the job, or a newer checkpoint, ended it: no failure of checkpointing. */
    private static final List<String> COLLATERAL =
            List.of(
                    "Checkpoint Coordinator is suspending",
                    "CheckpointCoordinator shutdown",
                    "Periodic checkpoint scheduler is shut down",
                    "The job has failed",
                    "FailoverRegion is restarting",
                    "Task has failed",
                    "Not all required tasks are currently running",
                    "has been subsumed",
                    "task is closing",
                    "one input stream is finished");

    private static final List<String> DECLINES =
            List.of("declined", "cancellation from one of its inputs", "was canceled because");

    /** Empty if it did not fail, or only because the job restarted. */
    static Optional<Failure> of(Checkpoint checkpoint) {
        if (checkpoint.status() != Checkpoint.Status.FAILED) {
            return Optional.empty();
        }
        String text = checkpoint.failureMessage().orElse("");
        if (COLLATERAL.stream().anyMatch(text::contains)) {
            return Optional.empty();
        }
        if (text.contains("expired")) {
            return Optional.of(EXPIRED);
        }
        return Optional.of(DECLINES.stream().anyMatch(text::contains) ? DECLINED : FAILED);
    }

    /** The first line of Flink's text without its final period. */
    static String message(Checkpoint checkpoint) {
        String line =
                checkpoint.failureMessage().flatMap(m -> m.lines().findFirst()).orElse("").strip();
        if (line.isEmpty()) {
            return "Flink gives no reason";
        }
        String cut =
                line.length() <= LONGEST_MESSAGE
                        ? line
                        : line.substring(0, LONGEST_MESSAGE) + "...";
        return cut.endsWith(".") && !cut.endsWith("..") ? cut.substring(0, cut.length() - 1) : cut;
    }

    /** How many of the newest have all completed, or all not. */
    static int leading(List<Checkpoint> newestFirst, boolean completed) {
        return (int) newestFirst.stream().takeWhile(c -> c.completed() == completed).count();
    }
}
