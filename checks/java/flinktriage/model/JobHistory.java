package flinktriage.model;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How a job went before this run, as a Prometheus server remembers it. What it does not have is
 * left out.
 *
 * @param since from when on it was asked for
 * @param busy of the busiest subtask, 0 to 1
 * @param backpressured of the most backpressured subtask, 0 to 1
 * @param backlog records, over all subtasks of a source
 * @param parallelism subtasks that reported
 * @param restarts a counter
 * @param failedCheckpoints a counter
 * @param stateBytes the full size of the last checkpoint
 */
public record JobHistory(
        Instant since,
        Map<VertexId, TimeSeries> busy,
        Map<VertexId, TimeSeries> backpressured,
        Map<VertexId, TimeSeries> backlog,
        Map<VertexId, TimeSeries> parallelism,
        Optional<TimeSeries> restarts,
        Optional<TimeSeries> failedCheckpoints,
        Optional<TimeSeries> stateBytes) {

    public JobHistory {
        busy = Map.copyOf(busy);
        backpressured = Map.copyOf(backpressured);
        backlog = Map.copyOf(backlog);
        parallelism = Map.copyOf(parallelism);
    }
}
