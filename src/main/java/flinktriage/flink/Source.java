package flinktriage.flink;

import java.util.concurrent.CompletableFuture;

/**
 * Where raw replies come from: a JobManager's REST API, or a capture. The only input of the tool.
 */
public interface Source extends AutoCloseable {

    /**
     * Asks for one path. Never completes exceptionally: what went wrong is in the {@link Reply}.
     *
     * @param path absolute, encoded, without the version prefix, with its query: {@code
     *     /jobs/9f3c/checkpoints}
     */
    CompletableFuture<Reply> get(String path);

    /**
     * Another sample begins, after a wait: a time limit counts from now. Nothing to do for a source
     * without one.
     */
    default void restartDeadline() {}

    /** What was asked so far; failed requests count. */
    int requests();

    /** How many bytes of bodies were read so far. */
    long bytes();

    @Override
    void close();
}
