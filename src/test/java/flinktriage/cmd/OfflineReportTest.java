package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import flinktriage.check.Report;
import flinktriage.checks.AllChecks;
import flinktriage.cmd.BrokenCluster.Wire;
import flinktriage.flink.Access;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.Recording;
import flinktriage.flink.RestSource;
import flinktriage.flink.Source;
import flinktriage.flink.WireCluster;
import flinktriage.report.JsonReport;
import flinktriage.report.Pages;
import flinktriage.report.TextReport;
import flinktriage.report.TextStyle;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However broken a cluster was, its capture gives the report of the live run: every line of the
 * text and every field of the JSON but the name of what was looked at.
 */
@Timeout(120)
class OfflineReportTest {

    private static final Surroundings REAL =
            new Surroundings(
                    Map.of(),
                    false,
                    false,
                    Optional.empty(),
                    Clock.systemUTC(),
                    Pages.packed(),
                    AllChecks::list);

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final CollectSettings SETTINGS = new CollectSettings(2, Duration.ofMillis(100));

    private static final Predicate<String> LISTS =
            path -> path.endsWith("/subtasks/metrics") || path.endsWith("/metrics");

    @TempDir private Path folder;

    @Test
    void metrics_that_vanish_at_every_vertex_compete_for_the_allowance() {
        String first = "/vertices/" + WireCluster.vertex(8);
        Wire ghosts =
                (path, body, reply) -> {
                    if (path.contains("ghost")) {
                        // Those who are asked first answer last.
                        boolean late = path.contains(first);
                        return late
                                ? reply.withFixedDelay(1_500).withBody("[]")
                                : reply.withBody("[]");
                    }
                    return path.contains("/vertices/") && LISTS.test(path)
                            ? reply.withBody(
                                    body.replaceFirst(
                                            "^\\[",
                                            "[{\"id\":\"0.ghost.pendingRecords\"},"
                                                    + "{\"id\":\"ghost.pendingRecords\"},"))
                            : reply;
                };

        String live = sameOffline(WireCluster.source(9, 2), ghosts);

        assertThat(live).contains("no metrics of the vertex");
    }

    @Test
    void nothing_is_found_and_nothing_is_listed() {
        String live =
                sameOffline(
                        WireCluster.source(6, 2),
                        (path, body, reply) -> LISTS.test(path) ? reply.withBody("[]") : reply);

        assertThat(live).contains("metrics of the vertex");
        live =
                sameOffline(
                        WireCluster.source(6, 2),
                        (path, body, reply) ->
                                path.hashCode() % 2 == 0 && path.contains("/vertices/")
                                        ? reply.withStatus(404)
                                                .withBody(
                                                        "{\"errors\":[\"org.x.Exception: gone\"]}")
                                        : reply);

        assertThat(live).contains("answered 404 (gone)");
    }

    @Test
    void a_proxy_answers_in_html_and_half_of_the_json_is_lost() {
        Wire proxy =
                (path, body, reply) ->
                        path.endsWith("/checkpoints") || path.endsWith("/backpressure")
                                ? reply.withStatus(502)
                                        .withHeader("Content-Type", "text/html")
                                        .withBody("<html><h1>Bad gateway</h1></html>")
                                : path.contains("?get=") || path.contains("/exceptions")
                                        ? reply.withBody(body.substring(0, body.length() / 2))
                                        : reply;

        String live = sameOffline(Recording.of("2.3.0/i2-checkpoint-timeout"), proxy, TIMEOUT);

        assertThat(live).contains("not complete JSON", "502");
    }

    @Test
    void half_of_the_replies_are_late_or_broken_off() {
        Wire slow =
                (path, body, reply) ->
                        path.endsWith("/backpressure") || path.startsWith("/taskmanagers/metrics")
                                ? reply.withFixedDelay(8_000)
                                : path.contains("/exceptions")
                                        ? reply.withFault(Fault.RANDOM_DATA_THEN_CLOSE)
                                        : path.endsWith("/watermarks")
                                                ? reply.withFault(Fault.EMPTY_RESPONSE)
                                                : path.endsWith("/checkpoints/config")
                                                        ? reply.withFault(
                                                                Fault.MALFORMED_RESPONSE_CHUNK)
                                                        : reply;

        String live =
                sameOffline(Recording.of("2.3.0/f3-union-all-wm-lag"), slow, Duration.ofSeconds(4));

        assertThat(live).contains("no complete answer within the time limit of 4 s");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void anything_at_all_goes_wrong(int seed) {
        List<String> recordings =
                List.of(
                        "2.3.0/b-slow-sink-steady",
                        "1.20.3/kafka-12p-p5",
                        "2.3.0/f3-union-all-wm-lag");
        Wire any =
                (path, body, reply) ->
                        path.matches("/jobs/overview|/config|/jobs/[0-9a-f]{32}")
                                ? reply
                                : broken(new Random(31L * seed + path.hashCode()), body, reply);

        String live =
                seed % 2 == 0
                        ? sameOffline(WireCluster.source(5 + seed, 3), any)
                        : sameOffline(Recording.of(recordings.get(seed / 2)), any, TIMEOUT);

        assertThat(live).contains("the request failed");
    }

    private static ResponseDefinitionBuilder broken(
            Random random, String body, ResponseDefinitionBuilder reply) {
        return switch (random.nextInt(20)) {
            case 0 -> reply.withStatus(404).withBody("{\"errors\":[\"Not found.\"]}");
            case 1 -> reply.withStatus(500).withBody("<html>500</html>");
            case 2 -> reply.withBody("[]");
            case 3 -> reply.withBody("{}");
            case 4 -> reply.withBody("");
            case 5 -> reply.withBody(body.substring(0, random.nextInt(body.length() + 1)));
            case 6 -> reply.withBody(body + "<html>");
            case 7 -> reply.withFault(Fault.CONNECTION_RESET_BY_PEER);
            case 8 -> reply.withFault(Fault.EMPTY_RESPONSE);
            case 9 -> reply.withBody(body.replaceAll("[0-9]", "9"));
            case 10 -> reply.withStatus(302).withHeader("Location", "http://127.0.0.1/login");
            default -> reply;
        };
    }

    /** Returns the JSON of the live run. */
    private String sameOffline(Source source, Wire wire) {
        return sameOffline(source, "", wire, TIMEOUT);
    }

    private String sameOffline(Recording recording, Wire wire, Duration timeout) {
        return sameOffline(recording.source(), recording.jobId(), wire, timeout);
    }

    private String sameOffline(Source source, String job, Wire wire, Duration timeout) {
        Path file = folder.resolve(folder.toFile().list().length + ".zip");
        Report live;
        try (BrokenCluster cluster = new BrokenCluster(source, wire);
                Looking looking =
                        Looking.keeping(
                                REAL,
                                new RestSource(cluster.url(), Access.none(), timeout),
                                file,
                                message -> {})) {
            Collected.Taken taken = look(looking, job);
            live = looking.judge(taken);
            assertThat(looking.keep(taken)).isPresent();
        }
        Report offline;
        try (Looking looking = Looking.atCapture(REAL, file)) {
            offline = looking.judge(look(looking, ""));
        }

        assertThat(text(offline)).isEqualTo(text(live));
        assertThat(json(offline)).isEqualTo(json(live));
        assertThat(offline.verdict()).isEqualTo(live.verdict());
        return json(live);
    }

    private static Collected.Taken look(Looking looking, String job) {
        return (Collected.Taken) looking.collect(job, SETTINGS, OutsideSources.NONE, message -> {});
    }

    /** So wide that the name of what was looked at does not break the first line. */
    private static String text(Report report) {
        String text =
                new TextReport(Pages.packed(), new TextStyle(400, false, TextStyle.Show.ALL))
                        .render(report);
        int first = text.indexOf('\n');
        return text.substring(0, first)
                        .replaceFirst("capture of [0-9TZ:.-]+ ", "")
                        .replaceFirst(" http://127.0.0.1:[0-9]+$", " URL")
                + text.substring(first);
    }

    private static String json(Report report) {
        String json = new JsonReport(Pages.packed()).render(report);
        return json.replaceFirst("(\"target\": \\{\\s+\"name\": )\"[^\"]*\"", "$1\"the target\"");
    }
}
