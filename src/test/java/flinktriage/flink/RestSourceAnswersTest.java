package flinktriage.flink;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static flinktriage.flink.Replies.assertAnswered;
import static flinktriage.flink.Replies.assertFailed;
import static flinktriage.flink.Replies.config;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import flinktriage.model.Unreachable.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer means: Flink's own, a proxy's, or one that asks for patience. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestSourceAnswersTest {

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final String ELECTION =
            "{\"errors\":[\"Service temporarily unavailable due to an ongoing leader election."
                    + " Please refresh.\"]}";

    @RegisterExtension
    static final WireMockExtension FLINK =
            WireMockExtension.newInstance()
                    .options(options().bindAddress("127.0.0.1").dynamicPort().gzipDisabled(false))
                    .build();

    @ParameterizedTest
    @CsvSource({
        "401, answered 401 Unauthorized",
        "403, answered 403 Forbidden",
        "407, answered 407 Proxy Authentication Required"
    })
    void saysThatAccessIsDenied(int status, String cause) {
        FLINK.stubFor(config(status(status).withBody("<html>sign in</html>")));

        try (RestSource source = source(LONG)) {
            assertFailed(source.get("/config").join(), Reason.AUTH, cause);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 500})
    void passesFlinksErrorsOn(int status) {
        String errors = "{\"errors\":[\"Job 0123 not found\"]}";
        FLINK.stubFor(config(status(status).withBody(errors)));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), status, errors);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | <!doctype html><html>Login</html> | answered with an HTML page (status 200): a"
                        + " proxy or login page stands in front, not Flink's REST API",
                "404 | <html>nginx</html> | answered with an HTML page (status 404): a proxy or login"
                        + " page stands in front, not Flink's REST API",
                "200 | pong | answered without JSON (status 200): this is not Flink's REST API",
                "404 | {\"kind\":\"Status\"} | answered 404 Not Found with JSON that is not Flink's",
                "429 | {\"message\":\"slow down\"} | answered 429 Too Many Requests with JSON that is"
                        + " not Flink's",
            })
    void tellsOtherServersFromFlink(int status, String body, String cause) {
        FLINK.stubFor(config(status(status).withBody(body)));

        try (RestSource source = source(LONG)) {
            assertFailed(source.get("/config").join(), Reason.NOT_FLINK, cause);
        }
    }

    @Test
    void failsOnAnEmptyBody() {
        FLINK.stubFor(config(status(200)));

        try (RestSource source = source(LONG)) {
            assertFailed(
                    source.get("/config").join(),
                    Reason.FAILED,
                    "answered with an empty body (status 200)");
        }
    }

    @Test
    void leavesTruncatedJsonToTheReader() {
        FLINK.stubFor(config(okJson("{\"jobs\":[")));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), 200, "{\"jobs\":[");
        }
    }

    @Test
    void asksAgainDuringALeaderElection() {
        FLINK.stubFor(
                config(status(503).withBody(ELECTION))
                        .inScenario("election")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("leader"));
        FLINK.stubFor(config(okJson("{}")).inScenario("election").whenScenarioStateIs("leader"));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), 200, "{}");
            assertThat(source.requests()).isEqualTo(2);
        }
    }

    @Test
    void saysThatThereIsNoLeaderAfterSomeTries() {
        FLINK.stubFor(config(status(503).withBody(ELECTION)));

        try (RestSource source = source(LONG)) {
            assertFailed(
                    source.get("/config").join(),
                    Reason.NO_LEADER,
                    "answered 503 Service Unavailable: no JobManager is the leader at the moment");
            assertThat(source.requests()).isEqualTo(4);
        }

        FLINK.verify(4, getRequestedFor(urlEqualTo("/config")));
    }

    @Test
    void doesNotWaitForALeaderBeyondTheDeadline() {
        FLINK.stubFor(config(status(503).withBody(ELECTION)));

        // The clock stands still shortly before the end, so that there is no time for a pause.
        AtomicLong nanos = new AtomicLong();
        try (RestSource source =
                new RestSource(url(), Access.none(), Duration.ofSeconds(5), nanos::get)) {
            CompletableFuture<Reply> reply = source.get("/config");
            nanos.set(Duration.ofMillis(4_900).toNanos());
            assertThat(reply.join())
                    .isInstanceOfSatisfying(
                            Reply.Failed.class,
                            f -> assertThat(f.why().reason()).isEqualTo(Reason.NO_LEADER));
            assertThat(source.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "502 | FAILED | answered 502 Bad Gateway: the proxy in front does not reach Flink",
                "503 | FAILED | answered 503 Service Unavailable: the proxy in front does not reach"
                        + " Flink",
                "504 | TIMEOUT | answered 504 Gateway Timeout: the proxy in front does not reach Flink",
            })
    void triesOnceMoreBehindAGateway(int status, Reason reason, String cause) {
        FLINK.stubFor(config(status(status).withBody("<html>gateway</html>")));

        try (RestSource source = source(LONG)) {
            assertFailed(source.get("/config").join(), reason, cause);
            assertThat(source.requests()).isEqualTo(2);
        }
    }

    @Test
    void passesAnotherUnavailabilityOfFlinkOn() {
        String errors = "{\"errors\":[\"Rescaling is temporarily disabled. See FLINK-12312.\"]}";
        FLINK.stubFor(config(status(503).withBody(errors)));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), 503, errors);
            assertThat(source.requests()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://jm.example:PORT/config | TLS | the port speaks TLS: use https://",
                "https://127.0.0.1/config | TLS | answered a redirect (301) from http to https on port"
                        + " 443: use https://",
                "https://u:hunter2@login.example/x?token=a | NOT_FLINK | answered a redirect (301) to"
                        + " login.example, which is not followed: a proxy or login page stands in front",
                "/elsewhere | NOT_FLINK | answered a redirect (301) to 127.0.0.1, which is not"
                        + " followed: a proxy or login page stands in front",
            })
    void followsNoRedirect(String location, Reason reason, String cause) {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("{}")));
        String to = location.replace("PORT", String.valueOf(FLINK.getPort()));
        FLINK.stubFor(config(status(301).withHeader("Location", to)));

        try (RestSource source = source(LONG)) {
            assertFailed(source.get("/config").join(), reason, cause);
        }

        FLINK.verify(1, getRequestedFor(anyUrl()));
    }

    @Test
    void readsGzipAndCountsWhatCameOutOfIt() {
        String body = "[" + "1,".repeat(50_000) + "1]";
        FLINK.stubFor(config(okJson(body)));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), 200, body);
            assertThat(source.bytes()).isEqualTo(100_003);
        }

        FLINK.verify(getRequestedFor(anyUrl()).withHeader("Accept-Encoding", equalTo("gzip")));
    }

    private static String url() {
        return "http://127.0.0.1:" + FLINK.getPort();
    }

    private static RestSource source(Duration timeout) {
        return new RestSource(url(), Access.none(), timeout);
    }
}
