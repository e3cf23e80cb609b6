package flinktriage.flink;

import flinktriage.model.Unreachable;
import java.util.List;
import java.util.Optional;

/**
 * The jobs of a cluster.
 *
 * @param jobs live ones first, then the newest first
 * @param unreachable set if there was no usable answer; then there are no jobs
 */
public record JobListing(List<JobSummary> jobs, Optional<Unreachable> unreachable) {

    public JobListing {
        jobs = List.copyOf(jobs);
    }
}
