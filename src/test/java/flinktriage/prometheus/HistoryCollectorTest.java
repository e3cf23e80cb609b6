package flinktriage.prometheus;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import flinktriage.model.Job;
import flinktriage.model.JobHistory;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers have the shape of Prometheus 2.42. */
@Timeout(90)
class HistoryCollectorTest {

    private static final String PATH = "/prom/api/v1/query_range";
    private static final Job JOB = JobBuilder.job("j").vertex("sink", v -> {}).build();

    private WireMockServer server;

    @BeforeEach
    void start() {
        server = new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
        server.start();
        server.stubFor(get(urlPathEqualTo(PATH)).willReturn(okJson(matrix(""))));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private static String matrix(String series) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
                + series
                + "]}}";
    }

    /** A value each minute of the last ten, the oldest first. */
    private static String series(String labels, IntToDoubleFunction value) {
        StringBuilder values = new StringBuilder();
        for (int minute = 10; minute >= 0; minute--) {
            double v = value.applyAsDouble(minute);
            values.append(values.isEmpty() ? "" : ",")
                    .append("[")
                    .append(JobBuilder.NOW.getEpochSecond() - 60 * minute)
                    .append(",\"")
                    .append(Double.isNaN(v) ? "NaN" : String.valueOf(v))
                    .append("\"]");
        }
        return "{\"metric\":{" + labels + "},\"values\":[" + values + "]}";
    }

    private void answer(String query, String body) {
        server.stubFor(
                get(urlPathEqualTo(PATH))
                        .withQueryParam("query", containing(query))
                        .willReturn(okJson(body)));
    }

    private HistoryEvidence collect() {
        return new HistoryCollector(
                        server.baseUrl() + "/prom",
                        Optional.of("t0ken"),
                        Duration.ofSeconds(20),
                        Duration.ofHours(6))
                .collect(JOB);
    }

    @Test
    void seriesOfTheJobAndItsVertices() {
        String sink = "\"task_id\":\"" + JobBuilder.id("sink").hex() + "\"";
        answer(
                "busyTimeMsPerSecond",
                matrix(
                        series(sink, m -> m > 4 ? .2 : .97)
                                + ","
                                + series("\"task_id\":\"of another job\"", m -> 1)));
        answer("numRestarts", matrix(series("", m -> m > 5 ? 1 : 2)));
        answer("operator_pendingRecords", matrix(series(sink, m -> Double.NaN)));

        HistoryEvidence evidence = collect();

        assertThat(evidence.notes()).isEmpty();
        JobHistory history = evidence.history().require();
        Instant since = JobBuilder.NOW.minus(Duration.ofMinutes(4));
        assertThat(history.busy()).containsOnlyKeys(JobBuilder.id("sink"));
        assertThat(history.busy().get(JobBuilder.id("sink")).aboveSince(.8)).contains(since);
        assertThat(history.restarts().orElseThrow().firstRise(JobBuilder.NOW.minusSeconds(900)))
                .contains(JobBuilder.NOW.minus(Duration.ofMinutes(5)));
        assertThat(history.backlog()).isEmpty();
        assertThat(history.stateBytes()).isEmpty();
        server.verify(
                7,
                getRequestedFor(urlPathEqualTo(PATH))
                        .withHeader("Authorization", equalTo("Bearer t0ken"))
                        .withQueryParam("query", containing(JOB.id().hex()))
                        .withQueryParam("step", equalTo("60"))
                        .withQueryParam(
                                "start",
                                equalTo(
                                        String.valueOf(
                                                JobBuilder.NOW
                                                        .minusSeconds(21_600)
                                                        .getEpochSecond()))));
    }

    @Test
    void aServerThatDoesNotKnowTheJobIsSaid() {
        HistoryEvidence evidence = collect();

        assertThat(evidence.history().isPresent()).isFalse();
        assertThat(evidence.notes())
                .containsExactly(server.baseUrl() + "/prom knows nothing of job " + JOB.id().hex());
    }

    @Test
    void faultsAreSaidOnce() {
        server.stubFor(
                get(urlPathEqualTo(PATH))
                        .willReturn(
                                aResponse()
                                        .withStatus(422)
                                        .withBody(
                                                "{\"status\":\"error\",\"errorType\":\"execution\","
                                                        + "\"error\":\"too many samples\"}")));
        assertThat(collect().notes()).containsExactly(server.baseUrl() + "/prom: HTTP 422");

        server.stubFor(
                get(urlPathEqualTo(PATH)).willReturn(aResponse().withBody("<html>sign in</html>")));
        assertThat(collect().notes())
                .containsExactly(
                        server.baseUrl()
                                + "/prom: the answer is no JSON: is it a Prometheus server?");

        server.stubFor(get(urlPathEqualTo(PATH)).willReturn(okJson("{\"data\":[1]}")));
        assertThat(collect().notes())
                .containsExactly(
                        server.baseUrl()
                                + "/prom: the answer is no list of series: is it a Prometheus"
                                + " server?");
    }
}
