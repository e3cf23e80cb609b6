package flinktriage.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The vertices of a job, sources first, and who feeds whom. */
public final class JobGraph {

    private final Map<VertexId, Vertex> vertices = new LinkedHashMap<>();
    private final Map<VertexId, List<Vertex>> downstream = new HashMap<>();
    private final List<Vertex> ordered;
    private final Map<VertexId, Integer> positions = new HashMap<>();

    /** By vertex, the positions of all below it: asked for again and again, found once. */
    private final Map<VertexId, BitSet> below = new ConcurrentHashMap<>();

    public JobGraph(List<Vertex> unordered) {
        Map<VertexId, Vertex> byId = new LinkedHashMap<>();
        unordered.forEach(v -> byId.put(v.id(), v));
        Map<VertexId, Integer> waitingFor = new HashMap<>();
        Map<VertexId, List<Vertex>> consumers = new HashMap<>();
        for (Vertex v : unordered) {
            Set<VertexId> from = new LinkedHashSet<>();
            v.inputs().stream().map(Input::from).filter(byId::containsKey).forEach(from::add);
            waitingFor.put(v.id(), from.size());
            from.forEach(u -> consumers.computeIfAbsent(u, k -> new ArrayList<>()).add(v));
        }
        // Flink lists plan nodes in no particular order, sinks may come first.
        Deque<Vertex> ready = new ArrayDeque<>();
        unordered.stream().filter(v -> waitingFor.get(v.id()) == 0).forEach(ready::add);
        while (!ready.isEmpty()) {
            Vertex v = ready.poll();
            vertices.put(v.id(), v);
            for (Vertex c : consumers.getOrDefault(v.id(), List.of())) {
                if (waitingFor.merge(c.id(), -1, Integer::sum) == 0) {
                    ready.add(c);
                }
            }
        }
        // A cycle cannot occur in a job graph; should one be claimed, its vertices are kept all the
        // same.
        unordered.forEach(v -> vertices.putIfAbsent(v.id(), v));
        consumers.forEach((id, list) -> downstream.put(id, List.copyOf(list)));
        ordered = List.copyOf(vertices.values());
        ordered.forEach(v -> positions.put(v.id(), positions.size()));
    }

    /** All vertices, each after those that feed it. */
    public List<Vertex> vertices() {
        return ordered;
    }

    public Optional<Vertex> vertex(VertexId id) {
        return Optional.ofNullable(vertices.get(id));
    }

    public List<Vertex> sources() {
        return vertices.values().stream().filter(Vertex::source).toList();
    }

    /**
     * The vertex of a task as Flink names it in exceptions: {@code parse -> sink (1/4) - execution
     * #0}.
     */
    public Optional<Vertex> vertexOfTask(String task) {
        return vertices.values().stream()
                .filter(v -> task.equals(v.name()) || task.startsWith(v.name() + " ("))
                .max(Comparator.comparingInt(v -> v.name().length()));
    }

    /** Every task runs, or has finished because its input ended. */
    public boolean allTasksRunning() {
        return !vertices.isEmpty()
                && vertices.values().stream()
                        .allMatch(
                                v ->
                                        !v.tasks().isEmpty()
                                                && Set.of("RUNNING", "FINISHED")
                                                        .containsAll(v.tasks().keySet()));
    }

    /** How many tasks of the job are in this state. */
    public int tasks(String state) {
        return vertices.values().stream().mapToInt(v -> v.tasks().getOrDefault(state, 0)).sum();
    }

    /** The direct consumers, each once. */
    public List<Vertex> downstream(Vertex v) {
        return downstream.getOrDefault(v.id(), List.of());
    }

    /** The direct producers, each once. */
    public List<Vertex> upstream(Vertex v) {
        return v.inputs().stream()
                .map(Input::from)
                .distinct()
                .map(vertices::get)
                .filter(u -> u != null)
                .toList();
    }

    /** Everything that records of {@code v} can reach, without {@code v}. */
    public Set<VertexId> reachableFrom(VertexId v) {
        Set<VertexId> seen = new LinkedHashSet<>();
        Deque<VertexId> todo = new ArrayDeque<>(List.of(v));
        while (!todo.isEmpty()) {
            for (Vertex c : downstream.getOrDefault(todo.poll(), List.of())) {
                if (seen.add(c.id())) {
                    todo.add(c.id());
                }
            }
        }
        return seen;
    }

    /** True if records of {@code a} can reach {@code b}; false for a vertex and itself. */
    public boolean isUpstream(VertexId a, VertexId b) {
        Integer position = positions.get(b);
        return !a.equals(b)
                && position != null
                && below.computeIfAbsent(a, this::positionsBelow).get(position);
    }

    private BitSet positionsBelow(VertexId v) {
        BitSet found = new BitSet(ordered.size());
        reachableFrom(v).forEach(id -> found.set(positions.get(id)));
        return found;
    }
}
