package flinktriage.flink;

import flinktriage.model.ExceptionHistory;
import flinktriage.model.JobException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads {@code /jobs/:id/exceptions}. */
final class ExceptionParser {

    /** A failover region of a wide job fails with all its tasks at once. */
    private static final int CONCURRENT = 50;

    private static final int ENTRIES = 100;
    private static final int STACK_TRACE = 16_000;

    private ExceptionParser() {}

    static ExceptionHistory history(Json json) {
        Json history = json.at("exceptionHistory");
        List<JobException> entries =
                history.at("entries").items().stream()
                        .limit(ENTRIES)
                        .map(item -> exception(item, true))
                        .toList();
        if (entries.isEmpty()) {
            // Up to 1.20 the deprecated fields are there too, and outlive the history.
            entries = root(json).stream().toList();
        }
        return new ExceptionHistory(
                entries, history.flag("truncated", json.flag("truncated", false)));
    }

    private static JobException exception(Json item, boolean withConcurrent) {
        String stackTrace = stackTrace(item, "stacktrace");
        return new JobException(
                item.secretFree("exceptionName", Json.NAME)
                        .filter(name -> !name.isEmpty())
                        .orElseGet(() -> className(stackTrace)),
                stackTrace,
                item.instant("timestamp").orElse(Instant.EPOCH),
                item.secretFree("taskName", Json.NAME).filter(name -> !name.isEmpty()),
                item.text("endpoint").or(() -> item.text("location")).filter(e -> !e.isEmpty()),
                withConcurrent
                        ? item.at("concurrentExceptions").items().stream()
                                .limit(CONCURRENT)
                                .map(other -> exception(other, false))
                                .toList()
                        : List.of());
    }

    private static Optional<JobException> root(Json json) {
        String stackTrace = stackTrace(json, "root-exception");
        return stackTrace.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new JobException(
                                className(stackTrace),
                                stackTrace,
                                json.instant("timestamp").orElse(Instant.EPOCH),
                                Optional.empty(),
                                Optional.empty(),
                                List.of()));
    }

    private static String stackTrace(Json item, String field) {
        return item.secretFreeEnds(field, STACK_TRACE).orElse("");
    }

    private static String className(String stackTrace) {
        int end = 0;
        while (end < stackTrace.length()
                && end < Json.NAME
                && (Character.isJavaIdentifierPart(stackTrace.charAt(end))
                        || stackTrace.charAt(end) == '.')) {
            end++;
        }
        return stackTrace.substring(0, end);
    }
}
