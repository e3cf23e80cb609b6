package flinktriage.flink;

import flinktriage.model.JobId;
import flinktriage.model.JobState;
import java.time.Instant;

/**
 * A job as {@code /jobs/overview} lists it.
 *
 * @param startedAt when it was submitted
 */
public record JobSummary(JobId id, String name, JobState state, Instant startedAt) {

    /** It runs, or Flink still tries to make it run. */
    public boolean live() {
        return !state.terminal() && state != JobState.SUSPENDED;
    }
}
