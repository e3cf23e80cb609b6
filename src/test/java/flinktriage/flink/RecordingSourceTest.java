package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingSourceTest {

    @TempDir private Path folder;

    @Test
    void asksForMetricsByTheirRealNamesAndShowsThemMasked() throws IOException {
        String list = "[{\"id\":\"Calc_password=hunter2.x\"},{\"id\":\"a\"}]";
        String values = "[{\"id\":\"Calc_password=hunter2.x\",\"value\":\"0.10\"}]";
        Fixed cluster =
                new Fixed(
                        Map.of(
                                "/jobs/j/metrics",
                                list,
                                "/jobs/j/metrics?get=Calc_password%3Dhunter2.x&agg=max",
                                values));
        try (RecordingSource source = recording(cluster)) {
            assertThat(body(source, "/jobs/j/metrics"))
                    .isEqualTo("[{\"id\":\"Calc_password=******\"},{\"id\":\"a\"}]");
            assertThat(body(source, "/jobs/j/metrics?get=Calc_password%3D******&agg=max"))
                    .isEqualTo("[{\"id\":\"Calc_password=******\",\"value\":\"0.10\"}]");
        }
    }

    @Test
    void leavesWhatHasNoSecretAsItWas() throws IOException {
        String body = "{ \"a\" : 1.10, \"b\":12345678901234567890, \"key\":\"x\" }";
        try (RecordingSource source = recording(new Fixed(Map.of("/config", body)))) {
            assertThat(body(source, "/config")).isEqualTo(body);
        }
    }

    @Test
    void leavesNumbersBesideASecretAsTheyWere() throws IOException {
        String body = "{\"a\":1.10,\"b\":12345678901234567890,\"token\":\"x\"}";
        try (RecordingSource source = recording(new Fixed(Map.of("/config", body)))) {
            assertThat(body(source, "/config"))
                    .isEqualTo("{\"a\":1.10,\"b\":12345678901234567890,\"token\":\"******\"}");
        }
    }

    @Test
    void aRefusedPathIsAFailedReply() throws IOException {
        try (RecordingSource source = recording(new Fixed(Map.of()))) {
            assertThat(source.get("/jobs/j/yarn-cancel").join())
                    .isEqualTo(
                            new Reply.Failed(
                                    "GET /jobs/j/yarn-cancel",
                                    new Unreachable(
                                            Unreachable.Reason.FAILED,
                                            "GET /jobs/j/yarn-cancel",
                                            "IllegalArgumentException")));
        }
    }

    @Test
    void leavesNothingBehindUnlessItIsFinished() throws IOException {
        try (RecordingSource source = recording(new Fixed(Map.of("/config", "{}")))) {
            source.get("/config").join();
        }

        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private RecordingSource recording(Source cluster) throws IOException {
        return RecordingSource.to(
                folder.resolve("x.zip"), cluster, Clock.systemUTC(), message -> {});
    }

    private static String body(Source source, String path) {
        Reply.Answered answered = (Reply.Answered) source.get(path).join();
        return new String(answered.body(), StandardCharsets.UTF_8);
    }

    /** Answers what it knows, and refuses everything else. */
    private static final class Fixed implements Source {

        private final Map<String, String> bodies;
        private final List<String> paths = new ArrayList<>();

        Fixed(Map<String, String> bodies) {
            this.bodies = bodies;
        }

        @Override
        public CompletableFuture<Reply> get(String path) {
            paths.add(path);
            if (!bodies.containsKey(path)) {
                throw new IllegalArgumentException(path);
            }
            byte[] body = bodies.get(path).getBytes(StandardCharsets.UTF_8);
            return CompletableFuture.completedFuture(new Reply.Answered("GET " + path, 200, body));
        }

        @Override
        public int requests() {
            return paths.size();
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
