package flinktriage.engine;

import flinktriage.check.Finding;
import flinktriage.model.JobGraph;
import flinktriage.model.Unit;
import flinktriage.model.VertexId;
import java.util.Optional;
import java.util.stream.DoubleStream;

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
    ANYWHERE,
    /**
     * Both tell of the newest failure of the job: their evidence gives it the same age. A failure
     * for want of memory does not explain a loop on another exception.
     */
    SAME_FAILURE,
    /** The cause tells of no failure: a job that waits, not one that is being restarted. */
    NO_FAILURE;

    private static final String AGE = "time since ";
    private static final double ONE_INCIDENT_MILLIS = 1_000;

    /** A finding about the whole job or cluster has no vertex: it stands in any other relation. */
    boolean holds(JobGraph graph, Finding cause, Finding symptom) {
        if (this == SAME_FAILURE) {
            return ages(cause)
                    .anyMatch(
                            a ->
                                    ages(symptom)
                                            .anyMatch(b -> Math.abs(a - b) <= ONE_INCIDENT_MILLIS));
        }
        if (this == NO_FAILURE) {
            return ages(cause).findAny().isEmpty();
        }
        Optional<VertexId> from = cause.subject().vertex();
        Optional<VertexId> to = symptom.subject().vertex();
        if (this == ANYWHERE || from.isEmpty() || to.isEmpty()) {
            return this != SAME_VERTEX;
        }
        VertexId c = from.get();
        VertexId s = to.get();
        if (c.equals(s)) {
            return true;
        }
        return switch (this) {
            case SAME, SAME_VERTEX, ANYWHERE, SAME_FAILURE, NO_FAILURE -> false;
            case AT_OR_ABOVE -> graph.isUpstream(s, c);
            case AT_OR_BELOW -> graph.isUpstream(c, s);
            case ON_A_PATH -> graph.isUpstream(s, c) || graph.isUpstream(c, s);
        };
    }

    private static DoubleStream ages(Finding finding) {
        return finding.evidence().stream()
                .filter(e -> e.label().startsWith(AGE) && e.observed().unit() == Unit.MILLISECONDS)
                .mapToDouble(e -> e.observed().value());
    }
}
