package flinktriage.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    private static final Set<String> OUT_OF_MEMORY =
            Set.of(
                    "java.lang.OutOfMemoryError",
                    "org.apache.flink.runtime.memory.MemoryAllocationException",
                    "org.apache.flink.runtime.memory.MemoryReservationException");

    /** OutOfMemoryErrors of the JVM while there is memory: too many threads, too large an array. */
    private static final List<String> OTHER_LIMITS =
            List.of("unable to create", "Requested array size");

    /** A task's thread between INITIALIZING and RUNNING, in all versions from 1.18 to 2.3. */
    private static final String STARTING = "StreamTask.restoreInternal(";

    private static final int LONGEST_MESSAGE = 200;

    public JobException {
        concurrent = List.copyOf(concurrent);
    }

    /**
     * The innermost cause.
     *
     * @param message its first line, cut; may be empty
     */
    public record Root(String exceptionClass, String message) {

        /** One line; untrusted text. */
        public String sentence() {
            return message.isEmpty() ? exceptionClass : exceptionClass + ": " + message;
        }

        /** True if memory of the JVM or of Flink ran out. */
        public boolean outOfMemory() {
            return OUT_OF_MEMORY.contains(exceptionClass)
                    && OTHER_LIMITS.stream().noneMatch(message::startsWith);
        }
    }

    /**
     * What really failed: the innermost "Caused by". A job that is not restarted fails with
     * "Recovery is suppressed by ..."; if its trace was cut before the cause, the failure beside it
     * is the cause.
     */
    public Root root() {
        Root own = rootOf(exceptionClass, stackTrace);
        return own.message().startsWith("Recovery is suppressed") && !concurrent.isEmpty()
                ? rootOf(concurrent.get(0).exceptionClass(), concurrent.get(0).stackTrace())
                : own;
    }

    /**
     * True if the job could not be deployed because a TaskManager did not answer: one that has just
     * died offers its slots until its heartbeat times out.
     */
    public boolean undeployable() {
        Root root = root();
        return root.exceptionClass().endsWith(".RecipientUnreachableException")
                && root.message().contains("TaskExecutorGateway");
    }

    /** Its task had not taken a record: operators were being opened, or their state restored. */
    public boolean beforeTheFirstRecord() {
        return stackTrace.contains(STARTING);
    }

    /** The failed task, or the one of a failure beside it. */
    public Optional<String> failedTask() {
        return task.or(() -> concurrent.stream().flatMap(c -> c.task().stream()).findFirst());
    }

    private static Root rootOf(String exceptionClass, String stackTrace) {
        // An indented "Caused by" belongs to a suppressed exception.
        String line =
                stackTrace
                        .lines()
                        .filter(l -> l.startsWith("Caused by: "))
                        .reduce((outer, inner) -> inner)
                        .map(l -> l.substring("Caused by: ".length()))
                        .or(() -> stackTrace.lines().findFirst())
                        .orElse("");
        int colon = line.indexOf(": ");
        String name = colon < 0 ? line.strip() : line.substring(0, colon).strip();
        String message = colon < 0 ? "" : line.substring(colon + 2).strip();
        if (name.isEmpty() || name.contains(" ")) {
            return new Root(exceptionClass, cut(line.strip()));
        }
        return new Root(cut(name), cut(message));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "...";
    }
}
