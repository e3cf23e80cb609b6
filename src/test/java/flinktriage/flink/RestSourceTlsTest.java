package flinktriage.flink;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The keys in {@code tls/} are made with {@code keytool -genkeypair -keyalg EC}; those of {@code
 * expired.p12} are an authority and a certificate that it signed for one day of 2020.
 */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestSourceTlsTest {

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final String PASSWORD = "changeit";

    @RegisterExtension
    static final WireMockExtension FLINK =
            WireMockExtension.newInstance()
                    .options(options().bindAddress("127.0.0.1").dynamicPort().dynamicHttpsPort())
                    .build();

    @TempDir static Path dir;

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void namesTheWaysOutOfAnUnknownAuthority() throws Exception {
        int port = https("server", Optional.empty());

        assertFailed(
                ask("https://127.0.0.1:" + port, Access.none()),
                "the server's certificate is signed by an unknown authority: name it with"
                        + " --truststore, or skip the check with --insecure");
        assertAnswered(ask("https://127.0.0.1:" + port, access(true, null, null)));
    }

    @Test
    void trustsWhatIsInTheTruststore() throws Exception {
        int port = https("server", Optional.empty());
        Certificate certificate = keys("server").getCertificate("server");
        Path pem = dir.resolve("ca.pem");
        Files.writeString(
                pem,
                "# ours\n-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");

        assertAnswered(
                ask(
                        "https://127.0.0.1:" + port,
                        access(false, trusting("server", "server"), null)));
        assertAnswered(
                ask(
                        "https://127.0.0.1:" + port,
                        access(false, new Access.Store(pem, Optional.empty()), null)));
    }

    @Test
    void saysThatTheCertificateHasExpired() throws Exception {
        int port = https("expired", Optional.empty());

        assertFailed(
                ask("https://127.0.0.1:" + port, access(false, trusting("expired", "ca"), null)),
                "the server's certificate has expired; --insecure skips the check");
        assertAnswered(ask("https://127.0.0.1:" + port, access(true, null, null)));
    }

    @Test
    void saysThatTheCertificateIsForAnotherName() throws Exception {
        int port = https("other", Optional.empty());

        assertFailed(
                ask("https://127.0.0.1:" + port, access(false, trusting("other", "other"), null)),
                "the server's certificate is for another host name; --insecure skips the check");
        assertAnswered(ask("https://127.0.0.1:" + port, access(true, null, null)));
    }

    @Test
    void showsItsOwnCertificateWhereTheServerAsksForOne() throws Exception {
        int port = https("server", Optional.of("client"));
        Access.Store ours = new Access.Store(path("client"), Optional.of(PASSWORD));

        // Either the alert or the reset behind it comes first.
        assertThat(
                        ask(
                                "https://127.0.0.1:" + port,
                                access(false, trusting("server", "server"), null)))
                .isInstanceOfSatisfying(
                        Reply.Failed.class,
                        failed ->
                                assertThat(failed.why().cause())
                                        .endsWith("give it with --keystore"));
        assertAnswered(
                ask(
                        "https://127.0.0.1:" + port,
                        access(false, trusting("server", "server"), ours)));
    }

    @Test
    void saysWhichSchemeThePortSpeaks() {
        FLINK.stubFor(get(anyUrl()).willReturn(okJson("{}")));

        assertFailed(
                ask("http://127.0.0.1:" + FLINK.getHttpsPort(), Access.none()),
                "the port speaks TLS: use https://");
        assertFailed(
                ask("https://127.0.0.1:" + FLINK.getPort(), Access.none()),
                "the port does not speak TLS: use http://");
        assertAnswered(ask("https://127.0.0.1:" + FLINK.getHttpsPort(), access(true, null, null)));
    }

    @Test
    void hintsAtTlsWhereTheServerJustCloses() throws Exception {
        int port = https("server", Optional.empty());

        assertThat(ask("http://127.0.0.1:" + port, Access.none()))
                .isEqualTo(
                        new Reply.Failed(
                                "GET /config",
                                new Unreachable(
                                        Reason.FAILED,
                                        "GET /config",
                                        "the server closed the connection without an answer: if the"
                                                + " port speaks TLS, use https://")));
    }

    @Test
    void refusesFilesThatCannotBeUsedWithoutTheirPassword() throws Exception {
        Access.Store missing = new Access.Store(dir.resolve("none.p12"), Optional.of("geheim"));
        Access.Store wrong = new Access.Store(path("client"), Optional.of("geheim"));
        Path empty = Files.createFile(dir.resolve("empty.pem"));

        assertThatThrownBy(() -> ask("https://h", access(false, missing, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the truststore "
                                + missing.path()
                                + " cannot be used: no such file, or no right to read it");
        assertThatThrownBy(() -> ask("https://h", access(false, null, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the keystore "
                                + wrong.path()
                                + " cannot be used: wrong password or not a JKS, PKCS12 or PEM"
                                + " file");
        assertThatThrownBy(
                        () ->
                                ask(
                                        "https://h",
                                        access(
                                                false,
                                                new Access.Store(empty, Optional.empty()),
                                                null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(empty.toString());
    }

    private static Reply ask(String url, Access access) {
        try (RestSource source = new RestSource(url, access, LONG)) {
            return source.get("/config").join();
        }
    }

    private static Access access(boolean insecure, Access.Store truststore, Access.Store keystore) {
        return new Access(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                insecure,
                Optional.ofNullable(truststore),
                Optional.ofNullable(keystore));
    }

    private static void assertAnswered(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Answered.class);
    }

    private static void assertFailed(Reply reply, String cause) {
        assertThat(reply)
                .isEqualTo(
                        new Reply.Failed(
                                "GET /config", new Unreachable(Reason.TLS, "GET /config", cause)));
    }

    private int https(String key, Optional<String> onlyClient) throws Exception {
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore only = KeyStore.getInstance("PKCS12");
        only.load(null, null);
        only.setEntry(
                key,
                keys(key).getEntry(key, new KeyStore.PasswordProtection(PASSWORD.toCharArray())),
                new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
        keys.init(only, PASSWORD.toCharArray());
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keyStoreTrusting(onlyClient.orElse(key), onlyClient.orElse(key)));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(tls) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        SSLParameters ssl = tls.getDefaultSSLParameters();
                        ssl.setNeedClientAuth(onlyClient.isPresent());
                        parameters.setSSLParameters(ssl);
                    }
                });
        return start(server);
    }

    private int start(HttpServer server) {
        server.createContext(
                "/config",
                exchange -> {
                    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        servers.add(server);
        return server.getAddress().getPort();
    }

    private static InetSocketAddress anyPort() throws IOException {
        return new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
    }

    private static Access.Store trusting(String file, String alias) throws Exception {
        Path path = dir.resolve("trust-" + file + ".p12");
        try (OutputStream out = Files.newOutputStream(path)) {
            keyStoreTrusting(file, alias).store(out, PASSWORD.toCharArray());
        }
        return new Access.Store(path, Optional.of(PASSWORD));
    }

    private static KeyStore keyStoreTrusting(String file, String alias) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(alias, keys(file).getCertificate(alias));
        return trust;
    }

    private static KeyStore keys(String file) throws Exception {
        return KeyStore.getInstance(path(file).toFile(), PASSWORD.toCharArray());
    }

    private static Path path(String file) throws Exception {
        return Path.of(RestSourceTlsTest.class.getResource("/tls/" + file + ".p12").toURI());
    }
}
