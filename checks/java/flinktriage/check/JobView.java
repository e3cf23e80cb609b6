package flinktriage.check;

import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.ExceptionHistory;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.JobState;
import flinktriage.model.KafkaTopic;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.TaskManager;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import flinktriage.model.VertexTotals;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * A job as one check may see it: what is in its declared needs, and the frame that every check has
 * (names, state, age, graph). Reading anything else is a programming error and crashes the check.
 */
public final class JobView {

    private final Job job;
    private final CheckSpec spec;
    private final Set<Need> read = EnumSet.noneOf(Need.class);

    public JobView(Job job, CheckSpec spec) {
        this.job = job;
        this.spec = spec;
    }

    /** What the check has read so far; a test compares it with the declaration. */
    public Set<Need> read() {
        return Set.copyOf(read);
    }

    public String name() {
        return job.name();
    }

    public JobState state() {
        return job.state();
    }

    /** The JobManager's clock. */
    public Instant now() {
        return job.now();
    }

    /** When the job was submitted. */
    public Instant startedAt() {
        return job.startedAt();
    }

    public Observed<Duration> runningFor() {
        return job.runningFor();
    }

    public Observed<Boolean> streaming() {
        return job.streaming();
    }

    /**
     * True if it is known to be one: it works as fast as it can, and ends. Not told before 1.20.
     */
    public boolean batch() {
        return job.streaming().stream().anyMatch(streaming -> !streaming);
    }

    public JobGraph graph() {
        return job.graph();
    }

    /** How many other jobs run on the cluster, and may use its CPUs and slots. */
    public int otherJobs() {
        return job.cluster().otherJobs();
    }

    /** {@code 2.3.0}, for what depends on the version. */
    public Observed<String> flinkVersion() {
        return job.cluster().flinkVersion();
    }

    /** Lines of the plan's description. */
    public String plan(Vertex v) {
        return reading(Need.PLAN, v.description());
    }

    /** Where the graph and its descriptions came from, for evidence. */
    public Provenance graphSource() {
        return new Provenance("GET /jobs/" + job.id().hex(), "/plan/nodes", job.now());
    }

    public VertexTotals totals(Vertex v) {
        return reading(Need.TOTALS, v.totals());
    }

    public Observed<List<SubtaskTimes>> times(Vertex v) {
        return reading(Need.TIMES, measures(v).times());
    }

    /** Oldest first, at least one. */
    public Observed<List<MetricSample>> samples(Vertex v) {
        return reading(Need.METRICS, measures(v).samples());
    }

    /** The newest sample. */
    public Observed<MetricSample> metrics(Vertex v) {
        return samples(v).map(list -> list.get(list.size() - 1));
    }

    public Observed<List<Subtask>> subtasks(Vertex v) {
        return reading(Need.SUBTASKS, measures(v).subtasks());
    }

    public Observed<SortedMap<Integer, Watermark>> inputWatermarks(Vertex v) {
        return reading(Need.WATERMARKS, measures(v).inputWatermarks());
    }

    public Observed<SubtaskMetrics> perSubtask(Vertex source) {
        return reading(Need.SOURCES, measures(source).perSubtask());
    }

    public Observed<CheckpointHistory> checkpoints() {
        return reading(Need.CHECKPOINTS, job.checkpoints());
    }

    public Observed<CheckpointConfig> checkpointConfig() {
        return reading(Need.CHECKPOINT_CONFIG, job.checkpointConfig());
    }

    /** Newest first. */
    public Observed<List<CheckpointDetail>> checkpointDetails() {
        return reading(Need.CHECKPOINT_DETAILS, job.checkpointDetails());
    }

    public Observed<ExceptionHistory> exceptions() {
        return reading(Need.EXCEPTIONS, job.exceptions());
    }

    public Observed<Long> restarts() {
        return reading(Need.RESTARTS, job.restarts());
    }

    public Observed<Map<String, String>> configuration() {
        return reading(Need.CONFIGURATION, job.cluster().configuration());
    }

    public Observed<List<TaskManager>> taskManagers() {
        return reading(Need.TASK_MANAGERS, job.cluster().taskManagers());
    }

    /** CPU cores that all TaskManagers together used between two samples. */
    public Observed<Double> coresInUse() {
        return reading(Need.TASK_MANAGER_METRICS, job.cluster().coresInUse());
    }

    public Observed<MetricSample> taskManagerMetrics() {
        return reading(Need.TASK_MANAGER_METRICS, job.cluster().taskManagerMetrics());
    }

    public Observed<List<KafkaTopic>> kafkaTopics() {
        return reading(Need.KAFKA, job.outside().kafkaTopics());
    }

    public Observed<Reporter> reporter() {
        return reading(Need.REPORTER, job.outside().reporter());
    }

    private VertexMeasures measures(Vertex v) {
        VertexMeasures found = job.measures().get(v.id());
        return found != null
                ? found
                : VertexMeasures.none(
                        new Missing(Missing.Why.NOT_ASKED, "measurements of " + v.name(), ""));
    }

    private <T> T reading(Need need, T value) {
        if (!spec.needs().contains(need)) {
            throw new IllegalStateException(spec.id() + " reads " + need + " without declaring it");
        }
        read.add(need);
        return value;
    }
}
