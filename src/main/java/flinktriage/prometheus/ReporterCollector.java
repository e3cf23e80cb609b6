package flinktriage.prometheus;

import flinktriage.model.Job;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.HttpUrl;

/**
 * Reads the endpoints of Flink's Prometheus reporters, one a process. It never throws because of
 * one: what does not come is absent, and said.
 */
public final class ReporterCollector {

    private static final int AT_ONCE = 8;
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private final List<HttpUrl> endpoints;
    private final Duration timeout;

    /**
     * @param urls {@code http://taskmanager-1:9249}; the path {@code /metrics} is added where there
     *     is none
     * @param timeout for each of them
     * @throws IllegalArgumentException if one is not an address
     */
    public ReporterCollector(List<String> urls, Duration timeout) {
        this.endpoints = urls.stream().map(ReporterCollector::endpoint).toList();
        this.timeout = timeout;
    }

    private static HttpUrl endpoint(String text) {
        HttpUrl url = HttpUrl.parse(text.strip());
        if (url == null) {
            throw new IllegalArgumentException("not an http or https address: " + text.strip());
        }
        return url.encodedPath().equals("/")
                ? url.newBuilder().encodedPath("/metrics").build()
                : url;
    }

    /** What the endpoints show of one job and its TaskManagers. */
    public ReporterEvidence collect(Job job) {
        List<String> notes = new ArrayList<>();
        List<ExposedValue> values = new ArrayList<>();
        int answered = 0;
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try (HttpReader http = new HttpReader(timeout, MOST_BYTES, Optional.empty())) {
            List<CompletableFuture<Answer>> all =
                    endpoints.stream()
                            .map(url -> CompletableFuture.supplyAsync(() -> read(http, url), pool))
                            .toList();
            for (CompletableFuture<Answer> each : all) {
                Answer answer = each.join();
                notes.addAll(answer.notes());
                values.addAll(answer.values());
                answered += answer.values().isEmpty() ? 0 : 1;
            }
        } finally {
            pool.shutdownNow();
        }
        if (answered == 0) {
            return new ReporterEvidence(
                    Observed.absent(
                            Missing.Why.REQUEST_FAILED,
                            "metrics of each TaskManager",
                            "no endpoint showed any"),
                    notes);
        }
        return new ReporterReading(job, values).evidence(notes);
    }

    private record Answer(List<ExposedValue> values, List<String> notes) {}

    private static Answer read(HttpReader http, HttpUrl url) {
        String shown = HttpReader.withoutUser(url).toString();
        try {
            Exposition page = http.get(url, ReporterCollector::parse);
            if (page.values().isEmpty()) {
                return new Answer(
                        List.of(), List.of(shown + " shows no metrics of a Flink TaskManager"));
            }
            return new Answer(
                    page.values(),
                    page.cut() ? List.of(shown + " shows more than we read") : List.of());
        } catch (IOException e) {
            return new Answer(List.of(), List.of(shown + ": " + e.getMessage()));
        }
    }

    static Exposition parse(InputStream body) throws IOException {
        return Exposition.read(
                new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)),
                ReporterReading::wanted);
    }
}
