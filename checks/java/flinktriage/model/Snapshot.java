package flinktriage.model;

import java.time.Instant;
import java.util.ArrayList;
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

    /** With the jobs as other systems complete them, and what there is to say about that. */
    public Snapshot with(List<Job> completed, List<String> moreNotes) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(moreNotes);
        return new Snapshot(target, takenAt, unreachable, cluster, completed, traffic, all);
    }
}
