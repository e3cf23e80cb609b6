package flinktriage.checks.taskmanager;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.JobException;
import flinktriage.model.JobException.Root;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
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

    private final List<String> messages;

    Exhausted(String... messages) {
        this.messages = List.of(messages);
    }

    /**
     * @param limit the age up to which a failure counts
     */
    static List<Finding> findings(JobView job, Quantity limit) {
        Duration recent = Duration.ofMillis((long) limit.value());
        List<Finding> findings = new ArrayList<>();
        within(job, recent)
                .forEach(
                        (kind, times) -> {
                            String area = kind.name().toLowerCase(Locale.ROOT);
                            Duration ago = Duration.between(times.get(0), job.now());
                            findings.add(
                                    new Finding(
                                            Severity.WARNING,
                                            kind.name(),
                                            Subject.job(job.name()),
                                            "%s failed %s ago because a TaskManager had no %s memory left"
                                                    .formatted(job.name(), Numbers.show(ago), area),
                                            List.of(
                                                    Evidence.of(
                                                            "time since it ran out of "
                                                                    + area
                                                                    + " memory",
                                                            Quantity.of(ago),
                                                            limit,
                                                            job.exceptions().from()),
                                                    Evidence.of(
                                                            "such failures in that time",
                                                            Quantity.count(times.size()),
                                                            job.exceptions().from()))));
                        });
        return findings;
    }

    /** When each kind of memory ran out in the given time, newest first. */
    private static Map<Exhausted, List<Instant>> within(JobView job, Duration recent) {
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
        if (!root.outOfMemory()) {
            return Optional.empty();
        }
        return root.exceptionClass().equals(OUT_OF_MEMORY)
                ? Stream.of(values())
                        .filter(k -> k.messages.stream().anyMatch(root.message()::contains))
                        .findFirst()
                : Optional.of(MANAGED);
    }
}
