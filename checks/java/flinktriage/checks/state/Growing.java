package flinktriage.checks.state;

import flinktriage.check.JobView;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.Vertex;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Which vertex the growth is in. */
final class Growing {

    private Growing() {}

    /**
     * The vertex that grew most between the two newest completed checkpoints that are broken down;
     * with only one, the vertex that holds most of the state.
     */
    static Optional<Vertex> vertex(JobView job) {
        List<CheckpointDetail> newestFirst =
                job.checkpointDetails().stream()
                        .flatMap(List::stream)
                        .filter(d -> d.checkpoint().completed() && !d.checkpoint().savepoint())
                        .toList();
        if (newestFirst.isEmpty()) {
            return Optional.empty();
        }
        CheckpointDetail newest = newestFirst.get(0);
        if (newestFirst.size() > 1) {
            CheckpointDetail before = newestFirst.get(1);
            Optional<Vertex> grown = most(job, v -> size(newest, v) - size(before, v));
            if (grown.isPresent()) {
                return grown;
            }
        }
        return most(job, v -> size(newest, v));
    }

    private static Optional<Vertex> most(JobView job, ToLongFunction<Vertex> bytes) {
        return job.graph().vertices().stream()
                .max(Comparator.comparingLong(bytes))
                .filter(v -> bytes.applyAsLong(v) > 0);
    }

    private static long size(CheckpointDetail detail, Vertex v) {
        return detail.stateSize().getOrDefault(v.id(), 0L);
    }
}
