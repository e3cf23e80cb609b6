package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import flinktriage.flink.client.DemoCluster;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The embedded cluster leaves nothing behind. */
@Timeout(60)
class DemoClusterTest {

    @Test
    void aClosedClusterLeavesNoPortAndNoThread() throws Exception {
        URI address;
        try (DemoCluster cluster = DemoCluster.start()) {
            address = cluster.restAddress();
            assertThat(address.getHost()).isEqualTo("127.0.0.1");
        }

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(threadsThatKeepTheProcess()).isEmpty());
        assertThat(catchConnect(address)).isInstanceOf(ConnectException.class);
    }

    private static Set<String> threadsThatKeepTheProcess() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.toLowerCase().matches(".*(flink|pekko|netty|event).*"))
                .collect(Collectors.toSet());
    }

    private static Throwable catchConnect(URI address) {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return new AssertionError("still listening: " + socket);
        } catch (IOException e) {
            return e;
        }
    }
}
