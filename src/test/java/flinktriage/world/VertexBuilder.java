package flinktriage.world;

import static flinktriage.world.JobBuilder.NOW;
import static flinktriage.world.JobBuilder.notAsked;
import static flinktriage.world.JobBuilder.present;

import flinktriage.model.Aggregate;
import flinktriage.model.Input;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import flinktriage.model.VertexTotals;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** One vertex of a scenario's job; arrays of values are by subtask, NaN is "no number". */
public final class VertexBuilder {

    private final String name;
    private String description = "";
    private int parallelism = 1;
    private Observed<Integer> maxParallelism = notAsked("max parallelism");
    private String state = "RUNNING";
    private Map<String, Integer> tasks = Map.of();
    private final Set<Integer> finished = new HashSet<>();
    private final List<Input> inputs = new ArrayList<>();
    private final Map<String, Observed<Long>> totals = new HashMap<>();
    private double[] busy = {};
    private double[] backpressured = {};
    private double[] idle = {};
    private boolean silent;
    private long[] recordsIn = {};
    private long[] recordsOut = {};
    private String[] taskManagers = {};
    private Duration startedAgo = Duration.ofHours(2);
    private int attempt;
    private final SortedMap<Duration, Map<String, Observed<Aggregate>>> samples =
            new TreeMap<>(Comparator.reverseOrder());
    private Observed<SortedMap<Integer, Watermark>> inputWatermarks = notAsked("input watermarks");
    private final SortedMap<Integer, Map<String, Double>> perSubtask = new TreeMap<>();
    private boolean perSubtaskComplete = true;

    VertexBuilder(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    public VertexBuilder description(String lines) {
        description = lines;
        return this;
    }

    public VertexBuilder parallelism(int p) {
        parallelism = p;
        return this;
    }

    public VertexBuilder maxParallelism(int max) {
        maxParallelism = present(max, "/maxParallelism");
        return this;
    }

    public VertexBuilder state(String other, Map<String, Integer> taskCounts) {
        state = other;
        tasks = taskCounts;
        return this;
    }

    /** These subtasks are done because their input ended; the others run. */
    public VertexBuilder finished(int... subtasks) {
        for (int subtask : subtasks) {
            finished.add(subtask);
        }
        return state(
                "RUNNING",
                Map.of("RUNNING", parallelism - finished.size(), "FINISHED", finished.size()));
    }

    public VertexBuilder input(String from, String ship) {
        inputs.add(new Input(inputs.size(), JobBuilder.id(from), ship));
        return this;
    }

    public VertexBuilder totalRecords(long in, long out) {
        totals.put("read-records", present(in, "/metrics/read-records"));
        totals.put("write-records", present(out, "/metrics/write-records"));
        return this;
    }

    public VertexBuilder totalBytes(long in, long out) {
        totals.put("read-bytes", present(in, "/metrics/read-bytes"));
        totals.put("write-bytes", present(out, "/metrics/write-bytes"));
        return this;
    }

    /** Shares of the time, 0 to 1. */
    public VertexBuilder busy(double... shares) {
        busy = shares;
        return this;
    }

    /** Shares of the time, 0 to 1. */
    public VertexBuilder backpressured(double... shares) {
        backpressured = shares;
        return this;
    }

    /** Shares of the time, 0 to 1. */
    public VertexBuilder idle(double... shares) {
        idle = shares;
        return this;
    }

    /** Flink lists the subtasks, but has no metric of any of them. */
    public VertexBuilder silent() {
        silent = true;
        samples.clear();
        totals.clear();
        return this;
    }

    public VertexBuilder subtaskRecordsIn(long... records) {
        recordsIn = records;
        return this;
    }

    public VertexBuilder subtaskRecordsOut(long... records) {
        recordsOut = records;
        return this;
    }

    public VertexBuilder taskManagers(String... ids) {
        taskManagers = ids;
        return this;
    }

    public VertexBuilder started(Duration ago, int attemptNumber) {
        startedAgo = ago;
        attempt = attemptNumber;
        return this;
    }

    /** In the newest sample, taken at {@code NOW}. */
    public VertexBuilder metric(String id, double min, double max, double avg, double sum) {
        return metricAgo(Duration.ZERO, id, min, max, avg, sum);
    }

    /** In the sample of that age; samples are ordered by it. */
    public VertexBuilder metricAgo(
            Duration ago, String id, double min, double max, double avg, double sum) {
        return sample(ago, id, present(new Aggregate(min, max, avg, sum), id));
    }

    public VertexBuilder metricNotANumber(String id) {
        return sample(
                Duration.ZERO, id, Observed.absent(Missing.Why.NOT_A_NUMBER, id, "GET /world"));
    }

    private VertexBuilder sample(Duration ago, String id, Observed<Aggregate> value) {
        samples.computeIfAbsent(ago, k -> new HashMap<>()).put(id, value);
        return this;
    }

    public VertexBuilder inputWatermarks(Watermark... bySubtask) {
        SortedMap<Integer, Watermark> map = new TreeMap<>();
        for (int i = 0; i < bySubtask.length; i++) {
            map.put(i, bySubtask[i]);
        }
        inputWatermarks = present(map, "/watermarks");
        return this;
    }

    /** A metric of one subtask; NaN registers the name without a value. */
    public VertexBuilder subtaskMetric(int subtask, String id, double value) {
        perSubtask.computeIfAbsent(subtask, k -> new HashMap<>()).put(id, value);
        return this;
    }

    public VertexBuilder perSubtaskIncomplete() {
        perSubtaskComplete = false;
        return this;
    }

    Vertex vertex() {
        return new Vertex(
                JobBuilder.id(name),
                name,
                description,
                parallelism,
                maxParallelism,
                state,
                tasks.isEmpty() ? Map.of("RUNNING", parallelism) : tasks,
                inputs,
                new VertexTotals(
                        totals.getOrDefault("read-records", notAsked("read-records")),
                        totals.getOrDefault("write-records", notAsked("write-records")),
                        totals.getOrDefault("read-bytes", notAsked("read-bytes")),
                        totals.getOrDefault("write-bytes", notAsked("write-bytes"))));
    }

    VertexMeasures measures() {
        return new VertexMeasures(
                times(), subtasks(), samples(), inputWatermarks, subtaskMetrics());
    }

    private Observed<List<SubtaskTimes>> times() {
        int n = Math.max(busy.length, Math.max(backpressured.length, idle.length));
        if (n == 0) {
            return notAsked("busy time");
        }
        List<SubtaskTimes> times = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            times.add(
                    new SubtaskTimes(
                            i,
                            share(busy, i, "busyRatio"),
                            share(backpressured, i, "backpressuredRatio"),
                            share(idle, i, "idleRatio")));
        }
        return present(List.copyOf(times), "/subtasks");
    }

    private Observed<Double> share(double[] shares, int subtask, String what) {
        if (silent) {
            return Observed.absent(Missing.Why.NOT_YET, what, "GET /world");
        }
        if (subtask >= shares.length) {
            return notAsked(what);
        }
        return Double.isNaN(shares[subtask])
                ? Observed.absent(Missing.Why.NOT_A_NUMBER, what, "GET /world")
                : present(shares[subtask], "/subtasks/" + subtask + "/" + what);
    }

    private Observed<List<Subtask>> subtasks() {
        int n = Math.max(recordsIn.length, Math.max(recordsOut.length, taskManagers.length));
        if (n == 0) {
            return notAsked("subtasks");
        }
        List<Subtask> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            String at = "/subtasks/" + i;
            all.add(
                    new Subtask(
                            i,
                            finished.contains(i) ? "FINISHED" : "RUNNING",
                            attempt,
                            present(NOW.minus(startedAgo), at + "/start-time"),
                            i < taskManagers.length
                                    ? present(taskManagers[i], at + "/taskmanager-id")
                                    : notAsked("TaskManager"),
                            count(recordsIn, i, at + "/metrics/read-records"),
                            count(recordsOut, i, at + "/metrics/write-records")));
        }
        return present(List.copyOf(all), "/subtasks");
    }

    private static Observed<Long> count(long[] counts, int subtask, String pointer) {
        return subtask < counts.length ? present(counts[subtask], pointer) : notAsked("records");
    }

    private Observed<List<MetricSample>> samples() {
        if (samples.isEmpty()) {
            return notAsked("metrics of " + name);
        }
        List<MetricSample> oldestFirst = new ArrayList<>();
        samples.forEach(
                (ago, values) ->
                        oldestFirst.add(new MetricSample(NOW.minus(ago), values, "GET /world")));
        return present(List.copyOf(oldestFirst), "");
    }

    private Observed<SubtaskMetrics> subtaskMetrics() {
        if (perSubtask.isEmpty()) {
            return notAsked("metrics per subtask of " + name);
        }
        SortedMap<Integer, Set<String>> names = new TreeMap<>();
        SortedMap<Integer, Map<String, Double>> values = new TreeMap<>();
        for (int i = 0; i < parallelism; i++) {
            Map<String, Double> all = perSubtask.getOrDefault(i, Map.of());
            Map<String, Double> numbers = new HashMap<>(all);
            numbers.values().removeIf(x -> x.isNaN());
            names.put(i, Set.copyOf(all.keySet()));
            values.put(i, numbers);
        }
        return present(new SubtaskMetrics(names, values, perSubtaskComplete), "");
    }
}
