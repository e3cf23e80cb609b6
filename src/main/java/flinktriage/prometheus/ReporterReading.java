package flinktriage.prometheus;

import flinktriage.model.Job;
import flinktriage.model.JvmUse;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.PartitionReaders;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What values of reporters mean for one job. */
final class ReporterReading {

    private static final String JVM = "flink_taskmanager_Status_JVM_";

    /** Every task has it, so it tells which subtasks there are, and their attempts. */
    private static final String EVERY_TASK = "flink_taskmanager_job_task_numRecordsIn";

    private static final Pattern OFFSET =
            Pattern.compile(
                    "flink_taskmanager_job_task_operator_(?:.*_)?Kafka(?:SourceReader|Consumer)"
                            + "_topic_partition_currentOffsets?");

    private final Job job;
    private final List<ExposedValue> values;

    ReporterReading(Job job, List<ExposedValue> values) {
        this.job = job;
        this.values = values;
    }

    static boolean wanted(String name) {
        return name.startsWith(JVM) || name.equals(EVERY_TASK) || OFFSET.matcher(name).matches();
    }

    ReporterEvidence evidence(List<String> notes) {
        List<String> all = new ArrayList<>(notes);
        List<JvmUse> jvms = jvms();
        boolean complete =
                job.cluster().taskManagers().stream().anyMatch(tms -> tms.size() <= jvms.size());
        Map<VertexId, PartitionReaders> readers = new HashMap<>();
        for (Vertex source : job.graph().sources()) {
            readers(source, all, readers);
        }
        if (!complete) {
            all.add(
                    "the endpoints of --metrics-url belong to "
                            + jvms.size()
                            + (jvms.size() == 1 ? " TaskManager" : " TaskManagers")
                            + ", the cluster has more");
        }
        return new ReporterEvidence(
                Observed.of(new Reporter(readers, jvms, complete), from("")), all);
    }

    private void readers(
            Vertex source, List<String> notes, Map<VertexId, PartitionReaders> readers) {
        SortedMap<Integer, Integer> attempts = new TreeMap<>();
        of(source)
                .filter(v -> v.name().equals(EVERY_TASK))
                .forEach(v -> attempts.merge(subtask(v), attempt(v), Math::max));
        Map<String, Map<Integer, Integer>> attemptsByPartition = new HashMap<>();
        of(source)
                .filter(v -> OFFSET.matcher(v.name()).matches())
                .filter(v -> attempts.getOrDefault(subtask(v), 0) <= attempt(v))
                .forEach(
                        v ->
                                attemptsByPartition
                                        .computeIfAbsent(partition(v), k -> new TreeMap<>())
                                        .merge(subtask(v), attempt(v), Math::max));
        if (attemptsByPartition.isEmpty()) {
            return;
        }
        boolean all =
                attempts.keySet().stream().filter(i -> i < source.parallelism()).count()
                        == source.parallelism();
        if (!all) {
            notes.add(
                    "the endpoints of --metrics-url show "
                            + attempts.size()
                            + " of "
                            + source.parallelism()
                            + " subtasks of "
                            + source.name()
                            + ", so they do not tell who reads which partition");
            return;
        }
        SortedMap<Integer, Integer> bySubtask = new TreeMap<>();
        attempts.keySet().forEach(i -> bySubtask.put(i, 0));
        attemptsByPartition
                .values()
                .forEach(
                        subtasks -> {
                            int latest =
                                    subtasks.values().stream().mapToInt(n -> n).max().orElse(0);
                            subtasks.forEach(
                                    (subtask, attempt) -> {
                                        if (attempt == latest) {
                                            bySubtask.merge(subtask, 1, Integer::sum);
                                        }
                                    });
                        });
        readers.put(
                source.id(),
                new PartitionReaders(
                        attemptsByPartition.size(),
                        bySubtask,
                        from("KafkaSourceReader_topic_partition_currentOffset")));
    }

    private Stream<ExposedValue> of(Vertex source) {
        return values.stream()
                .filter(v -> v.label("job_id").filter(job.id().hex()::equals).isPresent())
                .filter(v -> v.label("task_id").filter(source.id().hex()::equals).isPresent())
                .filter(v -> v.number("subtask_index").isPresent());
    }

    private static int subtask(ExposedValue value) {
        return value.number("subtask_index").orElse(0);
    }

    /** 0 where a reporter's settings leave the label out. */
    private static int attempt(ExposedValue value) {
        OptionalInt attempt = value.number("task_attempt_num");
        return attempt.orElse(0);
    }

    /** Two operators of a vertex may read the same topic. */
    private static String partition(ExposedValue value) {
        return String.join(
                " ",
                value.label("operator_id").orElse(""),
                value.label("kafkaCluster").orElse(""),
                value.label("topic").orElse(""),
                value.label("partition").orElse(""));
    }

    private List<JvmUse> jvms() {
        SortedMap<String, Map<String, Double>> byTaskManager = new TreeMap<>();
        values.stream()
                .filter(v -> v.name().startsWith(JVM) && Double.isFinite(v.value()))
                .forEach(
                        v ->
                                v.label("tm_id")
                                        .ifPresent(
                                                tm ->
                                                        byTaskManager
                                                                .computeIfAbsent(
                                                                        tm, k -> new HashMap<>())
                                                                .put(
                                                                        v.name()
                                                                                .substring(
                                                                                        JVM
                                                                                                .length()),
                                                                        v.value())));
        List<JvmUse> jvms = new ArrayList<>();
        byTaskManager.forEach(
                (tm, metrics) ->
                        jvms.add(
                                new JvmUse(
                                        named(tm),
                                        // Since Flink 1.19.
                                        share(
                                                metrics.get("GarbageCollector_All_TimeMsPerSecond"),
                                                1000.0,
                                                "time in garbage collection"),
                                        share(
                                                metrics.get("Memory_Heap_Used"),
                                                metrics.get("Memory_Heap_Max"),
                                                "heap"),
                                        share(
                                                metrics.get("Memory_Metaspace_Used"),
                                                metrics.get("Memory_Metaspace_Max"),
                                                "metaspace"),
                                        share(metrics.get("CPU_Load"), 1.0, "CPU load"))));
        return jvms;
    }

    /** Labels have underscores where an id has other characters. */
    private String named(String label) {
        return job.cluster().taskManagers().stream()
                .flatMap(List::stream)
                .map(tm -> tm.id())
                .filter(id -> id.replaceAll("[^a-zA-Z0-9:_]", "_").equals(label))
                .findFirst()
                .orElse(label);
    }

    private Observed<Double> share(Double part, Double whole, String what) {
        return part == null || whole == null || part < 0 || whole <= 0
                ? Observed.absent(Missing.Why.NOT_EXPOSED, what, "Prometheus reporter")
                : Observed.of(part / whole, from(what));
    }

    private Provenance from(String pointer) {
        return new Provenance("GET /metrics of the TaskManagers", pointer, job.now());
    }
}
