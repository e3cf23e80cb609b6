package flinktriage.flink;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can happen on the wire between us and a JobManager. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestSourceTest {

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String ELECTION =
            "{\"errors\":[\"Service temporarily unavailable due to an ongoing leader election."
                    + " Please refresh.\"]}";

    @RegisterExtension
    static final WireMockExtension FLINK =
            WireMockExtension.newInstance()
                    .options(options().bindAddress("127.0.0.1").dynamicPort().gzipDisabled(false))
                    .build();

    @Test
    void answersWithTheBodyAndCountsIt() {
        FLINK.stubFor(config(okJson("{\"flink-version\":\"2.3.0\"}")));

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get("/config").join(), 200, "{\"flink-version\":\"2.3.0\"}");
            assertThat(source.requests()).isEqualTo(1);
            assertThat(source.bytes()).isEqualTo(25);
        }
    }

    @Test
    void keepsThePrefixOfAnIngressAndTheEncodingOfMetrics() {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("[]")));
        String path = "/taskmanagers/metrics?get=a%5B1%5D.b,c%2Bd&agg=min,max";

        try (RestSource source = new RestSource(url() + "/team/flink/", Access.none(), LONG)) {
            assertAnswered(source.get(path).join(), 200, "[]");
        }

        FLINK.verify(1, getRequestedFor(urlEqualTo("/team/flink" + path)));
    }

    @Test
    void takesAnAddressWithoutScheme() {
        FLINK.stubFor(config(okJson("{}")));

        try (RestSource source =
                new RestSource("127.0.0.1:" + FLINK.getPort(), Access.none(), LONG)) {
            assertAnswered(source.get("/config").join(), 200, "{}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs/0123456789abcdef0123456789abcdef/yarn-cancel",
                "/jobs/0123456789abcdef0123456789abcdef/yarn-stop",
                "/jars"
            })
    void refusesPathsThatAreNotOnTheListBeforeAnythingIsSent(String path) {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("{}")));

        try (RestSource source = source(LONG)) {
            assertThatThrownBy(() -> source.get(path))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(path);
            assertThat(source.requests()).isZero();
        }

        FLINK.verify(0, getRequestedFor(anyUrl()));
    }

    @Test
    void refusesAPathThatFlinkWouldNotRead() {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("[]")));
        String start = "/taskmanagers/metrics?get=";
        String longest = start + "x".repeat(4_000 - start.length());

        try (RestSource source = source(LONG)) {
            assertAnswered(source.get(longest).join(), 200, "[]");
            assertThatThrownBy(() -> source.get(longest + "x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("4001 characters; Flink reads at most 4000");
            assertThat(source.requests()).isEqualTo(1);
        }
    }

    @Test
    void saysThatTheConnectionIsRefused() throws Exception {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = unused.getLocalPort();
        }

        try (RestSource source = new RestSource("http://127.0.0.1:" + port, Access.none(), LONG)) {
            assertFailed(source.get("/config").join(), Reason.REFUSED, "connection refused");
            assertThat(source.requests()).isEqualTo(1);
        }
    }

    @Test
    void saysThatTheNameDoesNotResolve() {
        try (RestSource source =
                new RestSource("http://no-such-host.invalid:8081", Access.none(), LONG)) {
            assertFailed(
                    source.get("/config").join(),
                    Reason.DNS,
                    "the name no-such-host.invalid does not resolve");
        }
    }

    @Test
    void givesUpAtTheDeadline() {
        FLINK.stubFor(config(okJson("{}").withFixedDelay(5_000)));

        try (RestSource source = source(SHORT)) {
            assertFailed(
                    source.get("/config").join(),
                    Reason.TIMEOUT,
                    "no complete answer within the time limit of 0.5 s");
        }
    }

    @Test
    void givesUpAtTheDeadlineWhileABodyDribbles() {
        FLINK.stubFor(config(okJson("{\"a\":\"0123456789\"}").withChunkedDribbleDelay(10, 5_000)));

        try (RestSource source = source(SHORT)) {
            assertFailed(
                    source.get("/config").join(),
                    Reason.TIMEOUT,
                    "no complete answer within the time limit of 0.5 s");
        }
    }

    @Test
    void hasOneDeadlineForAllRequestsUntilItIsRestarted() {
        FLINK.stubFor(config(okJson("{}")));
        AtomicLong nanos = new AtomicLong(17);

        try (RestSource source = new RestSource(url(), Access.none(), LONG, nanos::get)) {
            assertAnswered(source.get("/config").join(), 200, "{}");
            nanos.addAndGet(LONG.toNanos());
            assertFailed(
                    source.get("/config").join(),
                    Reason.TIMEOUT,
                    "no complete answer within the time limit of 8 s");
            assertThat(source.requests()).isEqualTo(1);

            source.restartDeadline();
            assertAnswered(source.get("/config").join(), 200, "{}");
            assertThat(source.requests()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONNECTION_RESET_BY_PEER | FAILED | the connection was reset: if the port speaks TLS, use https://",
                "EMPTY_RESPONSE | FAILED | the server closed the connection without an answer: if the port speaks TLS, use https://",
                "RANDOM_DATA_THEN_CLOSE | NOT_FLINK | the port does not speak HTTP: it is not the port"
                        + " of Flink's REST API",
                "MALFORMED_RESPONSE_CHUNK | FAILED | the connection was closed in the middle of the"
                        + " answer",
            })
    void saysHowTheConnectionBroke(Fault fault, Reason reason, String cause) {
        FLINK.stubFor(config(aResponse().withFault(fault)));

        try (RestSource source = source(LONG)) {
            assertFailed(source.get("/config").join(), reason, cause);
        }
    }

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

    @Test
    void sendsHeadersAndToken() {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("{}")));
        Access access =
                new Access(
                        Map.of("X-Team", "stream"),
                        Optional.of("s3cr3t"),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty());

        try (RestSource source = new RestSource(url(), access, LONG)) {
            assertAnswered(source.get("/config").join(), 200, "{}");
        }

        FLINK.verify(
                getRequestedFor(urlEqualTo("/config"))
                        .withHeader("X-Team", equalTo("stream"))
                        .withHeader("Authorization", equalTo("Bearer s3cr3t"))
                        .withHeader("Accept", equalTo("application/json"))
                        .withHeader("User-Agent", equalTo("flink-triage")));
        assertThat(access.toString()).contains("X-Team").doesNotContain("s3cr3t", "stream");
    }

    @Test
    void sendsUserInfoAsBasicAuthenticationAndNeverShowsIt() {
        FLINK.stubFor(get(urlEqualTo("/config")).willReturn(okJson("{}")));
        FLINK.stubFor(get(urlEqualTo("/jobs")).willReturn(status(401)));
        FLINK.stubFor(
                get(urlEqualTo("/overview"))
                        .willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE)));
        String url =
                "http://anna:hunter%402@127.0.0.1:" + FLINK.getPort() + "/?key=geheim#/overview";

        try (RestSource source = new RestSource(url, Access.none(), LONG)) {
            List<Reply> replies =
                    List.of("/config", "/jobs", "/overview").stream()
                            .map(path -> source.get(path).join())
                            .toList();

            assertThat(source.shownUrl()).isEqualTo("http://127.0.0.1:" + FLINK.getPort());
            assertThat(replies.toString()).doesNotContain("anna", "hunter", "geheim");
        }

        FLINK.verify(
                getRequestedFor(urlEqualTo("/config"))
                        .withHeader("Authorization", equalTo("Basic YW5uYTpodW50ZXJAMg==")));
    }

    @Test
    void refusesAccessThatCannotBeMeant() {
        assertThatThrownBy(() -> new RestSource("http://u:hunter2@ho st", Access.none(), LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not an http or https address: http://******@ho st");
        assertThatThrownBy(() -> new RestSource("ftp://host", Access.none(), LONG))
                .hasMessage("not an http or https address: ftp://host");
        assertThatThrownBy(
                        () ->
                                new RestSource(
                                        "http://u:p@host",
                                        new Access(
                                                Map.of(),
                                                Optional.of("t"),
                                                Optional.empty(),
                                                false,
                                                Optional.empty(),
                                                Optional.empty()),
                                        LONG))
                .hasMessageStartingWith("more than one of token, user with password");
        assertThatThrownBy(
                        () ->
                                new RestSource(
                                        "http://host",
                                        new Access(
                                                Map.of("X-Key", "geheim\n"),
                                                Optional.empty(),
                                                Optional.empty(),
                                                false,
                                                Optional.empty(),
                                                Optional.empty()),
                                        LONG))
                .hasMessage("the header X-Key has characters that HTTP does not allow");
    }

    @Test
    void cancelsEverythingWhenItIsClosed() {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("{}").withFixedDelay(3_000)));
        RestSource source = source(LONG);
        List<CompletableFuture<Reply>> replies =
                IntStream.range(0, 10).mapToObj(i -> source.get("/config")).toList();

        source.close();

        for (CompletableFuture<Reply> reply : replies) {
            assertThat(reply)
                    .succeedsWithin(1, TimeUnit.SECONDS)
                    .isEqualTo(failed(Reason.FAILED, "cancelled before there was an answer"));
        }
        assertFailed(
                source.get("/config").join(),
                Reason.FAILED,
                "cancelled before there was an answer");
        await().atMost(5, TimeUnit.SECONDS)
                .until(
                        () ->
                                Thread.getAllStackTraces().keySet().stream()
                                        .noneMatch(t -> t.getName().startsWith("flink-rest-")));
    }

    private static MappingBuilder config(ResponseDefinitionBuilder response) {
        return get(urlEqualTo("/config")).willReturn(response);
    }

    private static String url() {
        return "http://127.0.0.1:" + FLINK.getPort();
    }

    private static RestSource source(Duration timeout) {
        return new RestSource(url(), Access.none(), timeout);
    }

    private static void assertAnswered(Reply reply, int status, String body) {
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Answered.class,
                        answered -> {
                            assertThat(answered.status()).isEqualTo(status);
                            assertThat(answered.body()).asString().isEqualTo(body);
                        });
    }

    private static void assertFailed(Reply reply, Reason reason, String cause) {
        assertThat(reply).isEqualTo(failed(reason, cause));
    }

    private static Reply failed(Reason reason, String cause) {
        return new Reply.Failed("GET /config", new Unreachable(reason, "GET /config", cause));
    }
}
