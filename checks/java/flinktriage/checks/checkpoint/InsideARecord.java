package flinktriage.checks.checkpoint;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.Optional;

/**
 * A vertex whose thread waits for buffers in the middle of a record, as where one record makes many
 * or does not fit into a buffer. It can take no barrier meanwhile, and cannot begin an unaligned
 * checkpoint either; a thread that waits between two records can.
 *
 * @param share of the time, of its worst subtask
 */
record InsideARecord(Vertex vertex, Quantity share, Provenance from) {

    private static final String METRIC = "hardBackPressuredTimeMsPerSecond";

    /** Share of the time from which it explains a late barrier. */
    private static final Quantity MOST = Quantity.ratio(0.5);

    /** The worst of those that feed the vertex; empty if none is, or Flink does not say. */
    static Optional<InsideARecord> above(JobView job, Vertex v) {
        return job.graph().upstream(v).stream()
                .flatMap(u -> of(job, u).stream())
                .filter(u -> u.share.value() >= MOST.value())
                .max((a, c) -> Double.compare(a.share.value(), c.share.value()));
    }

    private static Optional<InsideARecord> of(JobView job, Vertex v) {
        Observed<Aggregate> blocked = job.metrics(v).flatMap(m -> m.metric(METRIC));
        return blocked.stream()
                .map(a -> Quantity.ratio(Math.min(1, a.max() / 1000)))
                .map(share -> new InsideARecord(v, share, blocked.from()))
                .findFirst();
    }

    /** Ends the sentence about the vertex below. */
    String sentence() {
        return "; %s is blocked inside a record %s of the time, when not even an unaligned one passes"
                .formatted(vertex.name(), Numbers.show(share));
    }

    Evidence evidence() {
        return Evidence.of("time inside a record, blocked, of " + vertex.name(), share, MOST, from);
    }
}
