package flinktriage.checks.taskmanager;

import flinktriage.model.ExceptionHistory;
import flinktriage.model.TaskManager;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The TaskManagers that were lost, from the exceptions of those that noticed.
 *
 * @param times when the last exception about each came, by its id
 * @param newestFirst their ids
 */
record Losses(Map<String, Instant> times, List<String> newestFirst) {

    /** Empty if none was lost. */
    static Optional<Losses> since(Instant start, ExceptionHistory history) {
        Map<String, Instant> times = new HashMap<>();
        history.entries().stream()
                .flatMap(e -> Stream.concat(Stream.of(e), e.concurrent().stream()))
                .filter(e -> !e.at().isBefore(start))
                .forEach(
                        e ->
                                Departure.of(e)
                                        .ifPresent(id -> times.merge(id, e.at(), Losses::later)));
        List<String> newestFirst =
                times.keySet().stream()
                        .sorted(
                                Comparator.<String, Instant>comparing(times::get)
                                        .reversed()
                                        .thenComparing(id -> id))
                        .toList();
        return newestFirst.isEmpty()
                ? Optional.empty()
                : Optional.of(new Losses(times, newestFirst));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    String last() {
        return newestFirst.get(0);
    }

    Instant at(String id) {
        return times.get(id);
    }

    /**
     * Those that came back. A killed one stays registered until its heartbeats are missed; one that
     * came back has sent one since.
     */
    Set<String> back(List<TaskManager> registered, Instant now) {
        return registered.stream()
                .filter(t -> times.containsKey(t.id()))
                .filter(
                        t ->
                                t.silentFor().stream()
                                        .allMatch(age -> now.minus(age).isAfter(at(t.id()))))
                .map(TaskManager::id)
                .collect(Collectors.toSet());
    }

    /** Says after which others the last one was lost. */
    String before() {
        int others = newestFirst.size() - 1;
        return switch (others) {
            case 0 -> "";
            case 1 -> ", after " + newestFirst.get(1);
            default -> ", after %s and %d more".formatted(newestFirst.get(1), others - 1);
        };
    }
}
