package flinktriage.report;

import flinktriage.check.Numbers;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Draws a job graph in plain characters. A chain is drawn from left to right if it fits into two
 * lines; everything else gets one line per vertex, each after its inputs, which are named by their
 * line numbers. Of a large graph only the part around the marked vertices is drawn.
 */
public final class GraphDrawing {

    /** More lines than this push everything else off the screen. */
    private static final int MOST_LINES = 30;

    private final List<Node> nodes;
    private final boolean chain;

    /**
     * @param label for the left margin, may be empty
     */
    public record Line(String label, String text) {}

    /**
     * @param inputs the numbers of its inputs and how often each is one (twice for a self-union)
     * @param tasks empty if all subtasks run
     */
    record Node(
            int number,
            String name,
            int depth,
            Map<Integer, Long> inputs,
            String parallelism,
            String busy,
            String backpressured,
            String tasks,
            String mark,
            double heat) {}

    private GraphDrawing(List<Node> nodes, boolean chain) {
        this.nodes = nodes;
        this.chain = chain;
    }

    /**
     * @param marks what to write beside some vertices, for example {@code <== here}
     */
    public static GraphDrawing of(Job job, Map<VertexId, String> marks) {
        List<Vertex> order = chainsTogether(job.graph());
        Map<VertexId, Integer> numbers = new HashMap<>();
        order.forEach(v -> numbers.put(v.id(), numbers.size() + 1));
        Map<VertexId, Integer> depths = new HashMap<>();
        List<Node> nodes = new ArrayList<>();
        boolean chain = true;
        for (Vertex v : order) {
            int depth = 0;
            Map<Integer, Long> inputs = new TreeMap<>();
            for (var input : v.inputs()) {
                Integer number = numbers.get(input.from());
                if (number != null) {
                    inputs.merge(number, 1L, Long::sum);
                    depth = Math.max(depth, 1 + depths.getOrDefault(input.from(), 0));
                }
            }
            depths.put(v.id(), depth);
            int previous = nodes.size();
            chain &= previous == 0 ? inputs.isEmpty() : inputs.equals(Map.of(previous, 1L));
            nodes.add(node(v, previous + 1, depth, inputs, job, marks));
        }
        return new GraphDrawing(List.copyOf(nodes), chain);
    }

    private static Node node(
            Vertex v,
            int number,
            int depth,
            Map<Integer, Long> inputs,
            Job job,
            Map<VertexId, String> marks) {
        OptionalDouble busy = HealthText.max(job.measures().get(v.id()), SubtaskTimes::busy);
        OptionalDouble bp = HealthText.max(job.measures().get(v.id()), SubtaskTimes::backpressured);
        return new Node(
                number,
                Harmless.line(v.name(), 500),
                depth,
                inputs,
                "x" + v.parallelism(),
                percent(busy),
                percent(bp),
                v.allTasksRunning() ? "" : tasks(v),
                marks.getOrDefault(v.id(), ""),
                Math.max(busy.orElse(0), bp.orElse(0)));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? Numbers.percent(share.getAsDouble()) : "-";
    }

    private static String tasks(Vertex v) {
        return v.tasks().isEmpty()
                ? Harmless.line(v.state(), 30)
                : new TreeMap<>(v.tasks())
                        .entrySet().stream()
                                .map(e -> e.getValue() + " " + Harmless.line(e.getKey(), 30))
                                .collect(Collectors.joining(", "));
    }

    /** Each vertex after its inputs, and a consumer right after its last input where possible. */
    private static List<Vertex> chainsTogether(JobGraph graph) {
        List<Vertex> all = graph.vertices();
        Map<VertexId, Integer> waitingFor = new HashMap<>();
        all.forEach(v -> waitingFor.put(v.id(), graph.upstream(v).size()));
        Deque<Vertex> ready = new ArrayDeque<>();
        all.stream().filter(v -> waitingFor.get(v.id()) == 0).forEach(ready::add);
        List<Vertex> order = new ArrayList<>();
        Set<VertexId> placed = new HashSet<>();
        while (!ready.isEmpty()) {
            Vertex v = ready.pop();
            order.add(v);
            placed.add(v.id());
            List<Vertex> next = graph.downstream(v);
            for (int i = next.size() - 1; i >= 0; i--) {
                if (waitingFor.merge(next.get(i).id(), -1, Integer::sum) == 0) {
                    ready.push(next.get(i));
                }
            }
        }
        all.stream().filter(v -> !placed.contains(v.id())).forEach(order::add);
        return order;
    }

    /** The drawing within so many columns; empty for a graph without vertices. */
    public List<Line> lines(int columns) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<Line> drawn = chain ? ChainDrawing.lines(nodes, columns) : List.of();
        return drawn.isEmpty() ? list(columns) : drawn;
    }

    private List<Line> list(int columns) {
        Set<Integer> shown = shown();
        List<Node> visible = nodes.stream().filter(n -> shown.contains(n.number())).toList();
        int digits = Integer.toString(nodes.size()).length();
        int inputs = widest(visible, GraphDrawing::inputs);
        int parallelism = widest(visible, Node::parallelism);
        int busy = widest(visible, Node::busy);
        int bp = widest(visible, Node::backpressured);
        int marks = widest(visible, GraphDrawing::remarks);
        int rest = digits + inputs + parallelism + busy + bp + marks + 22;
        int names = Math.min(widest(visible, GraphDrawing::indented), Math.max(20, columns - rest));
        List<Line> lines = new ArrayList<>();
        int next = 1;
        for (Node n : visible) {
            gap(lines, next, n.number() - 1);
            next = n.number() + 1;
            String text =
                    Columns.right(Integer.toString(n.number()), digits)
                            + "  "
                            + Columns.padded(fitted(n, names), names)
                            + "  "
                            + (inputs == 0 ? "" : Columns.padded(inputs(n), inputs) + "  ")
                            + Columns.padded(n.parallelism(), parallelism)
                            + "  busy "
                            + Columns.right(n.busy(), busy)
                            + "  bp "
                            + Columns.right(n.backpressured(), bp)
                            + "  "
                            + remarks(n);
            lines.add(new Line("", text.stripTrailing()));
        }
        gap(lines, next, nodes.size());
        return lines;
    }

    private static void gap(List<Line> lines, int from, int to) {
        int count = to - from + 1;
        if (count > 0) {
            String which = count == 1 ? "number " + from : from + " to " + to;
            lines.add(
                    new Line(
                            "",
                            "... "
                                    + count
                                    + (count == 1 ? " more vertex" : " more vertices")
                                    + " ("
                                    + which
                                    + ")"));
        }
    }

    /** All, or the neighbourhood of the marked vertices (of the hottest one if none is marked). */
    private Set<Integer> shown() {
        if (nodes.size() <= MOST_LINES) {
            return nodes.stream().map(Node::number).collect(Collectors.toSet());
        }
        Map<Integer, List<Integer>> neighbours = new HashMap<>();
        for (Node n : nodes) {
            for (int input : n.inputs().keySet()) {
                neighbours.computeIfAbsent(n.number(), k -> new ArrayList<>()).add(input);
                neighbours.computeIfAbsent(input, k -> new ArrayList<>()).add(n.number());
            }
        }
        Deque<Integer> todo = new ArrayDeque<>();
        nodes.stream().filter(n -> !n.mark().isEmpty()).forEach(n -> todo.add(n.number()));
        if (todo.isEmpty()) {
            nodes.stream()
                    .max((a, b) -> Double.compare(a.heat(), b.heat()))
                    .ifPresent(n -> todo.add(n.number()));
        }
        Set<Integer> seen = new HashSet<>();
        while (!todo.isEmpty() && seen.size() < MOST_LINES) {
            int number = todo.poll();
            if (seen.add(number)) {
                todo.addAll(neighbours.getOrDefault(number, List.of()));
            }
        }
        return seen;
    }

    private static int widest(List<Node> nodes, Function<Node, String> text) {
        return nodes.stream().map(text).mapToInt(Columns::of).max().orElse(0);
    }

    private static String indent(Node n) {
        return "  ".repeat(Math.min(n.depth(), 5));
    }

    private static String indented(Node n) {
        return indent(n) + n.name();
    }

    private static String fitted(Node n, int columns) {
        return indent(n) + Columns.shortened(n.name(), columns - indent(n).length());
    }

    private static String remarks(Node n) {
        return n.mark() + (n.mark().isEmpty() || n.tasks().isEmpty() ? "" : "  ") + n.tasks();
    }

    private static String inputs(Node n) {
        if (n.inputs().isEmpty()) {
            return "";
        }
        String first =
                n.inputs().entrySet().stream()
                        .limit(3)
                        .map(e -> e.getKey() + (e.getValue() > 1 ? " (x" + e.getValue() + ")" : ""))
                        .collect(Collectors.joining(", "));
        int more = n.inputs().size() - 3;
        return "<- " + first + (more > 0 ? " +" + more + " more" : "");
    }
}
