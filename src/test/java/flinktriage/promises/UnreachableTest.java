package flinktriage.promises;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No usable answer: exit code 2, one sentence with the address and the cause, in time. */
@Timeout(120)
class UnreachableTest {

    private static final Duration LIMIT = Duration.ofSeconds(4);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @RegisterExtension
    static final WireMockExtension SERVER =
            WireMockExtension.newInstance()
                    .options(options().bindAddress("127.0.0.1").dynamicPort().dynamicHttpsPort())
                    .build();

    /** Reading the command line, checks and pages for the first time takes its own time. */
    @BeforeAll
    static void warmUp() {
        Ran.diagnose("https://127.0.0.1:" + SERVER.getHttpsPort(), "--timeout", "4s");
    }

    @Test
    void refused() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertUnreachable("http://127.0.0.1:" + port, "REFUSED", "connection refused");
    }

    @Test
    void unknownHost() throws Exception {
        assertUnreachable(
                "http://jobmanager.invalid:8081",
                "DNS",
                "the name jobmanager.invalid does not resolve");
    }

    @Test
    void certificateOfAnUnknownAuthority() throws Exception {
        assertUnreachable(
                "https://127.0.0.1:" + SERVER.getHttpsPort(), "TLS", "the server's certificate");
    }

    @Test
    void slow() throws Exception {
        serve(aResponse().withBody("{}").withFixedDelay(20_000));
        assertUnreachable(url(), "TIMEOUT", "no complete answer within the time limit of 4 s");
    }

    @Test
    void dripping() throws Exception {
        serve(aResponse().withBody("[1, 2, 3, 4]").withChunkedDribbleDelay(12, 30_000));
        assertUnreachable(url(), "TIMEOUT", "no complete answer within the time limit of 4 s");
    }

    @Test
    void unauthorized() throws Exception {
        serve(aResponse().withStatus(401));
        assertUnreachable(url(), "AUTH", "answered 401 Unauthorized");
    }

    @Test
    void pageOfAProxy() throws Exception {
        serve(aResponse().withBody("<html><body>Sign in</body></html>"));
        assertUnreachable(url(), "NOT_FLINK", "answered with an HTML page (status 200)");
    }

    @Test
    void electionThatDoesNotEnd() throws Exception {
        serve(
                aResponse()
                        .withStatus(503)
                        .withBody(
                                "{\"errors\":[\"Service temporarily unavailable due to an ongoing leader election. Please refresh.\"]}"));
        assertUnreachable(url(), "NO_LEADER", "no JobManager is the leader at the moment");
    }

    private static String url() {
        return "http://127.0.0.1:" + SERVER.getPort();
    }

    private static void serve(ResponseDefinitionBuilder response) {
        SERVER.stubFor(any(anyUrl()).willReturn(response));
    }

    private static void assertUnreachable(String url, String reason, String cause)
            throws IOException {
        Ran text = Ran.diagnose(url, "--timeout", "4s");
        assertThat(text.took()).isLessThan(LIMIT.plusSeconds(1));
        assertThat(text.code()).isEqualTo(2);
        assertThat(text.err()).isEmpty();
        String flat = text.out().replaceAll("\\s+", " ");
        assertThat(flat).startsWith("CRITICAL No usable answer from " + url + ": ").contains(cause);
        assertThat(text.out().lines().count()).isLessThanOrEqualTo(12);

        Ran json = Ran.diagnose(url, "--timeout", "4s", "-o", "json", "--fail-on", "never");
        assertThat(json.took()).isLessThan(LIMIT.plusSeconds(1));
        assertThat(json.code()).isEqualTo(2);
        assertThat(json.err()).isEmpty();
        JsonNode document = MAPPER.readTree(json.out());
        assertThat(document.at("/verdict").asText()).isEqualTo("CRITICAL");
        assertThat(document.at("/jobs")).isEmpty();
        assertThat(document.at("/cluster/findings")).hasSize(1);
        JsonNode finding = document.at("/cluster/findings/0");
        assertThat(finding.at("/code").asText()).isEqualTo("FT-CL-001");
        assertThat(finding.at("/reason").asText()).isEqualTo(reason);
        assertThat(finding.at("/summary").asText()).contains(url, cause);
    }
}
