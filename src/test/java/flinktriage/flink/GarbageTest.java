package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies whose values are replaced at random, always in the same way. */
@Timeout(120)
class GarbageTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final List<String> VALUES =
            List.of(
                    "9223372036854775807",
                    "-9223372036854775808",
                    "1e308",
                    "-1",
                    "0",
                    "123456789012345678901234567890",
                    "\"NaN\"",
                    "\"-Infinity\"",
                    "\"\"",
                    "\"-9.223372036854776E18\"",
                    "null",
                    "true",
                    "[]",
                    "{}");

    @Test
    void neverThrowsWhateverTheValuesAre() {
        List<Recording> recordings =
                List.of(
                        Recording.of("2.3.0/a-healthy"),
                        Recording.of("1.20.3/i2-checkpoint-timeout"),
                        Recording.of("2.3.0/b2-slow-sink-chained"),
                        Recording.of("1.20.3/x-failed"));
        for (int seed = 0; seed < 80; seed++) {
            Recording recording = recordings.get(seed % recordings.size());
            try (CaptureSource source = recording.source()) {
                Snapshot snapshot =
                        recording.collect(
                                new Shaken(source, new Random(seed)), CollectSettings.quick());
                assertThat(snapshot.jobs()).as("seed " + seed).hasSize(1);
            }
        }
    }

    private record Shaken(Source source, Random random) implements Source {

        @Override
        public CompletableFuture<Reply> get(String path) {
            return source.get(path)
                    .thenApply(
                            reply ->
                                    path.equals("/jobs/overview")
                                            ? reply
                                            : shaken((Reply.Answered) reply));
        }

        private Reply shaken(Reply.Answered reply) {
            try {
                JsonNode tree = MAPPER.readTree(reply.body());
                shake(tree);
                return new Reply.Answered(
                        reply.request(), reply.status(), MAPPER.writeValueAsBytes(tree));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void shake(JsonNode node) throws IOException {
            if (node instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> field : new ArrayList<>(object.properties())) {
                    if (random.nextInt(8) == 0) {
                        object.set(field.getKey(), garbage());
                    } else {
                        shake(field.getValue());
                    }
                }
            } else if (node instanceof ArrayNode array) {
                for (int i = 0; i < array.size(); i++) {
                    if (random.nextInt(20) == 0) {
                        array.set(i, garbage());
                    } else {
                        shake(array.get(i));
                    }
                }
            }
        }

        private JsonNode garbage() throws IOException {
            return MAPPER.readTree(VALUES.get(random.nextInt(VALUES.size())));
        }

        @Override
        public int requests() {
            return source.requests();
        }

        @Override
        public long bytes() {
            return source.bytes();
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
