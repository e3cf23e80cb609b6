package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskedMetricsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TELLING = "a".repeat(32);
    private static final String OTHER = "b".repeat(32);

    private final MaskedMetrics metrics = new MaskedMetrics();

    @Test
    void operatorsOfAVertexWhoseNameTellsASecretAreNumberedAndAskedForByTheirNames()
            throws JsonProcessingException {
        metrics.learn(
                json(
                        """
                        {"vertices":[{"id":"%s","name":"read s3.secret-key: geheim -> keep"},
                                     {"id":"%s","name":"keep"}]}
                        """
                                .formatted(TELLING, OTHER)));
        String list =
                """
                [{"id":"0.read_s3_secret-key__geheim.numRecordsIn"},{"id":"1.keep.numRecordsIn"},
                 {"id":"1.read_s3_secret-key__geheim.numRecordsIn"},{"id":"0.busyTimeMsPerSecond"},
                 {"id":"0.Shuffle.Netty.Output.Buffers.outPoolUsage"}]
                """;

        assertThat(shown(TELLING, list))
                .containsExactly(
                        "0.******1.numRecordsIn",
                        "1.******2.numRecordsIn",
                        "1.******1.numRecordsIn",
                        "0.busyTimeMsPerSecond",
                        "0.Shuffle.Netty.Output.Buffers.outPoolUsage");
        assertThat(shown(OTHER, list)).contains("1.keep.numRecordsIn");
        assertThat(
                        metrics.original(
                                "/x/metrics?get="
                                        + MetricSelection.encode("1.******1.numRecordsIn")
                                        + ",busyTimeMsPerSecond&agg=max"))
                .isEqualTo(
                        "/x/metrics?get=1.read_s3_secret-key__geheim.numRecordsIn,busyTimeMsPerSecond"
                                + "&agg=max");
    }

    private List<String> shown(String vertex, String list) throws JsonProcessingException {
        JsonNode original = json(list);
        return metrics.shown(
                        "/jobs/j/vertices/" + vertex + "/metrics",
                        original,
                        Redaction.json(original))
                .findValuesAsText("id");
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return JSON.readTree(text);
    }
}
