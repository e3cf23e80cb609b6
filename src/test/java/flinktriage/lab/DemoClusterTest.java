package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import flinktriage.flink.client.DemoCluster;
import flinktriage.model.JobId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The embedded cluster leaves nothing behind. */
@Timeout(60)
class DemoClusterTest {

    @Test
    void aClosedClusterLeavesNoPortNoThreadAndNoFile() throws Exception {
        URI address;
        Path directory;
        try (DemoCluster cluster = DemoCluster.start()) {
            address = cluster.restAddress();
            assertThat(address.getHost()).isEqualTo("127.0.0.1");
            // Flink answers with an error until its dispatcher leads.
            directory =
                    await().atMost(Duration.ofSeconds(20))
                            .until(() -> directory(address), Optional::isPresent)
                            .orElseThrow();
            assertThat(directory).isDirectory();
        }

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> {
                            assertThat(threadsThatKeepTheProcess()).isEmpty();
                            assertThat(directory).doesNotExist();
                        });
        assertThat(catchConnect(address)).isInstanceOf(ConnectException.class);
    }

    private static Set<String> threadsThatKeepTheProcess() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.toLowerCase().matches(".*(flink|pekko|netty|event).*"))
                .collect(Collectors.toSet());
    }

    /** Where the cluster keeps everything, by its own word. */
    private static Optional<Path> directory(URI address) {
        RunningJob any = new RunningJob(address, new JobId("0".repeat(32)), () -> {});
        for (JsonNode entry : any.get("/jobmanager/config")) {
            if (entry.path("key").asText().equals("io.tmp.dirs")) {
                return Optional.of(Path.of(entry.path("value").asText()).getParent());
            }
        }
        return Optional.empty();
    }

    private static Throwable catchConnect(URI address) {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return new AssertionError("still listening: " + socket);
        } catch (IOException e) {
            return e;
        }
    }
}
