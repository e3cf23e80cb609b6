package flinktriage.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One job, as it was at {@code now}.
 *
 * @param now the JobManager's clock; the only "now" there is
 * @param startedAt when the job was submitted
 * @param runningSince when it last entered RUNNING, absent if it never did
 * @param streaming false for a batch job
 * @param restarts how often it restarted (rescales included) since the JobManager began to count
 * @param checkpointDetails newest first
 * @param outside what other systems add
 */
public record Job(
        JobId id,
        String name,
        JobState state,
        Instant now,
        Instant startedAt,
        Observed<Instant> runningSince,
        Observed<Boolean> streaming,
        JobGraph graph,
        Map<VertexId, VertexMeasures> measures,
        Observed<CheckpointHistory> checkpoints,
        Observed<CheckpointConfig> checkpointConfig,
        Observed<List<CheckpointDetail>> checkpointDetails,
        Observed<ExceptionHistory> exceptions,
        Observed<Long> restarts,
        Cluster cluster,
        Outside outside) {

    public Job {
        measures = Map.copyOf(measures);
    }

    public Job withOutside(Outside other) {
        return new Job(
                id,
                name,
                state,
                now,
                startedAt,
                runningSince,
                streaming,
                graph,
                measures,
                checkpoints,
                checkpointConfig,
                checkpointDetails,
                exceptions,
                restarts,
                cluster,
                other);
    }

    /** How long the job has been RUNNING without a restart. */
    public Observed<Duration> runningFor() {
        return runningSince.map(since -> Duration.between(since, now));
    }

    /** The Kafka topics that its sources read, as their metrics name them. */
    public Set<String> kafkaTopicNames() {
        return measures.values().stream()
                .flatMap(m -> m.perSubtask().stream())
                .flatMap(metrics -> metrics.names().values().stream())
                .flatMap(Set::stream)
                .flatMap(id -> KafkaPartition.ofOffset(id).stream())
                .map(KafkaPartition::topic)
                .limit(100_000)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
