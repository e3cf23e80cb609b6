package flinktriage.flink;

import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Says in plain words why a request brought no HTTP answer. Never quotes more of an exception than
 * a redacted line: messages of the HTTP client contain addresses.
 */
final class WireFailure {

    static final String SPEAKS_TLS = "the port speaks TLS: use https://";

    private static final int MAX_MESSAGE_CHARACTERS = 200;

    private final String host;
    private final Duration connectTimeout;
    private final Deadline deadline;
    private final FirstContact contact;

    /** Whether the server has ever answered: if not, the settings may be wrong. */
    enum FirstContact {
        PLAIN,
        TLS_WITHOUT_KEY,
        NO
    }

    WireFailure(String host, Duration connectTimeout, Deadline deadline, FirstContact contact) {
        this.host = host;
        this.connectTimeout = connectTimeout;
        this.deadline = deadline;
        this.contact = contact;
    }

    Unreachable of(String request, IOException failure) {
        List<Throwable> chain = chain(failure);
        if (find(chain, UnknownHostException.class).isPresent()) {
            return new Unreachable(Reason.DNS, request, "the name " + host + " does not resolve");
        }
        Optional<SSLException> tls = find(chain, SSLException.class);
        if (tls.isPresent()) {
            return new Unreachable(Reason.TLS, request, tls(chain, tls.get()));
        }
        if (answeredInTls(chain)) {
            return new Unreachable(Reason.TLS, request, SPEAKS_TLS);
        }
        if (failure instanceof SocketTimeoutException && !deadline.over()) {
            return new Unreachable(
                    Reason.TIMEOUT,
                    request,
                    "no connection within " + Deadline.seconds(connectTimeout));
        }
        if (failure instanceof InterruptedIOException) {
            return late(request, deadline);
        }
        if (find(chain, ConnectException.class).isPresent()
                || find(chain, NoRouteToHostException.class).isPresent()) {
            return notConnected(request, chain);
        }
        // The HTTP client does not hand out such an answer unless it knows of a proxy.
        if (says(chain, "http_proxy_auth")) {
            return new Unreachable(
                    Reason.AUTH, request, "answered 407 Proxy Authentication Required");
        }
        if (answeredInGarbage(chain)) {
            return new Unreachable(
                    Reason.NOT_FLINK,
                    request,
                    "the port does not speak HTTP: it is not the port of Flink's REST API");
        }
        return new Unreachable(Reason.FAILED, request, broken(failure, chain));
    }

    static Unreachable late(String request, Deadline deadline) {
        return new Unreachable(
                Reason.TIMEOUT,
                request,
                "no complete answer within the time limit of " + deadline.shown());
    }

    static Unreachable cancelled(String request) {
        return new Unreachable(Reason.FAILED, request, "cancelled before there was an answer");
    }

    private static String tls(List<Throwable> chain, SSLException failure) {
        if (find(chain, CertificateExpiredException.class).isPresent()) {
            return "the server's certificate has expired; --insecure skips the check";
        }
        if (find(chain, CertificateNotYetValidException.class).isPresent()) {
            return "the server's certificate is not valid yet; --insecure skips the check";
        }
        if (find(chain, CertPathBuilderException.class).isPresent()) {
            return "the server's certificate is signed by an unknown authority: name it with"
                    + " --truststore, or skip the check with --insecure";
        }
        if (find(chain, SSLPeerUnverifiedException.class).isPresent()) {
            return "the server's certificate is for another host name; --insecure skips the check";
        }
        if (says(chain, "unrecognized ssl message") || says(chain, "plaintext connection")) {
            return "the port does not speak TLS: use http://";
        }
        if (says(chain, "bad_certificate")
                || says(chain, "certificate_required")
                || says(chain, "certificate_unknown")
                || says(chain, "unknown_ca")) {
            return "the server refuses our certificate or wants one: give it with --keystore";
        }
        if (find(chain, EOFException.class).isPresent() || says(chain, "connection reset")) {
            return "the server closed the connection during the TLS handshake";
        }
        return "the TLS handshake failed: " + firstLine(failure);
    }

    /** A TLS alert (record type 21, version 3.x) where HTTP was expected. */
    private static boolean answeredInTls(List<Throwable> chain) {
        return says(chain, "status line: \u0015\u0003") || says(chain, "content=1503");
    }

    /** No status line, or no line at all although there were bytes. */
    private static boolean answeredInGarbage(List<Throwable> chain) {
        return says(chain, "unexpected status line")
                || (says(chain, "\\n not found: limit=") && !says(chain, "\\n not found: limit=0"));
    }

    private static Unreachable notConnected(String request, List<Throwable> chain) {
        if (says(chain, "timed out")) {
            return new Unreachable(Reason.TIMEOUT, request, "the connection timed out");
        }
        if (says(chain, "unreachable") || says(chain, "no route")) {
            return new Unreachable(Reason.FAILED, request, "no route to the host");
        }
        return new Unreachable(Reason.REFUSED, request, "connection refused");
    }

    private String broken(IOException failure, List<Throwable> chain) {
        if (says(chain, "canceled")) {
            return "cancelled before there was an answer";
        }
        if (find(chain, SocketException.class).isPresent()
                && (says(chain, "reset") || says(chain, "broken pipe"))) {
            return "the connection was reset" + hint();
        }
        if (says(chain, "unexpected end of stream on")) {
            return "the server closed the connection without an answer" + hint();
        }
        if (failure instanceof ProtocolException || find(chain, EOFException.class).isPresent()) {
            return "the connection was closed in the middle of the answer";
        }
        return firstLine(failure);
    }

    // Servers that close at once, without an alert or a redirect, leave nothing to tell apart.
    private String hint() {
        return switch (contact) {
            case PLAIN -> ": if the port speaks TLS, use https://";
            case TLS_WITHOUT_KEY ->
                    ": if the server asks for a client certificate, give it with --keystore";
            case NO -> "";
        };
    }

    private static String firstLine(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        String line = message.lines().findFirst().orElse("");
        String cut = line.substring(0, Math.min(line.length(), MAX_MESSAGE_CHARACTERS));
        return cut.isBlank() ? name : name + ": " + Redaction.text(cut);
    }

    private static boolean says(List<Throwable> chain, String words) {
        return chain.stream()
                .map(Throwable::getMessage)
                .anyMatch(m -> m != null && m.toLowerCase(Locale.ROOT).contains(words));
    }

    private static <T> Optional<T> find(List<Throwable> chain, Class<T> type) {
        return chain.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** The causes; bounded, because a chain of causes can be a circle. */
    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable t = failure; t != null && chain.size() < 20; t = t.getCause()) {
            chain.add(t);
        }
        return chain;
    }
}
