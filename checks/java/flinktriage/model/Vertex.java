package flinktriage.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A vertex of the job graph as {@code /jobs/:id} describes it.
 *
 * @param description the plan's description, HTML-unescaped, lines separated by {@code \n}
 * @param state the vertex's own state, such as RUNNING or SCHEDULED
 * @param tasks how many subtasks are in which state; states with none are left out
 * @param totals what {@code /jobs/:id} sums up since the current attempt began
 */
public record Vertex(
        VertexId id,
        String name,
        String description,
        int parallelism,
        Observed<Integer> maxParallelism,
        String state,
        Map<String, Integer> tasks,
        List<Input> inputs,
        VertexTotals totals) {

    private static final Set<String> RUN = Set.of("RUNNING", "FINISHED");

    public Vertex {
        tasks = Map.copyOf(tasks);
        inputs = List.copyOf(inputs);
    }

    public boolean source() {
        return inputs.isEmpty();
    }

    public boolean allTasksRunning() {
        return tasks.equals(Map.of("RUNNING", parallelism));
    }

    /** Each task runs or has finished because its input ended, and at least one still runs. */
    public boolean runs() {
        return tasks.containsKey("RUNNING")
                && RUN.containsAll(tasks.keySet())
                && tasks.values().stream().mapToInt(n -> n).sum() == parallelism;
    }

    /** A bounded source, for example, in a job that goes on: it has no metrics any more. */
    public boolean allTasksFinished() {
        return tasks.equals(Map.of("FINISHED", parallelism));
    }
}
