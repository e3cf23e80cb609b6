package flinktriage.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.Unreachable;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A JobManager with one running job, a chain of vertices. Its metrics are fetched lazily as Flink
 * does it, its time goes on only in pauses.
 */
final class FakeCluster implements Source, Pause {

    static final String JOB = "0123456789abcdef0123456789abcdef";
    static final Instant SUBMITTED = Instant.parse("2026-11-30T00:00:00Z");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long FETCH_INTERVAL = 10_000;
    private static final int CHECKPOINTS = 6;

    final List<String> paths = new ArrayList<>();
    final List<Duration> pauses = new ArrayList<>();

    /** In the list of jobs, each behind a comma. */
    String moreJobs = "";

    final List<String> said = new ArrayList<>();
    final Map<String, UnaryOperator<Reply>> changes = new LinkedHashMap<>();
    final List<String> ghosts = new ArrayList<>();
    final List<String> metrics = new ArrayList<>();

    String version = "2.3.0";
    int failAfter = Integer.MAX_VALUE;
    boolean fetches = true;
    long fetchTakes = 80;

    private final int vertices;
    private final int parallelism;
    private long now = 600_000;
    private long fetchBegan = -1;
    private long fetched = -1;

    FakeCluster(int vertices, int parallelism) {
        this.vertices = vertices;
        this.parallelism = parallelism;
    }

    static String vertex(int i) {
        return String.format("%032x", i + 1);
    }

    /** Replies of paths that contain the text become something else. */
    FakeCluster change(String part, UnaryOperator<Reply> change) {
        changes.put(part, change);
        return this;
    }

    FakeCluster answer(String part, int status, String body) {
        return change(
                part,
                reply ->
                        new Reply.Answered(
                                reply.request(), status, body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Metrics were fetched so long ago, and are not fetched any more. */
    FakeCluster stale(Duration age) {
        fetched = now - age.toMillis();
        fetches = false;
        return this;
    }

    Instant now() {
        return SUBMITTED.plusMillis(now);
    }

    @Override
    public void of(Duration duration) {
        pauses.add(duration);
        now += duration.toMillis();
    }

    @Override
    public CompletableFuture<Reply> get(String path) {
        paths.add(path);
        String request = "GET " + path;
        if (paths.size() > failAfter) {
            return CompletableFuture.completedFuture(
                    new Reply.Failed(
                            request,
                            new Unreachable(
                                    Unreachable.Reason.TIMEOUT, request, "no answer in time")));
        }
        String body = body(path);
        Reply reply =
                body.isEmpty()
                        ? new Reply.Answered(
                                request,
                                404,
                                "{\"errors\":[\"Not found\"]}".getBytes(StandardCharsets.UTF_8))
                        : new Reply.Answered(request, 200, body.getBytes(StandardCharsets.UTF_8));
        for (Map.Entry<String, UnaryOperator<Reply>> change : changes.entrySet()) {
            if (path.contains(change.getKey())) {
                reply = change.getValue().apply(reply);
            }
        }
        return CompletableFuture.completedFuture(reply);
    }

    @Override
    public int requests() {
        return paths.size();
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    private void fetch() {
        if (fetches && (fetchBegan < 0 || now - fetchBegan > FETCH_INTERVAL)) {
            fetchBegan = now;
        }
        if (fetches && now >= fetchBegan + fetchTakes) {
            fetched = fetchBegan;
        }
    }

    private String body(String full) {
        int question = full.indexOf('?');
        String path = question < 0 ? full : full.substring(0, question);
        String query = question < 0 ? "" : full.substring(question + 1);
        String job = "/jobs/" + JOB;
        if (path.startsWith(job)) {
            fetch();
        }
        if (path.startsWith(job + "/vertices/")) {
            String rest = path.substring((job + "/vertices/").length());
            return vertex(
                    Integer.parseInt(rest.substring(0, 32), 16) - 1, rest.substring(32), query);
        }
        if (path.startsWith(job + "/checkpoints/details/")) {
            return detail(path.substring((job + "/checkpoints/details/").length()));
        }
        return switch (path) {
            case "/config" -> "{\"flink-version\":\"" + version + "\"}";
            case "/jobs/overview" ->
                    "{\"jobs\":[{\"jid\":\"%s\",\"name\":\"job\",\"state\":\"RUNNING\",\"start-time\":%d}%s]}"
                            .formatted(JOB, SUBMITTED.toEpochMilli(), moreJobs);
            case "/jobmanager/config" ->
                    "[{\"key\":\"s3.access-key\",\"value\":\"x\"},{\"key\":\"rest.port\",\"value\":\"8081\"}]";
            case "/taskmanagers" ->
                    "{\"taskmanagers\":[{\"id\":\"tm1\",\"slotsNumber\":4,\"freeSlots\":1}]}";
            case "/taskmanagers/metrics" -> metrics(taskManager(), List.of(0.5e6 * fetched), query);
            case "/jobs/" + JOB -> job();
            case "/jobs/" + JOB + "/checkpoints" -> checkpoints();
            case "/jobs/" + JOB + "/checkpoints/config" ->
                    "{\"interval\":10000,\"timeout\":600000}";
            case "/jobs/" + JOB + "/exceptions" -> "{\"exceptionHistory\":{\"entries\":[]}}";
            case "/jobs/" + JOB + "/metrics" ->
                    fetched < 0
                            ? "[]"
                            : "[{\"id\":\"numRestarts\",\"value\":\"0\"},{\"id\":\"uptime\",\"value\":\"%d\"}]"
                                    .formatted(fetched);
            default -> "";
        };
    }

    /** All of them grow, CPU time as if half of a core were busy. */
    private TreeSet<String> taskManager() {
        TreeSet<String> names = new TreeSet<>(MetricSelection.OF_TASK_MANAGERS);
        if (version.startsWith("1.18")) {
            names.add("Status.JVM.GarbageCollector.Copy.Time");
        } else {
            names.add(MetricSelection.GARBAGE_COLLECTION);
        }
        return names;
    }

    private String job() {
        ObjectNode job = MAPPER.createObjectNode();
        job.put("jid", JOB).put("name", "job").put("state", "RUNNING").put("job-type", "STREAMING");
        job.put("start-time", SUBMITTED.toEpochMilli()).put("now", now().toEpochMilli());
        job.putObject("timestamps").put("RUNNING", SUBMITTED.toEpochMilli());
        ArrayNode list = job.putArray("vertices");
        ArrayNode nodes = job.putObject("plan").putArray("nodes");
        for (int i = 0; i < vertices; i++) {
            ObjectNode v = list.addObject();
            v.put("id", vertex(i)).put("name", "v" + i).put("status", "RUNNING");
            v.put("parallelism", parallelism).put("maxParallelism", 128);
            v.putObject("tasks").put("RUNNING", parallelism).put("FAILED", 0);
            ObjectNode times = v.putObject("metrics");
            times.put("read-records", 7).put("read-records-complete", true);
            times.put("accumulated-busy-time", i == vertices - 1 ? 900.0 : 10.0);
            times.put("accumulated-idle-time", i == vertices - 1 ? 100 : 990);
            ObjectNode node = nodes.addObject().put("id", vertex(i)).put("description", "v" + i);
            if (i > 0) {
                node.putArray("inputs")
                        .addObject()
                        .put("num", 0)
                        .put("id", vertex(i - 1))
                        .put("ship_strategy", "HASH");
            }
        }
        return job.toString();
    }

    private TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>(ghosts);
        names.addAll(metrics);
        names.add("busyTimeMsPerSecond");
        names.add("numRecordsIn");
        for (int op = 0; op < 12; op++) {
            names.add(
                    "Source__a_rather_long_name_of_an_operator["
                            + op
                            + "]_in_a_chain.currentOutputWatermark");
            names.add(
                    "Source__a_rather_long_name_of_an_operator["
                            + op
                            + "]_in_a_chain.numRecordsIn");
            names.add(
                    "Source__a_rather_long_name_of_an_operator["
                            + op
                            + "]_in_a_chain.numRecordsOut");
        }
        return names;
    }

    /** All subtasks have read 100 records/s since the job began. */
    private String metrics(TreeSet<String> names, List<Double> perSubtask, String query) {
        if (fetched < 0) {
            return "[]";
        }
        ArrayNode list = MAPPER.createArrayNode();
        List<String> get = asked(query);
        if (get.isEmpty()) {
            names.forEach(name -> list.addObject().put("id", name));
        } else if (get.stream().anyMatch(id -> !names.contains(id) || ghosts.contains(id))) {
            return "[]";
        }
        double each = perSubtask.get(0);
        for (String id : get) {
            list.addObject()
                    .put("id", id)
                    .put("min", each)
                    .put("max", each)
                    .put("avg", each)
                    .put("sum", each * perSubtask.size());
        }
        return list.toString();
    }

    private static List<String> asked(String query) {
        if (!query.startsWith("get=")) {
            return List.of();
        }
        String ids = query.substring("get=".length()).split("&")[0];
        return List.of(URLDecoder.decode(ids, StandardCharsets.UTF_8).split(","));
    }

    private String vertex(int i, String what, String query) {
        ObjectNode reply = MAPPER.createObjectNode();
        ArrayNode subtasks = reply.putArray("subtasks");
        switch (what) {
            case "/subtasks/metrics" -> {
                double records = fetched / 10.0;
                return metrics(names(), java.util.Collections.nCopies(parallelism, records), query);
            }
            case "/metrics" -> {
                return perSubtask(query);
            }
            case "/backpressure" -> {
                reply.put("status", fetched < 0 ? "deprecated" : "ok");
                for (int s = 0; s < parallelism; s++) {
                    subtasks.addObject()
                            .put("subtask", s)
                            .put("busyRatio", 0.25)
                            .put("ratio", 0.5)
                            .put("idleRatio", 0.25);
                }
                return reply.toString();
            }
            case "/watermarks" -> {
                ArrayNode list = MAPPER.createArrayNode();
                for (int s = 0; s < parallelism; s++) {
                    list.addObject().put("id", s + ".currentInputWatermark").put("value", "1000");
                }
                return list.toString();
            }
            case "" -> {
                for (int s = 0; s < parallelism; s++) {
                    subtasks.addObject().put("subtask", s).put("status", "RUNNING");
                }
                return reply.put("id", vertex(i)).toString();
            }
            default -> {
                return "";
            }
        }
    }

    private String perSubtask(String query) {
        if (fetched < 0) {
            return "[]";
        }
        ArrayNode list = MAPPER.createArrayNode();
        List<String> get = asked(query);
        for (int s = 0; s < parallelism && get.isEmpty(); s++) {
            for (String name : names()) {
                list.addObject().put("id", s + "." + name);
            }
        }
        get.forEach(id -> list.addObject().put("id", id).put("value", "1000"));
        return list.toString();
    }

    private String checkpoints() {
        ObjectNode reply = MAPPER.createObjectNode();
        reply.putObject("counts").put("completed", CHECKPOINTS);
        for (int id = CHECKPOINTS; id > 0; id--) {
            reply.withArray("history").add(checkpoint(id));
        }
        return reply.toString();
    }

    private ObjectNode checkpoint(int id) {
        return MAPPER.createObjectNode()
                .put("id", id)
                .put("status", "COMPLETED")
                .put("trigger_timestamp", SUBMITTED.toEpochMilli() + id * 10_000)
                .put("end_to_end_duration", 100);
    }

    private String detail(String rest) {
        String[] parts = rest.split("/");
        ObjectNode reply = checkpoint(Integer.parseInt(parts[0]));
        if (parts.length == 1) {
            for (int i = 0; i < vertices; i++) {
                reply.withObject("/tasks/" + vertex(i))
                        .put("end_to_end_duration", i)
                        .put("state_size", 1_000 * i);
            }
        } else {
            reply.putArray("subtasks")
                    .addObject()
                    .put("index", 0)
                    .put("className", "completed")
                    .put("start_delay", -1);
        }
        return reply.toString();
    }
}
