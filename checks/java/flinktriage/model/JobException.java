package flinktriage.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A failure from the exception history.
 *
 * @param exceptionClass fully qualified
 * @param stackTrace cut by the collector; untrusted text
 * @param task the failed task as Flink names it, {@code parse -> sink (1/4)...}; empty for a
 *     failure of the whole job
 * @param concurrent failures that Flink counts to the same one
 */
public record JobException(
        String exceptionClass,
        String stackTrace,
        Instant at,
        Optional<String> task,
        Optional<String> endpoint,
        List<JobException> concurrent) {

    public JobException {
        concurrent = List.copyOf(concurrent);
    }
}
