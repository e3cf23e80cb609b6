package flinktriage.plan;

import flinktriage.model.Input;
import flinktriage.model.JobGraph;
import flinktriage.model.SqlPlan;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The plan of a running job, as if it were that of a statement.
 *
 * @param vertices by the description of an operator, the vertex in which it runs
 */
public record RunningPlan(SqlPlan.Nodes plan, Map<String, VertexId> vertices) {

    public RunningPlan {
        vertices = Map.copyOf(vertices);
    }

    public static RunningPlan of(JobGraph graph) {
        return new Builder().plan(graph);
    }

    /** REST has no operators for what is an edge at run time: they are put back. */
    private static final class Builder {

        private final List<SqlPlan.Node> nodes = new ArrayList<>();
        private final Map<String, VertexId> vertices = new HashMap<>();
        private final Map<VertexId, Integer> last = new HashMap<>();

        RunningPlan plan(JobGraph graph) {
            for (Vertex v : graph.vertices()) {
                List<Operator> chain = OperatorTree.parse(v.description()).operators();
                Map<Integer, Integer> ids = new HashMap<>();
                for (Operator o : chain) {
                    List<Integer> inputs =
                            o.parent().isPresent()
                                    ? List.of(ids.get(o.parent().getAsInt()))
                                    : inputs(v, o);
                    ids.put(o.index(), add(o.raw(), inputs));
                    vertices.put(o.raw(), v.id());
                    last.put(v.id(), nodes.size() - 1);
                }
            }
            return new RunningPlan(new SqlPlan.Nodes(nodes), vertices);
        }

        private List<Integer> inputs(Vertex v, Operator head) {
            List<Integer> inputs = new ArrayList<>();
            for (Input input : v.inputs()) {
                // Which of several branches feeds the next vertex is not in the plan.
                Integer feeding = last.get(input.from());
                if (feeding != null) {
                    inputs.add(head.sql() ? sent(input, feeding) : feeding);
                }
            }
            boolean union = inputs.size() > 1 && head.sql() && !head.kind().endsWith("Join");
            return union ? List.of(add("Union(all=[true])", inputs)) : inputs;
        }

        private int sent(Input input, int feeding) {
            return switch (input.ship()) {
                case "GLOBAL" -> add("Exchange(distribution=[single])", List.of(feeding));
                case "HASH" -> add("Exchange(distribution=[hash])", List.of(feeding));
                default -> feeding;
            };
        }

        private int add(String description, List<Integer> inputs) {
            int id = nodes.size();
            nodes.add(new SqlPlan.Node(id, description, inputs, List.of()));
            return id;
        }
    }
}
