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
        List<SqlPlan.Node> nodes = new ArrayList<>();
        Map<String, VertexId> vertices = new HashMap<>();
        Map<VertexId, Integer> last = new HashMap<>();
        for (Vertex v : graph.vertices()) {
            int first = nodes.size();
            List<Operator> chain = OperatorTree.parse(v.description()).operators();
            for (Operator o : chain) {
                List<Integer> inputs = new ArrayList<>();
                if (o.parent().isPresent()) {
                    inputs.add(first + o.parent().getAsInt());
                } else {
                    for (Input input : v.inputs()) {
                        // Which of several branches feeds the next vertex is not in the plan.
                        Integer feeding = last.get(input.from());
                        if (feeding != null) {
                            inputs.add(feeding);
                        }
                    }
                }
                int id = first + o.index();
                nodes.add(new SqlPlan.Node(id, o.raw(), inputs, List.of()));
                vertices.put(o.raw(), v.id());
            }
            if (nodes.size() > first) {
                last.put(v.id(), nodes.size() - 1);
            }
        }
        return new RunningPlan(new SqlPlan.Nodes(nodes), vertices);
    }
}
