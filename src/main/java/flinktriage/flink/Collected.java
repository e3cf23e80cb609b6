package flinktriage.flink;

import flinktriage.model.Snapshot;
import java.util.List;

/** What a run brought. */
public sealed interface Collected {

    /** A snapshot; look at its {@code unreachable} first. */
    record Taken(Snapshot snapshot) implements Collected {}

    /**
     * The choice did not name exactly one job.
     *
     * @param jobs those that fit, all if none does; live ones first
     * @param why one sentence part without a period
     */
    record NoSuchJob(List<JobSummary> jobs, String why) implements Collected {

        public NoSuchJob {
            jobs = List.copyOf(jobs);
        }
    }
}
