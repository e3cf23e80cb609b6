package flinktriage.prometheus;

import flinktriage.model.Job;
import flinktriage.model.JobHistory;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.HttpUrl;

/**
 * Asks a Prometheus server how a job went, with range queries only. The names are those of Flink's
 * Prometheus reporter with its default scope formats. It never throws because of an answer: what
 * does not come is left out, and said.
 */
public final class HistoryCollector {

    private static final Duration STEP = Duration.ofSeconds(60);
    private static final long MOST_BYTES = 32L * 1024 * 1024;
    private static final int AT_ONCE = 4;

    private static final String TASK = "flink_taskmanager_job_task_";
    private static final String JOB = "flink_jobmanager_job_";

    private final HttpUrl server;
    private final Optional<String> token;
    private final Duration timeout;
    private final Duration range;

    /**
     * @param url of the server, with the path in front of {@code /api} if there is one
     * @param token a bearer token
     * @param timeout for each question
     * @param range how far back
     * @throws IllegalArgumentException if it is not an address
     */
    public HistoryCollector(String url, Optional<String> token, Duration timeout, Duration range) {
        this.server = HttpUrl.parse(url.strip());
        if (server == null) {
            throw new IllegalArgumentException("not an http or https address: " + url.strip());
        }
        this.token = token;
        this.timeout = timeout;
        this.range = range;
    }

    /** What the server remembers of one job, up to the JobManager's present. */
    public HistoryEvidence collect(Job job) {
        String of = "{job_id=\"" + job.id().hex() + "\"}";
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("busy", "max by (task_id) (" + TASK + "busyTimeMsPerSecond" + of + ") / 1000");
        queries.put(
                "backpressured",
                "max by (task_id) (" + TASK + "backPressuredTimeMsPerSecond" + of + ") / 1000");
        queries.put("backlog", "sum by (task_id) (" + TASK + "operator_pendingRecords" + of + ")");
        queries.put("parallelism", "count by (task_id) (" + TASK + "numRecordsIn" + of + ")");
        queries.put("restarts", "max(" + JOB + "numRestarts" + of + ")");
        queries.put("failed", "max(" + JOB + "numberOfFailedCheckpoints" + of + ")");
        queries.put("state", "max(" + JOB + "lastCheckpointFullSize" + of + ")");
        Instant since = job.now().minus(range);
        List<String> notes = new ArrayList<>();
        Map<String, List<RangeReply.Series>> replies = new HashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try (HttpReader http = new HttpReader(timeout, MOST_BYTES, token)) {
            Map<String, CompletableFuture<RangeReply>> asked = new LinkedHashMap<>();
            queries.forEach(
                    (name, query) ->
                            asked.put(
                                    name,
                                    CompletableFuture.supplyAsync(
                                            () -> ask(http, query, since, job.now()), pool)));
            asked.forEach(
                    (name, reply) -> {
                        RangeReply answer = reply.join();
                        replies.put(name, answer.series());
                        answer.failure().filter(f -> !notes.contains(f)).ifPresent(notes::add);
                    });
        } finally {
            pool.shutdownNow();
        }
        if (replies.values().stream().allMatch(List::isEmpty)) {
            if (notes.isEmpty()) {
                notes.add(shown() + " knows nothing of job " + job.id().hex());
            }
            return new HistoryEvidence(
                    Observed.absent(Missing.Why.NOT_EXPOSED, "history of the job", notes.get(0)),
                    notes);
        }
        return new HistoryEvidence(
                Observed.of(
                        history(job, since, queries, replies),
                        new Provenance("GET /api/v1/query_range", "", job.now())),
                notes);
    }

    private RangeReply ask(HttpReader http, String query, Instant start, Instant end) {
        HttpUrl url =
                server.newBuilder()
                        .addPathSegments("api/v1/query_range")
                        .addQueryParameter("query", query)
                        .addQueryParameter("start", seconds(start))
                        .addQueryParameter("end", seconds(end))
                        .addQueryParameter("step", String.valueOf(STEP.toSeconds()))
                        .build();
        try {
            return http.get(url, RangeReply::read);
        } catch (IOException e) {
            return RangeReply.failed(shown() + ": " + e.getMessage());
        }
    }

    private static String seconds(Instant at) {
        return String.valueOf(at.getEpochSecond());
    }

    private String shown() {
        return HttpReader.withoutUser(server).toString();
    }

    private static JobHistory history(
            Job job,
            Instant since,
            Map<String, String> queries,
            Map<String, List<RangeReply.Series>> replies) {
        return new JobHistory(
                since,
                byVertex(job, "busy", queries, replies),
                byVertex(job, "backpressured", queries, replies),
                byVertex(job, "backlog", queries, replies),
                byVertex(job, "parallelism", queries, replies),
                one(job, "restarts", queries, replies),
                one(job, "failed", queries, replies),
                one(job, "state", queries, replies));
    }

    private static Map<VertexId, TimeSeries> byVertex(
            Job job,
            String name,
            Map<String, String> queries,
            Map<String, List<RangeReply.Series>> replies) {
        Map<VertexId, TimeSeries> found = new HashMap<>();
        for (RangeReply.Series series : replies.get(name)) {
            VertexId id = new VertexId(series.labels().getOrDefault("task_id", ""));
            if (job.graph().vertex(id).isPresent()) {
                found.put(id, timeSeries(job, queries.get(name), series));
            }
        }
        return found;
    }

    private static Optional<TimeSeries> one(
            Job job,
            String name,
            Map<String, String> queries,
            Map<String, List<RangeReply.Series>> replies) {
        return replies.get(name).stream()
                .findFirst()
                .map(series -> timeSeries(job, queries.get(name), series));
    }

    private static TimeSeries timeSeries(Job job, String query, RangeReply.Series series) {
        return new TimeSeries(
                series.points(), STEP, new Provenance("GET /api/v1/query_range", query, job.now()));
    }
}
