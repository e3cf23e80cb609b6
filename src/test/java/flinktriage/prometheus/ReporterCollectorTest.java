package flinktriage.prometheus;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.github.tomakehurst.wiremock.WireMockServer;
import flinktriage.checks.parallelism.EmptySubtasks;
import flinktriage.checks.taskmanager.GarbageCollection;
import flinktriage.model.Job;
import flinktriage.model.JvmUse;
import flinktriage.model.Outside;
import flinktriage.model.PartitionReaders;
import flinktriage.model.Reporter;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(90)
class ReporterCollectorTest {

    private WireMockServer server;

    @BeforeEach
    void start() {
        server = new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private static JobBuilder job(int parallelism, String... taskManagers) {
        List<TaskManager> all = new ArrayList<>();
        for (String id : taskManagers) {
            all.add(new TaskManager(id, 4, 0, 2, 1 << 30, 0, Optional.empty()));
        }
        return JobBuilder.job("j")
                .vertex(
                        "src",
                        v -> {
                            v.parallelism(parallelism);
                            // Left over in REST: subtask 1 read partition 0 before a restart.
                            String offset = "src.KafkaSourceReader.topic.orders3.partition.";
                            v.subtaskMetric(0, offset + "2.currentOffset", 5)
                                    .subtaskMetric(1, offset + "0.currentOffset", -1)
                                    .subtaskMetric(2, offset + "0.currentOffset", -1)
                                    .subtaskMetric(3, offset + "1.currentOffset", 5);
                        })
                .taskManagers(all.toArray(TaskManager[]::new));
    }

    /** A recorded scrape, with the ids of the world. */
    private static String recorded(String file, Job job) throws IOException {
        try (InputStream in =
                ReporterCollectorTest.class.getResourceAsStream("/prometheus/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("bdaf65957d08a4ba706b6ccc7e6da7ae", job.id().hex())
                    .replace("f362c87ffabe89c8a91fa7d0a523ba6c", JobBuilder.id("src").hex());
        }
    }

    private ReporterEvidence collect(Job job, Map<String, String> bodies) {
        List<String> urls = new ArrayList<>();
        new TreeMap<>(bodies)
                .forEach(
                        (path, body) -> {
                            server.stubFor(get(urlEqualTo(path)).willReturn(ok(body)));
                            urls.add(server.baseUrl() + path);
                        });
        return new ReporterCollector(urls, Duration.ofSeconds(20)).collect(job);
    }

    @Test
    void theReporterKnowsWhoReadsAPartitionNow() throws IOException {
        Job job = job(4, "tm1", "tm2").build();
        assertThat(Examined.of(new EmptySubtasks(), job).findings())
                .as("REST alone takes subtask 1 for a reader")
                .isEmpty();

        ReporterEvidence evidence =
                collect(
                        job,
                        Map.of(
                                "/a", recorded("kafka-port9251.txt", job),
                                "/b", recorded("kafka-port9252.txt", job)));

        assertThat(evidence.notes()).isEmpty();
        PartitionReaders readers =
                evidence.reporter().require().readers().get(JobBuilder.id("src"));
        assertThat(readers.partitions()).isEqualTo(3);
        assertThat(readers.bySubtask()).isEqualTo(new TreeMap<>(Map.of(0, 1, 1, 0, 2, 1, 3, 1)));
        Job complete = job.withOutside(Outside.NOT_ASKED.withReporter(evidence.reporter()));
        assertThat(Examined.of(new EmptySubtasks(), complete).finding().summary())
                .isEqualTo(
                        "src has 1 of 4 subtasks without a partition (subtask 1): at least 3"
                                + " partitions seen, parallelism 3 fits");
    }

    @Test
    void valuesOfAnEarlierAttemptDoNotCount() {
        Job job = job(2, "tm1").build();
        ReporterEvidence evidence =
                collect(
                        job,
                        Map.of(
                                "/a",
                                task(job, 0, 4)
                                        + task(job, 1, 4)
                                        + offset(job, 0, 3, 0)
                                        + offset(job, 0, 4, 1)
                                        + offset(job, 1, 4, 0)));

        assertThat(evidence.reporter().require().readers().get(JobBuilder.id("src")).bySubtask())
                .isEqualTo(new TreeMap<>(Map.of(0, 1, 1, 1)));
    }

    private static String task(Job job, int subtask, int attempt) {
        return "flink_taskmanager_job_task_numRecordsIn" + labels(job, subtask, attempt) + "} 1\n";
    }

    private static String offset(Job job, int subtask, int attempt, int partition) {
        return "flink_taskmanager_job_task_operator_KafkaSourceReader_topic_partition_currentOffset"
                + labels(job, subtask, attempt)
                + "topic=\"t\",partition=\""
                + partition
                + "\",} 9\n";
    }

    private static String labels(Job job, int subtask, int attempt) {
        return "{job_id=\"%s\",task_id=\"%s\",subtask_index=\"%d\",task_attempt_num=\"%d\","
                .formatted(job.id().hex(), JobBuilder.id("src").hex(), subtask, attempt);
    }

    @Test
    void anEndpointThatIsNotNamedIsSaidAndNothingIsConcluded() throws IOException {
        Job job = job(5, "tm1", "tm2").build();
        ReporterEvidence evidence = collect(job, Map.of("/a", recorded("kafka-port9251.txt", job)));

        assertThat(evidence.reporter().require().readers()).isEmpty();
        assertThat(evidence.reporter().require().complete()).isFalse();
        assertThat(evidence.notes())
                .containsExactly(
                        "the endpoints of --metrics-url show 4 of 5 subtasks of src, so they do not"
                                + " tell who reads which partition",
                        "the endpoints of --metrics-url belong to 1 TaskManager, the cluster has"
                                + " more");
    }

    @Test
    void theTaskManagerThatCollectsGarbageHasItsNameInRest() throws IOException {
        Job job =
                job(1, "tm-1", "tm2")
                        .taskManagerMetric(
                                "Status.JVM.GarbageCollector.All.TimeMsPerSecond",
                                15,
                                450,
                                232,
                                465)
                        .build();
        String sick =
                """
                flink_taskmanager_Status_JVM_GarbageCollector_All_TimeMsPerSecond{tm_id="tm_1",} 450
                flink_taskmanager_Status_JVM_Memory_Heap_Used{tm_id="tm_1",} 95
                flink_taskmanager_Status_JVM_Memory_Heap_Max{tm_id="tm_1",} 100
                """;
        ReporterEvidence evidence =
                collect(job, Map.of("/a", recorded("kafka-port9251.txt", job), "/b", sick));

        Reporter reporter = evidence.reporter().require();
        assertThat(reporter.taskManagers())
                .extracting(JvmUse::taskManager)
                .containsExactly("tm2", "tm-1");
        assertThat(reporter.taskManagers().get(1).heap().require()).isCloseTo(.95, within(1e-9));
        assertThat(reporter.taskManagers().get(1).metaspace().isPresent()).isFalse();
        Job complete = job.withOutside(Outside.NOT_ASKED.withReporter(evidence.reporter()));
        assertThat(Examined.of(new GarbageCollection(), job).finding().subject().name())
                .isEqualTo("One of the TaskManagers");
        assertThat(Examined.of(new GarbageCollection(), complete).finding().subject().name())
                .isEqualTo("tm-1");
    }

    @Test
    void endpointsThatFailAreSaidWithoutTheirPassword() {
        server.stubFor(get(urlEqualTo("/slow")).willReturn(ok("a 1\n").withFixedDelay(8_000)));
        server.stubFor(get(urlEqualTo("/html")).willReturn(ok("<html>sign in</html>")));
        server.stubFor(
                get(urlEqualTo("/moved"))
                        .willReturn(aResponse().withStatus(302).withHeader("Location", "/html")));
        String host = "127.0.0.1:" + server.port();

        ReporterEvidence evidence =
                new ReporterCollector(
                                List.of(
                                        "http://me:secret@" + host + "/slow",
                                        "http://" + host + "/html",
                                        "http://" + host + "/moved"),
                                Duration.ofSeconds(3))
                        .collect(job(1, "tm1").build());

        assertThat(evidence.reporter().isPresent()).isFalse();
        assertThat(evidence.notes())
                .containsExactly(
                        "http://" + host + "/slow: no answer within 3.0 s",
                        "http://" + host + "/html shows no metrics of a Flink TaskManager",
                        "http://" + host + "/moved: HTTP 302");
    }

    @Test
    void anAddressThatIsNoneIsWrongUsage() {
        assertThatThrownBy(() -> new ReporterCollector(List.of("tm1:9249"), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not an http or https address: tm1:9249");
    }
}
