package flinktriage.flink;

import flinktriage.model.JobGraph;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * In which order the vertices are asked about. A run over thousands of vertices may meet its
 * deadline: the loaded ones and their neighbours, among which the culprit is, come first.
 */
final class Ranking {

    /** Behind a vertex that is as loaded itself. */
    private static final double NEIGHBOUR = 0.99;

    private Ranking() {}

    static List<Vertex> of(JobGraph graph, Map<VertexId, Double> load) {
        return graph.vertices().stream()
                .sorted(Comparator.comparingDouble((Vertex v) -> -interest(v, graph, load)))
                .toList();
    }

    private static double interest(Vertex v, JobGraph graph, Map<VertexId, Double> load) {
        double neighbours =
                Stream.concat(graph.upstream(v).stream(), graph.downstream(v).stream())
                        .mapToDouble(other -> load.getOrDefault(other.id(), 0.0))
                        .max()
                        .orElse(0);
        return Math.max(load.getOrDefault(v.id(), 0.0), NEIGHBOUR * neighbours);
    }
}
