package flinktriage.checks.checkpoint;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.JobGraph;
import flinktriage.model.Provenance;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A checkpoint in progress that takes longer than it should, before it expires.
 *
 * @param at the first vertex that has not acknowledged it
 */
record Hanging(CheckpointDetail detail, Vertex at) {

    /** Empty if none does, and if it waits in several branches. */
    static Optional<Hanging> of(JobView job, Duration interval) {
        return job.checkpointDetails().stream()
                .flatMap(List::stream)
                .filter(d -> d.checkpoint().status() == Checkpoint.Status.IN_PROGRESS)
                .filter(d -> d.checkpoint().durationAt(job.now()).compareTo(interval) > 0)
                .flatMap(
                        d -> Stopped.at(d, job.graph(), false).map(v -> new Hanging(d, v)).stream())
                .findFirst();
    }

    /** Ends the sentence about the job. */
    String sentence(JobGraph graph) {
        long id = detail.checkpoint().id();
        return Stopped.beforeTheSources(detail, graph)
                ? "; not even %s has acknowledged checkpoint %d".formatted(at.name(), id)
                : "; checkpoint %d waits for %s".formatted(id, at.name());
    }

    Evidence evidence(Provenance from) {
        return Stopped.evidence(at, detail, from);
    }
}
