package flinktriage.flink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** Whom we trust and who we are, for https. */
final class ClientTls {

    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    private ClientTls() {}

    /**
     * @throws IllegalArgumentException if a file cannot be used; the message names it and never its
     *     password
     */
    static void apply(Access access, OkHttpClient.Builder client) {
        if (!access.insecure() && access.truststore().isEmpty() && access.keystore().isEmpty()) {
            return;
        }
        try {
            X509TrustManager trust =
                    access.insecure() ? new TrustEverybody() : trust(access.truststore());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys(access.keystore()), new TrustManager[] {trust}, null);
            client.sslSocketFactory(tls.getSocketFactory(), trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
        }
        if (access.insecure()) {
            client.hostnameVerifier((name, session) -> true);
        }
    }

    private static KeyManager[] keys(Optional<Access.Store> store) {
        if (store.isEmpty()) {
            return new KeyManager[0];
        }
        Access.Store file = store.get();
        try {
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(file.path().toFile(), password(file)), password(file));
            return keys.getKeyManagers();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable("keystore", file.path(), e);
        }
    }

    /** The JVM's own authorities if there is no truststore. */
    private static X509TrustManager trust(Optional<Access.Store> store)
            throws GeneralSecurityException {
        KeyStore anchors = store.isPresent() ? anchors(store.get()) : null;
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        for (TrustManager manager : trust.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return x509;
            }
        }
        throw new GeneralSecurityException("the JVM has no X.509 trust manager");
    }

    private static KeyStore anchors(Access.Store file) {
        KeyStore anchors;
        try {
            anchors =
                    isPem(file.path())
                            ? fromPem(file.path())
                            : KeyStore.getInstance(file.path().toFile(), password(file));
            if (anchors.size() > 0) {
                return anchors;
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable("truststore", file.path(), e);
        }
        throw new IllegalArgumentException(
                "the truststore " + file.path() + " holds no certificate that can be read");
    }

    private static boolean isPem(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            String start = new String(in.readNBytes(4_096), StandardCharsets.ISO_8859_1);
            return start.contains(PEM);
        }
    }

    private static KeyStore fromPem(Path path) throws IOException, GeneralSecurityException {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        try (InputStream in = Files.newInputStream(path)) {
            int number = 0;
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                anchors.setCertificateEntry("pem-" + number++, each);
            }
        }
        return anchors;
    }

    private static char[] password(Access.Store file) {
        return file.password().map(String::toCharArray).orElse(null);
    }

    private static IllegalArgumentException unusable(String kind, Path path, Exception e) {
        String cause =
                Files.isReadable(path)
                        ? "wrong password or not a JKS, PKCS12 or PEM file"
                        : "no such file, or no right to read it";
        return new IllegalArgumentException(
                "the " + kind + " " + path + " cannot be used: " + cause, e);
    }

    /** For {@code --insecure} only. */
    private static final class TrustEverybody implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
