package flinktriage.world;

import flinktriage.check.Need;
import flinktriage.model.Aggregate;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Cluster;
import flinktriage.model.ExceptionHistory;
import flinktriage.model.Job;
import flinktriage.model.JobException;
import flinktriage.model.JobGraph;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.KafkaTopic;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.TaskManager;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * States the world of a scenario: a running streaming job at {@link #NOW}. Whatever is not stated
 * is absent because it was not asked for.
 */
public final class JobBuilder {

    /** The JobManager's clock in every world. */
    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final String name;
    private JobState state = JobState.RUNNING;
    private Instant startedAt = NOW.minus(Duration.ofHours(2));
    private Observed<Instant> runningSince = present(startedAt, "/timestamps/RUNNING");
    private Observed<Boolean> streaming = present(true, "/job-type");
    private final Map<String, VertexBuilder> vertices = new LinkedHashMap<>();
    private Observed<CheckpointHistory> checkpoints = notAsked("checkpoint history");
    private Observed<CheckpointConfig> checkpointConfig = notAsked("checkpoint configuration");
    private Observed<List<CheckpointDetail>> checkpointDetails = notAsked("checkpoint details");
    private Observed<ExceptionHistory> exceptions = notAsked("exception history");
    private Observed<Long> restarts = notAsked("restarts");
    private Observed<String> flinkVersion = present("2.3.0", "/flink-version");
    private Observed<Map<String, String>> configuration = notAsked("configuration");
    private Observed<List<TaskManager>> taskManagers = notAsked("TaskManagers");
    private final Map<String, Observed<Aggregate>> taskManagerMetrics = new HashMap<>();
    private Observed<Double> coresInUse = notAsked("CPU time");
    private int otherJobs;
    private Outside outside = Outside.NOT_ASKED;

    private JobBuilder(String name) {
        this.name = name;
    }

    /** A streaming job on Flink 2.3.0 that has been running for two hours. */
    public static JobBuilder job(String name) {
        return new JobBuilder(name);
    }

    /** The id that a vertex of this name gets. */
    public static VertexId id(String vertexName) {
        return new VertexId(hex(vertexName));
    }

    public static Provenance from(String pointer) {
        return new Provenance("GET /world", pointer, NOW);
    }

    public static <T> Observed<T> present(T value, String pointer) {
        return Observed.of(value, from(pointer));
    }

    public static <T> Observed<T> notAsked(String what) {
        return Observed.absent(Missing.Why.NOT_ASKED, what, "");
    }

    /** The same job without anything that {@code need} covers. */
    public static Job without(Need need, Job job) {
        return Without.need(need, job);
    }

    public JobBuilder runningFor(Duration duration) {
        startedAt = NOW.minus(duration);
        runningSince = present(startedAt, "/timestamps/RUNNING");
        return this;
    }

    public JobBuilder submitted(Duration ago) {
        startedAt = NOW.minus(ago);
        return this;
    }

    public JobBuilder neverRan() {
        runningSince = Observed.absent(Missing.Why.NOT_YET, "time of RUNNING", "");
        return this;
    }

    public JobBuilder state(JobState other) {
        state = other;
        return this;
    }

    public JobBuilder batch() {
        streaming = present(false, "/job-type");
        return this;
    }

    public JobBuilder vertex(String vertexName, Consumer<VertexBuilder> states) {
        states.accept(vertices.computeIfAbsent(vertexName, VertexBuilder::new));
        return this;
    }

    public JobBuilder checkpoints(CheckpointHistory history) {
        checkpoints = present(history, "/checkpoints");
        return this;
    }

    public JobBuilder checkpointConfig(CheckpointConfig config) {
        checkpointConfig = present(config, "/checkpoints/config");
        return this;
    }

    public JobBuilder checkpointDetails(CheckpointDetail... newestFirst) {
        checkpointDetails = present(List.of(newestFirst), "/checkpoints/details");
        return this;
    }

    public JobBuilder exceptions(JobException... newestFirst) {
        exceptions =
                present(new ExceptionHistory(List.of(newestFirst), false), "/exceptionHistory");
        return this;
    }

    public JobBuilder restarts(long count) {
        restarts = present(count, "numRestarts");
        return this;
    }

    public JobBuilder flinkVersion(String version) {
        flinkVersion = present(version, "/flink-version");
        return this;
    }

    public JobBuilder configuration(Map<String, String> keys) {
        configuration = present(Map.copyOf(keys), "/jobmanager/config");
        return this;
    }

    public JobBuilder taskManagers(TaskManager... all) {
        taskManagers = present(List.of(all), "/taskmanagers");
        return this;
    }

    public JobBuilder taskManagerMetric(
            String metric, double min, double max, double avg, double sum) {
        taskManagerMetrics.put(metric, present(new Aggregate(min, max, avg, sum), metric));
        return this;
    }

    /** CPU cores of all TaskManagers between two samples. */
    public JobBuilder coresInUse(double cores) {
        coresInUse = present(cores, "Status.JVM.CPU.Time");
        return this;
    }

    public JobBuilder kafka(KafkaTopic... topics) {
        outside = outside.withKafkaTopics(present(List.of(topics), "Kafka"));
        return this;
    }

    public JobBuilder reporter(Reporter reporter) {
        outside = outside.withReporter(present(reporter, "reporter"));
        return this;
    }

    public JobBuilder otherJobs(int count) {
        otherJobs = count;
        return this;
    }

    public Job build() {
        List<Vertex> graph = new ArrayList<>();
        Map<VertexId, VertexMeasures> measures = new HashMap<>();
        for (VertexBuilder v : vertices.values()) {
            graph.add(v.vertex());
            measures.put(id(v.name()), v.measures());
        }
        Observed<MetricSample> ofTaskManagers =
                taskManagerMetrics.isEmpty()
                        ? notAsked("TaskManager metrics")
                        : present(new MetricSample(NOW, taskManagerMetrics, "GET /world"), "");
        return new Job(
                new JobId(hex(name)),
                name,
                state,
                NOW,
                startedAt,
                runningSince,
                streaming,
                new JobGraph(graph),
                measures,
                checkpoints,
                checkpointConfig,
                checkpointDetails,
                exceptions,
                restarts,
                new Cluster(
                        flinkVersion,
                        configuration,
                        taskManagers,
                        ofTaskManagers,
                        coresInUse,
                        otherJobs),
                outside);
    }

    private static String hex(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
