package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.webmonitor.history.HistoryServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The other servers that know something: a History Server, and a Prometheus that scrapes. */
@Tag("lab")
@Timeout(480)
class ServersTest {

    private static final Duration SOON = Duration.ofSeconds(150);

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aHistoryServerTellsWhyADeadJobFailed(FlinkVersion version) throws Exception {
        String archive = Files.createDirectory(directory.resolve("archive")).toUri().toString();
        int port = StandaloneCluster.freePorts()[0];
        URI url = URI.create("http://127.0.0.1:" + port);
        Map<String, String> settings =
                Map.of(
                        "jobmanager.archive.fs.dir",
                        archive,
                        "historyserver.archive.fs.dir",
                        archive,
                        "historyserver.archive.fs.refresh-interval",
                        "1000",
                        "historyserver.web.address",
                        "127.0.0.1",
                        "historyserver.web.port",
                        Integer.toString(port),
                        "historyserver.web.tmpdir",
                        directory.resolve("web").toString());
        try (StandaloneCluster cluster = StandaloneCluster.start(version, directory, 1, settings)) {
            RunningJob job = cluster.submit(ProcessIllness.FAILS);
            job.awaitUntil(
                    "it has failed",
                    SOON,
                    () -> job.job("").path("state").asText().equals("FAILED"));
            cluster.run("historyserver", HistoryServer.class);
            RunningJob remembered = new RunningJob(url, job.jobId(), () -> {});
            remembered.awaitUntil(
                    "it is archived",
                    SOON,
                    () -> remembered.job("").path("state").asText().equals("FAILED"));

            Diagnosed said =
                    Diagnosed.watched(new StringWriter(), url, job.jobId().hex(), "-o", "json");

            assertThat(said.line()).as(said.out()).isEqualTo("2 CRITICAL FT-RS-002 FAILED rate");
            assertThat(said.summary("FT-RS-002"))
                    .contains("java.io.IOException: the tariff service has closed the connection");
        }
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aPrometheusServerTellsSinceWhen(FlinkVersion version) throws Exception {
        Map<String, String> reporter =
                Map.of(
                        "metrics.reporters",
                        "lab",
                        "metrics.reporter.lab.factory.class",
                        LoopbackReporter.Factory.class.getName());
        try (StandaloneCluster cluster = StandaloneCluster.start(version, directory, 1, reporter);
                PrometheusProcess prometheus =
                        PrometheusProcess.start(
                                Files.createDirectory(directory.resolve("prometheus")),
                                List.copyOf(cluster.reporters().values()))) {
            RunningJob job = cluster.submit(ProcessIllness.SLOW_LATER);
            job.awaitRunningFor(Duration.ofSeconds(190));

            Diagnosed said =
                    Diagnosed.watched(
                            new StringWriter(),
                            job.url(),
                            job.jobId().hex(),
                            "-o",
                            "json",
                            "--prometheus",
                            prometheus.url().toString(),
                            "--metrics-url",
                            "http://" + cluster.reporters().get("tm-0") + "/metrics");

            assertThat(said.report().path("notes")).as(said.out()).isEmpty();
            assertThat(said.line())
                    .as(said.out())
                    .isEqualTo("1 WARNING FT-BP-001 BUSY tax service");
            assertThat(said.summary("FT-BP-001"))
                    .as("a minute of scrapes was healthy before")
                    .containsPattern(
                            "; since \\d\\d:\\d\\d UTC, [1-3] min (\\d+ s )?before this run");
        }
    }
}
