package flinktriage.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that was collected in one run; checks see nothing else.
 *
 * @param takenAt our own clock, for the report's head only
 * @param unreachable set if the JobManager gave no usable answer; then there are no jobs
 * @param notes about the collection, for the reader: a job that ended meanwhile, values that were
 *     old
 */
public record Snapshot(
        Target target,
        Instant takenAt,
        Optional<Unreachable> unreachable,
        Cluster cluster,
        List<Job> jobs,
        Traffic traffic,
        List<String> notes) {

    public Snapshot {
        jobs = List.copyOf(jobs);
        notes = List.copyOf(notes);
    }
}
