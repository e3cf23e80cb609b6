package flinktriage.lab;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.model.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A job on a cluster of the lab; both end when it is closed. */
final class RunningJob implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration REQUEST = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(REQUEST).build();
    private final URI url;
    private final JobId jobId;
    private final AutoCloseable cluster;

    RunningJob(URI url, JobId jobId, AutoCloseable cluster) {
        this.url = url;
        this.jobId = jobId;
        this.cluster = cluster;
    }

    URI url() {
        return url;
    }

    JobId jobId() {
        return jobId;
    }

    /** The body of any reply, as Flink gives it; asks without any of the code under test. */
    JsonNode get(String path) {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).timeout(REQUEST).build();
        try {
            return JSON.readTree(
                    http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
    }

    /** Asks Flink to cancel the job; returns before it has ended. */
    void cancel() {
        HttpRequest request =
                HttpRequest.newBuilder(url.resolve("/jobs/" + jobId.hex() + "?mode=cancel"))
                        .timeout(REQUEST)
                        .method("PATCH", HttpRequest.BodyPublishers.noBody())
                        .build();
        try {
            http.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
    }

    /** The reply to {@code /jobs/:id} and what follows it. */
    JsonNode job(String rest) {
        return get("/jobs/" + jobId.hex() + rest);
    }

    /** Waits, at most 90 s longer than that, until all tasks have been running for so long. */
    RunningJob awaitRunningFor(Duration time) {
        return awaitUntil(
                "all tasks run for " + time.toSeconds() + " s",
                time.plusSeconds(90),
                () -> runningMillis() >= time.toMillis());
    }

    /**
     * Polls once a second.
     *
     * @throws org.awaitility.core.ConditionTimeoutException if it does not come true
     */
    RunningJob awaitUntil(String what, Duration atMost, BooleanSupplier condition) {
        await(what)
                .atMost(atMost)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(condition::getAsBoolean);
        return this;
    }

    /** How long the youngest task has been running; negative while one is not. */
    private long runningMillis() {
        JsonNode job = job("");
        long youngest = 0;
        for (JsonNode vertex : job.path("vertices")) {
            for (JsonNode subtask : subtasks(vertex, "")) {
                if (!subtask.path("status").asText().equals("RUNNING")) {
                    return -1;
                }
                youngest = Math.max(youngest, subtask.path("start-time").asLong());
            }
        }
        return youngest == 0 ? -1 : job.path("now").asLong() - youngest;
    }

    /** The busiest subtask by name of vertex, from 0 to 1. */
    Map<String, Double> busy() {
        return ratios("busyRatio");
    }

    /** The most backpressured subtask by name of vertex, from 0 to 1. */
    Map<String, Double> backpressured() {
        return ratios("ratio");
    }

    private Map<String, Double> ratios(String field) {
        Map<String, Double> byName = new TreeMap<>();
        for (JsonNode vertex : job("").path("vertices")) {
            double largest = 0;
            for (JsonNode subtask : subtasks(vertex, "/backpressure")) {
                largest = Math.max(largest, subtask.path(field).asDouble());
            }
            byName.put(vertex.path("name").asText(), largest);
        }
        return byName;
    }

    private JsonNode subtasks(JsonNode vertex, String rest) {
        return job("/vertices/" + vertex.path("id").asText() + rest).path("subtasks");
    }

    /** Ends the job, the cluster and its process. */
    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new IllegalStateException("the lab's cluster does not end", e);
        }
    }
}
