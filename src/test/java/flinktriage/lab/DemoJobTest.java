package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import flinktriage.flink.client.DemoCluster;
import flinktriage.sql.DemoJob;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo is really ill, and leaves nothing behind. */
@Timeout(180)
class DemoJobTest {

    private static final String SINK = "warehouse: Writer";

    @Test
    void theSinkHoldsTheJobBackAndTheUnionsStateGrows() throws Exception {
        try (DemoCluster cluster = DemoCluster.start();
                DemoJob demo = DemoJob.submit(cluster.restAddress())) {
            RunningJob job = new RunningJob(cluster.restAddress(), demo.id(), () -> {});

            job.awaitUntil(
                    "the illness shows",
                    Duration.ofSeconds(90),
                    () ->
                            job.job("/checkpoints").at("/counts/completed").asInt() >= 4
                                    && job.busy().get(SINK) > 0.8
                                    && job.backpressured().entrySet().stream()
                                            .filter(vertex -> !vertex.getKey().equals(SINK))
                                            .allMatch(vertex -> vertex.getValue() > 0.8));

            assertThat(job.backpressured()).hasSize(4).containsEntry(SINK, 0.0);
            assertThat(job.job("/plan").path("plan").path("nodes").findValuesAsText("description"))
                    .filteredOn(
                            description ->
                                    description.contains(
                                            "GroupAggregate(groupBy=[order_id, customer, details], select=[order_id, customer, details])"))
                    .hasSize(1);
            assertThat(completedStateSizes(job))
                    .hasSizeGreaterThanOrEqualTo(4)
                    .isSortedAccordingTo((newer, older) -> Long.compare(older, newer));
        }
    }

    @Test
    void aClosedClusterLeavesNoPortNoThreadAndNoFile() throws Exception {
        Set<Path> before = temporaryFiles();
        URI address;
        try (DemoCluster cluster = DemoCluster.start()) {
            address = cluster.restAddress();
            assertThat(address.getHost()).isEqualTo("127.0.0.1");
        }

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> {
                            assertThat(threadsThatKeepTheProcess()).isEmpty();
                            assertThat(temporaryFiles()).isEqualTo(before);
                        });
        assertThat(catchConnect(address)).isInstanceOf(ConnectException.class);
    }

    private static Stream<Long> completedStateSizes(RunningJob job) {
        Stream.Builder<Long> newestFirst = Stream.builder();
        for (JsonNode checkpoint : job.job("/checkpoints").path("history")) {
            if (checkpoint.path("status").asText().equals("COMPLETED")) {
                newestFirst.add(checkpoint.path("state_size").asLong());
            }
        }
        return newestFirst.build();
    }

    private static Set<String> threadsThatKeepTheProcess() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.toLowerCase().matches(".*(flink|pekko|netty|event).*"))
                .collect(Collectors.toSet());
    }

    private static Set<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("flink-triage-"))
                    .collect(Collectors.toSet());
        }
    }

    private static Throwable catchConnect(URI address) {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return new AssertionError("still listening: " + socket);
        } catch (IOException e) {
            return e;
        }
    }
}
