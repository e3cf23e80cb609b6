package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.Subtask;
import flinktriage.model.Vertex;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The TaskManagers of the subtasks of one vertex, as far as they are known. */
record Machines(Map<Integer, String> bySubtask) {

    static Machines of(JobView job, Vertex v) {
        Map<Integer, String> found = new HashMap<>();
        for (Subtask s : job.subtasks(v).stream().flatMap(List::stream).toList()) {
            s.taskManager().stream().forEach(id -> found.put(s.subtask(), id));
        }
        return new Machines(found);
    }

    /** Where these run; empty if it is not known of one of them. */
    Set<String> of(Collection<Integer> subtasks) {
        Set<String> hosts =
                subtasks.stream()
                        .map(bySubtask::get)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        return bySubtask.keySet().containsAll(subtasks) ? hosts : Set.of();
    }

    /** The one TaskManager that has all of these, and none of the others. */
    Optional<String> apart(Collection<Integer> subtasks, Collection<Integer> others) {
        Set<String> hosts = of(subtasks);
        Set<String> elsewhere = of(others);
        return hosts.size() == 1 && !elsewhere.isEmpty()
                ? hosts.stream().filter(host -> !elsewhere.contains(host)).findFirst()
                : Optional.empty();
    }
}
