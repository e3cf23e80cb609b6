package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.flink.WireCluster;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thing goes wrong: the run goes on, judges by the rest and says what is unknown and why. */
@Timeout(120)
class FaultsTest {

    private static final String ELECTION =
            "{\"errors\":[\"Service temporarily unavailable due to an ongoing leader election. Please refresh.\"]}";
    private static final String GONE = "{\"errors\":[\"org.x.NotFoundException: gone\"]}";

    /** The last checkpoint is fresh, and nothing is known of the TaskManagers' memory. */
    private static WireCluster healthy() {
        long fresh = Instant.parse("2026-11-30T00:09:55Z").toEpochMilli();
        return new WireCluster(3, 2)
                .answer("/taskmanagers/metrics", 200, "[]")
                .rewrite(
                        "/checkpoints",
                        body ->
                                body.replaceAll(
                                        "\"trigger_timestamp\":[0-9]+",
                                        "\"trigger_timestamp\":" + fresh));
    }

    @Test
    void withoutAFaultTheClusterIsHealthy() throws IOException {
        try (WireCluster cluster = healthy()) {
            Ran run = Ran.diagnose(cluster.url(), "--quick");

            assertThat(run.code()).as(run.out()).isZero();
        }
    }

    @Test
    void waitsForTheEndOfAnElection() throws IOException {
        try (WireCluster cluster = healthy().answerFirst(2, "/config", 503, ELECTION)) {
            Ran run = Ran.diagnose(cluster.url(), "--quick");

            assertThat(run.code()).as(run.out()).isZero();
        }
    }

    @Test
    void aMetricThatVanishesTakesNothingElseAlong() throws IOException {
        try (WireCluster cluster = healthy().vanishing("sink.pendingRecords")) {
            Ran run = Ran.diagnose(cluster.url(), "--quick");

            assertThat(run.code()).as(run.out()).isZero();
        }
    }

    @Test
    void aLateReplyIsUnknown() throws IOException {
        try (WireCluster cluster = healthy().delay("/exceptions", Duration.ofSeconds(20))) {
            Ran run = Ran.diagnose(cluster.url(), "--quick", "--timeout", "5s", "-o", "json");

            assertThat(run.took()).isLessThan(Duration.ofSeconds(8));
            assertThat(run.code()).isEqualTo(3);
            assertThat(unknown(run, "FT-RS-001"))
                    .contains(
                            "/exceptions?maxExceptions=16: no complete answer within the time limit of 5 s");
        }
    }

    @Test
    void aVertexThatIsNotFoundIsUnknown() throws IOException {
        String vertex = "/vertices/" + WireCluster.vertex(1);
        try (WireCluster cluster = healthy().answer(vertex, 404, GONE)) {
            Ran run = Ran.diagnose(cluster.url(), "--quick", "-o", "json");
            Ran text = Ran.diagnose(cluster.url(), "--quick");

            assertThat(run.code()).isEqualTo(3);
            assertThat(unknown(run, "FT-BP-001"))
                    .contains(vertex + "/backpressure: answered 404 (gone)");
            assertThat(text.out().replaceAll("\\s+", " "))
                    .startsWith("UNKNOWN")
                    .contains(
                            "1 of 3 vertices was not measured completely; first no busy and backpressured time",
                            "FT-BP-001",
                            "answered 404 (gone)");
        }
    }

    @Test
    void aWorseFindingOfAnotherVertexCounts() throws IOException {
        try (WireCluster cluster =
                healthy()
                        .answer("/vertices/" + WireCluster.vertex(0), 404, GONE)
                        .rewrite(
                                WireCluster.vertex(2) + "/backpressure",
                                body -> body.replace("\"busyRatio\":0.25", "\"busyRatio\":1.0"))) {
            Ran run = Ran.diagnose(cluster.url(), "--quick", "-o", "json");

            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out()).contains("\"FT-BP-001\"", "v2 cannot keep up");
        }
    }

    @Test
    void whenEverythingAboutTheJobFailsItIsUnknown() throws IOException {
        try (WireCluster cluster =
                healthy().answer("/jobs/" + WireCluster.job(), 500, "{\"errors\":[]}")) {
            Ran run = Ran.diagnose(cluster.url(), "--quick");

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.out()).startsWith("UNKNOWN").contains("answered 500");
        }
    }

    private static String unknown(Ran run, String code) throws IOException {
        JsonNode list = new ObjectMapper().readTree(run.out()).at("/jobs/0/coverage/unknown");
        List<JsonNode> found =
                StreamSupport.stream(list.spliterator(), false)
                        .filter(item -> item.get("code").asText().equals(code))
                        .toList();
        assertThat(found).as(run.out()).hasSize(1);
        return found.get(0).get("why").asText();
    }
}
