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
import static flinktriage.flink.Replies.assertAnswered;
import static flinktriage.flink.Replies.assertFailed;
import static flinktriage.flink.Replies.config;
import static flinktriage.flink.Replies.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
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

/** What is sent, how long we wait, and how a connection can fail. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestSourceTest {

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final Duration SHORT = Duration.ofMillis(500);

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

    private static String url() {
        return "http://127.0.0.1:" + FLINK.getPort();
    }

    private static RestSource source(Duration timeout) {
        return new RestSource(url(), Access.none(), timeout);
    }
}
