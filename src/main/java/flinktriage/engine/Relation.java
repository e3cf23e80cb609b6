package flinktriage.engine;

import flinktriage.check.Subject;
import flinktriage.model.JobGraph;
import flinktriage.model.VertexId;
import java.util.Optional;

/** Where in the job graph a symptom must stand, seen from its cause. */
enum Relation {
    /** The same vertex. */
    SAME,
    /** The same vertex, and both findings name it: not even a finding about the whole job fits. */
    SAME_VERTEX,
    /** The cause's vertex or anything that feeds it: backpressure travels upwards. */
    AT_OR_ABOVE,
    /** The cause's vertex or anything that it feeds: watermarks and data travel downwards. */
    AT_OR_BELOW,
    /**
     * On one path through the graph, in either direction: barriers wait above and below a slow
     * vertex.
     */
    ON_A_PATH,
    /** Anywhere in the job. */
    ANYWHERE;

    /** A finding about the whole job or cluster has no vertex: it stands in any other relation. */
    boolean holds(JobGraph graph, Subject cause, Subject symptom) {
        Optional<VertexId> from = cause.vertex();
        Optional<VertexId> to = symptom.vertex();
        if (this == ANYWHERE || from.isEmpty() || to.isEmpty()) {
            return this != SAME_VERTEX;
        }
        VertexId c = from.get();
        VertexId s = to.get();
        if (c.equals(s)) {
            return true;
        }
        return switch (this) {
            case SAME, SAME_VERTEX, ANYWHERE -> false;
            case AT_OR_ABOVE -> graph.isUpstream(s, c);
            case AT_OR_BELOW -> graph.isUpstream(c, s);
            case ON_A_PATH -> graph.isUpstream(s, c) || graph.isUpstream(c, s);
        };
    }
}
