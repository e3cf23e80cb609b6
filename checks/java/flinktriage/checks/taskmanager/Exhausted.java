package flinktriage.checks.taskmanager;

import flinktriage.check.JobView;
import flinktriage.model.JobException;
import flinktriage.model.JobException.Root;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Failures that name the memory that ran out: proof, where a reading is only a sign. */
enum Exhausted {
    HEAP("Java heap space", "GC overhead limit"),
    METASPACE("Metaspace", "Compressed class space"),
    DIRECT("Direct buffer memory", "direct buffer memory"),
    MANAGED;

    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";
    private static final List<String> OF_MANAGED =
            List.of(
                    "org.apache.flink.runtime.memory.MemoryAllocationException",
                    "org.apache.flink.runtime.memory.MemoryReservationException");

    private final List<String> messages;

    Exhausted(String... messages) {
        this.messages = List.of(messages);
    }

    /** When each kind of memory ran out in the given time, newest first. */
    static Map<Exhausted, List<Instant>> within(JobView job, Duration recent) {
        Map<Exhausted, List<Instant>> found = new EnumMap<>(Exhausted.class);
        Instant since = job.now().minus(recent);
        job.exceptions().stream()
                .flatMap(history -> history.entries().stream())
                .flatMap(e -> Stream.concat(Stream.of(e), e.concurrent().stream()))
                .filter(e -> !e.at().isBefore(since))
                .forEach(
                        e ->
                                of(e).ifPresent(
                                                kind ->
                                                        found.merge(
                                                                kind,
                                                                List.of(e.at()),
                                                                Exhausted::joined)));
        return found;
    }

    private static List<Instant> joined(List<Instant> all, List<Instant> more) {
        return Stream.concat(all.stream(), more.stream()).toList();
    }

    private static Optional<Exhausted> of(JobException exception) {
        Root root = exception.root();
        if (OF_MANAGED.contains(root.exceptionClass())) {
            return Optional.of(MANAGED);
        }
        return root.exceptionClass().equals(OUT_OF_MEMORY)
                ? Stream.of(values())
                        .filter(k -> k.messages.stream().anyMatch(root.message()::contains))
                        .findFirst()
                : Optional.empty();
    }
}
