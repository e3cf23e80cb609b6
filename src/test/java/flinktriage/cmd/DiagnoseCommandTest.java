package flinktriage.cmd;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiagnoseCommandTest {

    private static final String JOBS =
            """
            {"jobs":[
             {"jid":"9f3c2a00000000000000000000000000","name":"orders","state":"RUNNING",
              "start-time":1772330000000},
             {"jid":"77aa0000000000000000000000000000","name":"or\\u001b[2Jders2","state":"RUNNING",
              "start-time":1772320000000}]}
            """;

    private WireMockServer server;
    private String url;

    @BeforeEach
    void start() {
        server = new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
        server.start();
        url = "http://127.0.0.1:" + server.port();
        server.stubFor(get(anyUrl()).willReturn(aResponse().withStatus(404)));
        server.stubFor(
                get(urlPathEqualTo("/config")).willReturn(okJson("{\"flink-version\":\"2.3.0\"}")));
        server.stubFor(get(urlPathEqualTo("/jobs/overview")).willReturn(okJson(JOBS)));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void lists_the_jobs_when_the_choice_is_not_clear() {
        Invoked run = Invoked.of("diagnose", "--url", url, "--quick");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("flink-triage: " + url + ": 2 jobs are running, name one\n")
                .contains(
                        "9f3c2a00000000000000000000000000  RUNNING  2026-03-01T01:53:20Z  orders\n")
                .contains("or\\x1b[2Jders2");
    }

    @Test
    void lists_jobs_as_text_and_for_programs() {
        assertThat(Invoked.of("jobs", "--url", url))
                .isEqualTo(
                        new Invoked(
                                0,
                                "9f3c2a00000000000000000000000000  RUNNING  2026-03-01T01:53:20Z "
                                        + " orders\n"
                                        + "77aa0000000000000000000000000000  RUNNING "
                                        + " 2026-02-28T23:06:40Z  or\\x1b[2Jders2\n",
                                ""));
        assertThat(Invoked.of("jobs", "--url", url, "-o", "json").out())
                .contains("\"schemaVersion\" : 1", "\"startedAt\" : \"2026-03-01T01:53:20Z\"");
    }

    @Test
    void takes_the_address_from_the_environment() {
        Surroundings set = Invoked.surroundings(Map.of("FLINK_TRIAGE_URL", url));

        assertThat(Invoked.with(set, "jobs").code()).isZero();
    }

    @Test
    void without_an_answer_it_says_so_in_one_sentence_and_is_critical() throws IOException {
        String nobody = "http://127.0.0.1:" + unusedPort();

        Invoked run = Invoked.of("diagnose", "--url", nobody, "--quick");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out())
                .contains("No usable answer from " + nobody + ": connection refused (GET /config)");
        assertThat(run.err()).isEmpty();
        assertThat(Invoked.of("jobs", "--url", nobody))
                .isEqualTo(
                        new Invoked(
                                2,
                                "",
                                "No usable answer from "
                                        + nobody
                                        + ": connection refused (GET /jobs/overview)\n"));
    }

    @Test
    void a_job_of_which_nothing_is_known_is_unknown() {
        Invoked run = Invoked.of("diagnose", "orders", "--url", url, "--quick", "-o", "json");

        assertThat(run.code()).isEqualTo(3);
    }

    @Test
    void wrong_options_are_one_line_and_a_hint() {
        assertThat(Invoked.of("diagnose", "--url", "ftp://x").code()).isEqualTo(3);
        assertThat(Invoked.of("diagnose", "--samples", "3"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: --samples must be 1 or 2, not 3\n"
                                        + "Try: flink-triage diagnose --help\n"));
        assertThat(Invoked.of("diagnose", "--url", url, "--truststore", "/nowhere").err())
                .startsWith("flink-triage: the truststore /nowhere cannot be used: ");
    }

    @Test
    void shows_progress_only_to_somebody_who_watches() {
        Surroundings watched = Invoked.surroundings(Map.of(), true);

        Invoked run = Invoked.with(watched, "diagnose", "orders", "--url", url, "--quick");

        assertThat(run.err()).matches("(?s)(\r[^\r\n]*)*").doesNotContain("\u001b");
        assertThat(Invoked.of("diagnose", "orders", "--url", url, "--quick").err()).isEmpty();
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
