package flinktriage.cmd;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import flinktriage.checks.AllChecks;
import flinktriage.flink.Recording;
import flinktriage.model.Job;
import flinktriage.report.Pages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus, the TaskManagers' endpoints and Kafka said is a part of a capture. */
@Timeout(90)
class OutsideCaptureTest {

    private static final String RECORDING = "2.3.0/kafka-3p-p4";

    @TempDir private Path folder;

    private WireMockServer outside;

    @BeforeEach
    void start() {
        outside = new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
        outside.start();
    }

    @AfterEach
    void stop() {
        outside.stop();
    }

    @Test
    void what_others_said_is_replayed_after_they_are_gone() throws IOException {
        Job job = Recording.of(RECORDING).snapshot().jobs().get(0);
        prometheus(job);
        outside.stubFor(
                get(urlPathEqualTo("/metrics"))
                        .willReturn(aResponse().withBody(exposition(job.id().hex()))));
        String file = folder.resolve("x.zip").toString();
        String json = folder.resolve("x").toString();
        Invoked live = diagnose(job, "--capture", file, "--show=all");
        Invoked liveJson = diagnose(job, "--capture", json, "-o", "json");
        outside.stop();

        Invoked offline = run("diagnose", "--from", file, "--show=all");
        Invoked offlineJson = run("diagnose", "--from", json, "-o", "json");

        assertThat(live.out())
                .contains(
                        "5 min 1 s before this run",
                        "GET /metrics of the TaskManagers",
                        "no topics from Kafka: the request failed",
                        "the endpoints of --metrics-url belong to 1 TaskManager",
                        "HTTP 503")
                .doesNotContain("s3cret");
        assertThat(afterTheHead(offline)).isEqualTo(afterTheHead(live));
        assertThat(offline.code()).isEqualTo(live.code());
        assertThat(withoutName(offlineJson)).isEqualTo(withoutName(liveJson));
        try (ZipFile zip = new ZipFile(file)) {
            String kept =
                    new String(
                            zip.getInputStream(zip.getEntry("outside.json")).readAllBytes(),
                            StandardCharsets.UTF_8);
            assertThat(kept).contains("\"history\"", "\"reporter\"").doesNotContain("s3cret");
        }
    }

    @Test
    void capture_asks_them_as_diagnose_does() throws IOException {
        Job job = Recording.of(RECORDING).snapshot().jobs().get(0);
        prometheus(job);
        String file = folder.resolve("x.zip").toString();
        try (ServedRecording cluster = ServedRecording.of(RECORDING)) {
            Invoked run =
                    run(
                            "capture",
                            job.id().hex(),
                            "--url",
                            cluster.url(),
                            "--quick",
                            "--output",
                            file,
                            "--prometheus",
                            outside.baseUrl());
            assertThat(run.code()).as(run.err()).isZero();
        }

        assertThat(run("diagnose", "--from", file).out()).contains("5 min 1 s before this run");
    }

    private Invoked diagnose(Job job, String... more) throws IOException {
        try (ServedRecording cluster = ServedRecording.of(RECORDING)) {
            String[] args = {
                "diagnose",
                job.id().hex(),
                "--url",
                cluster.url(),
                "--interval=100ms",
                "--timeout=20s",
                "--prometheus",
                outside.baseUrl().replace("//", "//etl:s3cret@"),
                "--metrics-url",
                outside.baseUrl().replace("//", "//etl:s3cret@"),
                "--metrics-url",
                "http://etl:s3cret@127.0.0.1:1",
                "--kafka",
                "nowhere.invalid:9092"
            };
            String[] all = Arrays.copyOf(args, args.length + more.length);
            System.arraycopy(more, 0, all, args.length, more.length);
            return run(all);
        }
    }

    /** Every vertex has been busy for five minutes. */
    private void prometheus(Job job) {
        long now = job.now().getEpochSecond();
        StringBuilder series = new StringBuilder();
        job.graph()
                .vertices()
                .forEach(
                        v -> {
                            series.append(series.isEmpty() ? "" : ",")
                                    .append("{\"metric\":{\"task_id\":\"")
                                    .append(v.id().hex())
                                    .append("\"},\"values\":[");
                            for (int minute = 10; minute >= 0; minute--) {
                                series.append(minute == 10 ? "" : ",")
                                        .append("[")
                                        .append(now - 60L * minute)
                                        .append(minute > 5 ? ",\"0.1\"]" : ",\"0.987\"]");
                            }
                            series.append("]}");
                        });
        String path = "/api/v1/query_range";
        outside.stubFor(get(urlPathEqualTo(path)).willReturn(okJson(matrix(""))));
        for (String metric : new String[] {"busyTimeMsPerSecond", "operator_pendingRecords"}) {
            outside.stubFor(
                    get(urlPathEqualTo(path))
                            .withQueryParam("query", containing(metric))
                            .willReturn(okJson(matrix(series.toString()))));
        }
        outside.stubFor(
                get(urlPathEqualTo(path))
                        .withQueryParam("query", containing("numRestarts"))
                        .willReturn(aResponse().withStatus(503)));
    }

    private static String matrix(String series) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
                + series
                + "]}}";
    }

    private static String exposition(String job) throws IOException {
        try (InputStream in =
                OutsideCaptureTest.class.getResourceAsStream("/prometheus/kafka-port9251.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("bdaf65957d08a4ba706b6ccc7e6da7ae", job);
        }
    }

    private static String afterTheHead(Invoked run) {
        return run.out().substring(run.out().indexOf("\nRoot cause"));
    }

    private static String withoutName(Invoked run) {
        return run.out()
                .replaceFirst("(\"target\": \\{\\s+\"name\": )\"[^\"]*\"", "$1\"the target\"");
    }

    private static Invoked run(String... args) {
        return Invoked.with(
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list),
                args);
    }
}
