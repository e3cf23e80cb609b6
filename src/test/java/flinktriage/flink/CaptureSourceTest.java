package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CaptureSourceTest {

    private static final String JOB = "/jobs/0123456789abcdef0123456789abcdef";

    @TempDir private Path folder;

    @Test
    void answersInTurnWhatWasAskedSeveralTimes() throws IOException {
        file("1.json", "{\"now\":1}");
        file("2.json", "{\"now\":2}");
        manifest(reply("GET " + JOB, "1.json"), reply("GET " + JOB, "2.json"));

        try (CaptureSource source = CaptureSource.open(folder)) {
            assertThat(source.samples()).isEqualTo(2);
            assertThat(source.takenAt()).isEqualTo(Instant.parse("2026-11-30T00:00:00Z"));
            assertThat(body(source, JOB)).isEqualTo("{\"now\":1}");
            assertThat(body(source, JOB)).isEqualTo("{\"now\":2}");
            assertThat(body(source, JOB)).isEqualTo("{\"now\":2}");
            assertThat(source.requests()).isEqualTo(3);
            assertThat(source.bytes()).isEqualTo(27);
        }
    }

    @Test
    void answersWhatItDoesNotKnowAsFlinkDoes() throws IOException {
        manifest();

        try (CaptureSource source = CaptureSource.open(folder)) {
            assertThat(source.get("/taskmanagers").join())
                    .usingRecursiveComparison()
                    .isEqualTo(
                            new Reply.Answered(
                                    "GET /taskmanagers",
                                    404,
                                    "{\"errors\":[\"Not found: /taskmanagers\"]}"
                                            .getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void aggregatesAsFlinkDoesWithItsTraps() throws IOException {
        file(
                "m.json",
                """
                [{"id":"0.a","value":"1"},{"id":"1.a","value":"3"},
                 {"id":"0.b","value":"NaN"},{"id":"1.b","value":"3"},
                 {"id":"0.c","value":"true"},
                 {"id":"1.op[1] x.d","value":"7"}]
                """);
        manifest(reply("GET " + JOB + "/vertices/v/metrics", "m.json"));

        try (CaptureSource source = CaptureSource.open(folder)) {
            String path = JOB + "/vertices/v/subtasks/metrics";
            assertThat(body(source, path))
                    .isEqualTo(
                            "[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"},{\"id\":\"op[1] x.d\"}]");
            assertThat(body(source, path + "?get=a,c,b&agg=min,max,avg,sum"))
                    .isEqualTo(
                            "[{\"id\":\"a\",\"min\":1.0,\"max\":3.0,\"avg\":2.0,\"sum\":4.0},"
                                    + "{\"id\":\"b\",\"min\":\"NaN\",\"max\":\"NaN\",\"avg\":\"NaN\",\"sum\":\"NaN\"}]");
            assertThat(body(source, path + "?get=op%5B1%5D%20x.d&agg=max"))
                    .isEqualTo("[{\"id\":\"op[1] x.d\",\"max\":7.0}]");
            assertThat(body(source, path + "?get=a,gone")).isEqualTo("[]");
            assertThat(body(source, JOB + "/vertices/v/metrics?get=1.a,1.gone"))
                    .isEqualTo("[{\"id\":\"1.a\",\"value\":\"3\"}]");
            assertThat(body(source, JOB + "/vertices/v/metrics"))
                    .startsWith("[{\"id\":\"0.a\"},{\"id\":\"1.a\"}");
        }
    }

    @Test
    void answersOtherChoicesOfMetricsThanWereCaptured() throws IOException {
        file("names.json", "[{\"id\":\"a\"},{\"id\":\"b\"}]");
        file("values.json", "[{\"id\":\"a\",\"min\":1,\"max\":1,\"avg\":1,\"sum\":1}]");
        String path = JOB + "/vertices/v/subtasks/metrics";
        manifest(
                reply("GET " + path, "names.json"),
                reply("GET " + path + "?get=a&agg=min,max,avg,sum", "values.json"));

        try (CaptureSource source = CaptureSource.open(folder)) {
            assertThat(body(source, path)).isEqualTo("[{\"id\":\"a\"},{\"id\":\"b\"}]");
            assertThat(body(source, path + "?get=a&agg=max"))
                    .isEqualTo("[{\"id\":\"a\",\"min\":1,\"max\":1,\"avg\":1,\"sum\":1}]");
            assertThat(body(source, path + "?get=a,b")).isEqualTo("[]");
        }
    }

    @Test
    void refusesNamesThatLeadOutside() throws IOException {
        Files.writeString(folder.resolve("secret"), "outside");
        Path inside = Files.createDirectory(folder.resolve("capture"));
        Files.createSymbolicLink(inside.resolve("link"), folder.resolve("secret"));
        for (String file :
                new String[] {"../secret", "/etc/hostname", "a/../../secret", "link", "a\\\\b"}) {
            Files.writeString(
                    inside.resolve("manifest.json"),
                    "{\"formatVersion\":1,\"replies\":[" + reply("GET /config", file) + "]}");

            assertThatThrownBy(() -> answer(inside)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesOtherFormats() throws IOException {
        Files.writeString(folder.resolve("manifest.json"), "{\"formatVersion\":2,\"replies\":[]}");

        assertThatThrownBy(() -> CaptureSource.open(folder))
                .isInstanceOf(IOException.class)
                .hasMessage("a capture of format 2, this version reads 1");
    }

    @Test
    void refusesWhatIsNoCapture() throws IOException {
        file("x.zip", "no zip");

        assertThatThrownBy(() -> CaptureSource.open(folder.resolve("x.zip")))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> CaptureSource.open(folder)).isInstanceOf(IOException.class);
    }

    @Test
    void servesARecordingOverHttp() throws Exception {
        Recording recording = Recording.of("2.3.0/a-healthy");
        try (Recording.Server server = recording.serve();
                CaptureSource source = recording.source()) {
            HttpResponse<String> reply =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(
                                                    URI.create(server.url() + "/v1/jobs/overview"))
                                            .timeout(Duration.ofSeconds(10))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo(body(source, "/jobs/overview"));
        }
    }

    /** Reads the only reply, as a command does. */
    private static Reply answer(Path capture) throws IOException {
        try (CaptureSource source = CaptureSource.open(capture)) {
            Reply reply = source.get("/config").join();
            if (source.broken().isPresent()) {
                throw source.broken().get();
            }
            return reply;
        }
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void manifest(String... replies) throws IOException {
        file(
                "manifest.json",
                "{\"formatVersion\":1,\"takenAt\":\"2026-11-30T00:00:00Z\",\"replies\":["
                        + String.join(",", replies)
                        + "]}");
    }

    private static String reply(String request, String file) {
        return "{\"request\":\"%s\",\"status\":200,\"file\":\"%s\"}".formatted(request, file);
    }

    private static String body(Source source, String path) {
        Reply.Answered answered = (Reply.Answered) source.get(path).join();
        return new String(answered.body(), StandardCharsets.UTF_8);
    }
}
