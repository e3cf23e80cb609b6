package flinktriage.checks.restart;

import flinktriage.model.ExceptionHistory;
import flinktriage.model.JobException;
import flinktriage.model.JobGraph;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The failures of a job as incidents.
 *
 * @param newestFirst one exception per incident: the first of several that belong together, since
 *     the others follow from it (FLINK-31041, FLINK-34922)
 */
record Failures(List<JobException> newestFirst) {

    private static final Duration ONE_INCIDENT = Duration.ofSeconds(1);

    /**
     * Restarts that do not get through, because the TaskManager whose loss was the failure still
     * counts as alive (50 s by default), are no failures of their own.
     */
    private static final Duration LONGEST_HEARTBEAT = Duration.ofMinutes(2);

    Failures {
        newestFirst = List.copyOf(newestFirst);
    }

    static Failures of(ExceptionHistory history) {
        List<JobException> oldestFirst =
                history.entries().stream().sorted(Comparator.comparing(JobException::at)).toList();
        List<JobException> incidents = new ArrayList<>();
        Instant last = Instant.MIN;
        for (JobException e : oldestFirst) {
            Duration alike = e.undeployable() ? LONGEST_HEARTBEAT : ONE_INCIDENT;
            if (incidents.isEmpty() || e.at().isAfter(last.plus(alike))) {
                incidents.add(0, e);
            }
            last = e.at();
        }
        return new Failures(incidents);
    }

    Failures since(Instant start) {
        return new Failures(newestFirst.stream().filter(e -> !e.at().isBefore(start)).toList());
    }

    int count() {
        return newestFirst.size();
    }

    Optional<JobException> newest() {
        return newestFirst.stream().findFirst();
    }

    /** The median time between two, empty for fewer than two. */
    Optional<Duration> spacing() {
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < newestFirst.size(); i++) {
            gaps.add(Duration.between(newestFirst.get(i).at(), newestFirst.get(i - 1).at()));
        }
        return gaps.isEmpty()
                ? Optional.empty()
                : Optional.of(gaps.stream().sorted().toList().get(gaps.size() / 2));
    }

    /** From the first to the last. */
    Duration span() {
        return newestFirst.isEmpty()
                ? Duration.ZERO
                : Duration.between(
                        newestFirst.get(newestFirst.size() - 1).at(), newestFirst.get(0).at());
    }

    /** The vertex whose tasks failed most often, the newest if equal. */
    Optional<Vertex> vertex(JobGraph graph) {
        return most(e -> e.failedTask().flatMap(graph::vertexOfTask));
    }

    /** The newest failure of the class that is most often the root. */
    Optional<JobException> typical() {
        Optional<String> name = most(e -> Optional.of(e.root().exceptionClass()));
        return newestFirst.stream()
                .filter(e -> name.filter(e.root().exceptionClass()::equals).isPresent())
                .findFirst();
    }

    private <T> Optional<T> most(Function<JobException, Optional<T>> key) {
        Map<T, Integer> counts = new HashMap<>();
        newestFirst.forEach(e -> key.apply(e).ifPresent(k -> counts.merge(k, 1, Integer::sum)));
        int most = counts.values().stream().mapToInt(n -> n).max().orElse(0);
        return newestFirst.stream()
                .flatMap(e -> key.apply(e).stream())
                .filter(k -> counts.get(k) == most)
                .findFirst();
    }
}
