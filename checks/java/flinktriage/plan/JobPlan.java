package flinktriage.plan;

import flinktriage.model.Input;
import flinktriage.model.JobGraph;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** All operators of a job with the vertex that each runs in, sources first. */
public final class JobPlan {

    /** An operator in its vertex. */
    public record Placed(Vertex vertex, Operator operator) {}

    private final JobGraph graph;
    private final Map<VertexId, OperatorTree> trees = new LinkedHashMap<>();
    private final List<Placed> operators = new ArrayList<>();

    private JobPlan(JobGraph graph, Function<Vertex, String> description) {
        this.graph = graph;
        for (Vertex v : graph.vertices()) {
            OperatorTree tree = OperatorTree.parse(description.apply(v));
            trees.put(v.id(), tree);
            tree.operators().forEach(o -> operators.add(new Placed(v, o)));
        }
    }

    /**
     * @param description what REST says of a vertex; a check passes {@code job::plan}
     */
    public static JobPlan of(JobGraph graph, Function<Vertex, String> description) {
        return new JobPlan(graph, description);
    }

    public List<Placed> operators() {
        return List.copyOf(operators);
    }

    public List<Placed> operators(Vertex v) {
        return operators.stream().filter(p -> p.vertex().id().equals(v.id())).toList();
    }

    /** The operator with what is around it. */
    public Place place(Placed placed) {
        return new Place() {
            @Override
            public Operator operator() {
                return placed.operator();
            }

            @Override
            public int streamsInto() {
                return JobPlan.this.streamsInto(placed);
            }

            @Override
            public Optional<Operator> origin() {
                return JobPlan.this.origin(placed);
            }

            /** The planner's single distribution is the ship strategy GLOBAL at run time. */
            @Override
            public boolean single() {
                return placed.operator().index() == 0
                        && placed.vertex().inputs().stream()
                                .anyMatch(i -> i.ship().equals("GLOBAL"));
            }

            @Override
            public OptionalInt upstreamSubtasks() {
                return feeding(placed.vertex()).stream().mapToInt(Vertex::parallelism).max();
            }
        };
    }

    /** False if no vertex has a description, as while a job initialises. */
    public boolean described() {
        return !operators.isEmpty();
    }

    /** True if the table planner made at least one operator. */
    public boolean sql() {
        return operators.stream().anyMatch(p -> p.operator().sql());
    }

    /** The operator that feeds this one within its chain. */
    public Optional<Operator> parent(Placed placed) {
        return trees.get(placed.vertex().id()).parent(placed.operator());
    }

    /**
     * How many streams meet before an operator of one input. A UNION has no operator of its own at
     * run time, only several edges, and they may end some operators further up: two-phase
     * aggregation puts the local half between.
     *
     * @return 2 or more after a UNION; the same upstream vertex counts once per edge
     */
    public int streamsInto(Placed placed) {
        Set<VertexId> seen = new HashSet<>();
        Vertex v = placed.vertex();
        Optional<Operator> before = parent(placed);
        while (seen.add(v.id())) {
            OperatorTree tree = trees.get(v.id());
            while (before.isPresent()) {
                if (!SqlKinds.TRANSPARENT.contains(before.get().kind())) {
                    return 1;
                }
                before = tree.parent(before.get());
            }
            List<Input> inputs = v.inputs();
            if (inputs.size() != 1) {
                return Math.max(1, inputs.size());
            }
            Optional<Vertex> up = graph.vertex(inputs.get(0).from());
            Optional<Operator> feeding = up.flatMap(u -> onlyLeaf(trees.get(u.id())));
            if (feeding.isEmpty()) {
                return 1;
            }
            v = up.get();
            before = feeding;
        }
        return 1;
    }

    /** The vertices that feed this one, each once. */
    public List<Vertex> feeding(Vertex v) {
        return graph.upstream(v);
    }

    /**
     * The nearest operator above this one that does more than hand each row on, through the chain
     * and further up. Empty where streams meet or branch before it.
     */
    public Optional<Operator> origin(Placed placed) {
        Set<VertexId> seen = new HashSet<>();
        Vertex v = placed.vertex();
        Optional<Operator> above = parent(placed);
        while (seen.add(v.id())) {
            OperatorTree tree = trees.get(v.id());
            while (above.isPresent()) {
                if (!SqlKinds.TRANSPARENT.contains(above.get().kind())) {
                    return above;
                }
                above = tree.parent(above.get());
            }
            List<Vertex> up = graph.upstream(v);
            if (v.inputs().size() != 1 || up.size() != 1) {
                return Optional.empty();
            }
            v = up.get(0);
            above = onlyLeaf(trees.get(v.id()));
        }
        return Optional.empty();
    }

    /** Which of several branches feeds the next vertex is not in the plan. */
    private static Optional<Operator> onlyLeaf(OperatorTree tree) {
        List<Operator> all = tree.operators();
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).parent().orElse(-1) != i - 1) {
                return Optional.empty();
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }
}
