package flinktriage.flink;

import flinktriage.model.Input;
import flinktriage.model.JobGraph;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.VertexTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads {@code /jobs/overview} and {@code /jobs/:id}. */
final class JobParser {

    /** Ids become parts of paths: nothing else may. */
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

    /**
     * A SQL statement with hundreds of columns has descriptions of some ten thousand characters.
     */
    private static final int DESCRIPTION = 200_000;

    /** Flink's own UI stops to be of use at some hundred. */
    private static final int MOST_VERTICES = 10_000;

    private JobParser() {}

    /** Live jobs first, then the newest. */
    static List<JobSummary> overview(Json json) {
        List<JobSummary> jobs = new ArrayList<>();
        for (Json item : json.at("jobs").items()) {
            item.text("jid")
                    .filter(id -> ID.matcher(id).matches())
                    .ifPresent(
                            id ->
                                    jobs.add(
                                            new JobSummary(
                                                    new JobId(id),
                                                    item.secretFree("name", Json.NAME).orElse(id),
                                                    state(item.text("state")),
                                                    item.instant("start-time")
                                                            .orElse(Instant.EPOCH))));
        }
        jobs.sort(
                Comparator.comparing((JobSummary job) -> !job.live())
                        .thenComparing(JobSummary::startedAt, Comparator.reverseOrder())
                        .thenComparing(job -> job.id().hex()));
        return jobs;
    }

    /**
     * What one reply of {@code /jobs/:id} says.
     *
     * @param now the JobManager's clock
     * @param planned whether it says what feeds what
     * @param load by vertex: the share of its time that it was busy or backpressured since its
     *     attempt began, 0 if unknown
     */
    record Parsed(
            String name,
            JobState state,
            Instant now,
            Instant startedAt,
            Observed<Instant> runningSince,
            Observed<Boolean> streaming,
            JobGraph graph,
            boolean planned,
            Map<VertexId, Double> load) {

        /** As it is now, with the vertices as they were before. */
        Parsed withGraph(JobGraph before) {
            return new Parsed(
                    name, state, now, startedAt, runningSince, streaming, before, true, load);
        }
    }

    /** Empty if it is not the description of a job. */
    static Optional<Parsed> job(Fetched reply, JobSummary summary) {
        return reply.body()
                .filter(json -> json.at("vertices").isArray())
                .map(json -> job(json, reply, summary));
    }

    private static Parsed job(Json json, Fetched reply, JobSummary summary) {
        Instant now = json.instant("now").orElse(summary.startedAt());
        Provenance from = reply.provenance(now);
        Map<String, Json> nodes = new HashMap<>();
        for (Json node : json.at("plan").at("nodes").items()) {
            node.text("id").ifPresent(id -> nodes.putIfAbsent(id, node));
        }
        List<Vertex> vertices = new ArrayList<>();
        Map<VertexId, Double> load = new HashMap<>();
        int position = 0;
        for (Json item : json.at("vertices").items()) {
            Provenance at = from.at("/vertices/" + position++);
            Optional<String> id = item.text("id").filter(text -> ID.matcher(text).matches());
            if (id.isPresent()
                    && load.size() < MOST_VERTICES
                    && !load.containsKey(new VertexId(id.get()))) {
                VertexId vertexId = new VertexId(id.get());
                Optional<Json> node = Optional.ofNullable(nodes.get(id.get()));
                vertices.add(vertex(vertexId, item, node, at));
                load.put(vertexId, load(item.at("metrics")));
            }
        }
        Optional<Instant> running = json.at("timestamps").instant("RUNNING");
        return new Parsed(
                json.secretFree("name", Json.NAME).orElse(summary.name()),
                state(json.text("state")),
                now,
                json.instant("start-time").orElse(summary.startedAt()),
                running.isPresent()
                        ? Observed.of(running.get(), from.at("/timestamps/RUNNING"))
                        : Observed.absent(
                                Missing.Why.NOT_YET, "time in state RUNNING", from.request()),
                streaming(json, from),
                new JobGraph(vertices),
                !nodes.isEmpty(),
                load);
    }

    private static Observed<Boolean> streaming(Json json, Provenance from) {
        Optional<String> type = json.text("job-type").filter(text -> !text.isEmpty());
        String pointer = "/job-type";
        if (type.isEmpty()) {
            type = json.at("plan").text("type").filter(text -> !text.isEmpty());
            pointer = "/plan/type";
        }
        return type.isPresent()
                ? Observed.of(type.get().equalsIgnoreCase("STREAMING"), from.at(pointer))
                : Observed.absent(Missing.Why.NOT_YET, "type of the job", from.request());
    }

    private static Vertex vertex(VertexId id, Json item, Optional<Json> node, Provenance from) {
        Map<String, Integer> tasks = new TreeMap<>();
        item.at("tasks")
                .fields()
                .forEach(
                        e -> {
                            int count = item.at("tasks").count(e.getKey(), 0);
                            if (count > 0) {
                                tasks.put(e.getKey(), count);
                            }
                        });
        List<Input> inputs = new ArrayList<>();
        node.ifPresent(
                n ->
                        n.at("inputs")
                                .items()
                                .forEach(
                                        input ->
                                                input.text("id")
                                                        .ifPresent(
                                                                up ->
                                                                        inputs.add(
                                                                                input(
                                                                                        input,
                                                                                        up)))));
        int maxParallelism = item.count("maxParallelism", -1);
        Json metrics = item.at("metrics");
        Provenance at = from.at(from.pointer() + "/metrics");
        return new Vertex(
                id,
                item.secretFree("name", Json.NAME).orElse(id.hex()),
                Redaction.text(
                                HtmlText.unescape(
                                        node.flatMap(n -> n.text("description", DESCRIPTION))
                                                .orElse("")))
                        .stripTrailing(),
                item.count("parallelism", 1),
                maxParallelism > 0
                        ? Observed.of(maxParallelism, from.at(from.pointer() + "/maxParallelism"))
                        : Observed.absent(
                                Missing.Why.SENTINEL, "maximum parallelism", from.request()),
                item.text("status").orElse("UNKNOWN"),
                tasks,
                inputs,
                new VertexTotals(
                        VertexParser.total(metrics, "read-records", "records in", at),
                        VertexParser.total(metrics, "write-records", "records out", at),
                        VertexParser.total(metrics, "read-bytes", "bytes in", at),
                        VertexParser.total(metrics, "write-bytes", "bytes out", at)));
    }

    private static Input input(Json input, String upstream) {
        return new Input(
                input.count("num", 0),
                new VertexId(upstream),
                input.text("ship_strategy").orElse("").toUpperCase(Locale.ROOT));
    }

    private static double load(Json metrics) {
        double idle = time(metrics, "accumulated-idle-time");
        double working =
                time(metrics, "accumulated-busy-time")
                        + time(metrics, "accumulated-backpressured-time");
        return working + idle > 0 ? working / (working + idle) : 0;
    }

    private static double time(Json metrics, String field) {
        OptionalDouble value = metrics.number(field);
        return value.isPresent() && Double.isFinite(value.getAsDouble())
                ? Math.max(0, value.getAsDouble())
                : 0;
    }

    private static JobState state(Optional<String> name) {
        for (JobState state : JobState.values()) {
            if (state.name().equals(name.orElse(""))) {
                return state;
            }
        }
        return JobState.OTHER;
    }
}
