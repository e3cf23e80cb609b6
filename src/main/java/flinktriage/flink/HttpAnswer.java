package flinktriage.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * What a complete HTTP answer means. Only bodies that look like Flink's pass; a proxy's own pages
 * must not be read as answers of Flink.
 *
 * @param asked the address of the request
 * @param location of a redirect
 */
record HttpAnswer(
        String request, HttpUrl asked, int status, Optional<String> location, byte[] body) {

    // Leaders change within seconds; more tries would only eat the deadline of the other requests.
    private static final int RETRIES_WITHOUT_LEADER = 3;
    private static final int RETRIES_BEHIND_GATEWAY = 1;
    private static final int START_BYTES = 4_096;
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * @param retries how often the request is worth sending again before the reply counts
     */
    record Judged(Reply reply, int retries) {}

    Judged judge() {
        if (status >= 300 && status < 400) {
            return fail(redirect());
        }
        if (status == 401 || status == 403 || status == 407) {
            return fail(why(Reason.AUTH, "answered " + phrase()));
        }
        boolean json = firstCharacter() == '{' || firstCharacter() == '[';
        if (status == 502 || status == 503 || status == 504) {
            return unavailable(json);
        }
        if (!json) {
            return fail(notFlink());
        }
        if (status >= 400 && !hasFlinksErrors()) {
            return fail(
                    why(
                            Reason.NOT_FLINK,
                            "answered " + phrase() + " with JSON that is not Flink's"));
        }
        return new Judged(new Reply.Answered(request, status, body), 0);
    }

    private Judged unavailable(boolean json) {
        // LeaderRetrievalHandler says the first, a JobManager whose endpoints start says the
        // second.
        if (status == 503 && (says("leader election") || says("has not been started yet"))) {
            return new Judged(
                    new Reply.Failed(
                            request,
                            why(
                                    Reason.NO_LEADER,
                                    "answered "
                                            + phrase()
                                            + ": no JobManager is the leader at the moment")),
                    RETRIES_WITHOUT_LEADER);
        }
        if (json && hasFlinksErrors()) {
            return new Judged(new Reply.Answered(request, status, body), RETRIES_BEHIND_GATEWAY);
        }
        return new Judged(
                new Reply.Failed(
                        request,
                        why(
                                status == 504 ? Reason.TIMEOUT : Reason.FAILED,
                                "answered "
                                        + phrase()
                                        + ": the proxy in front does not reach Flink")),
                RETRIES_BEHIND_GATEWAY);
    }

    private Unreachable redirect() {
        HttpUrl to = location.map(asked::resolve).orElse(null);
        if (to == null) {
            return why(Reason.NOT_FLINK, "answered a redirect (" + status + ") to nowhere");
        }
        boolean toTls = !asked.isHttps() && to.isHttps();
        // Flink's RedirectingSslHandler names its advertised host, but always the port we asked.
        if (toTls && to.port() == asked.port()) {
            return why(Reason.TLS, WireFailure.SPEAKS_TLS);
        }
        if (toTls && to.host().equals(asked.host())) {
            return why(
                    Reason.TLS,
                    "answered a redirect ("
                            + status
                            + ") from http to https on port "
                            + to.port()
                            + ": use https://");
        }
        return why(
                Reason.NOT_FLINK,
                "answered a redirect ("
                        + status
                        + ") to "
                        + to.host()
                        + ", which is not followed: a proxy or login page stands in front");
    }

    private Unreachable notFlink() {
        // nginx and others say it in words.
        if (status == 400 && says("sent to https port") || says("sent to an https server")) {
            return why(Reason.TLS, WireFailure.SPEAKS_TLS);
        }
        if (body.length == 0) {
            return why(Reason.FAILED, "answered with an empty body (status " + status + ")");
        }
        if (firstCharacter() == '<') {
            return why(
                    Reason.NOT_FLINK,
                    "answered with an HTML page (status "
                            + status
                            + "): a proxy or login page stands in front, not Flink's REST API");
        }
        return why(
                Reason.NOT_FLINK,
                "answered without JSON (status " + status + "): this is not Flink's REST API");
    }

    private Judged fail(Unreachable why) {
        return new Judged(new Reply.Failed(request, why), 0);
    }

    private Unreachable why(Reason reason, String cause) {
        return new Unreachable(reason, request, cause);
    }

    /** Flink's error body is an object with the one field {@code errors}. */
    private boolean hasFlinksErrors() {
        try (JsonParser parser = JSON.createParser(body)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && "errors".equals(parser.nextFieldName())
                    && parser.nextToken() == JsonToken.START_ARRAY;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean says(String words) {
        return start().toLowerCase(Locale.ROOT).contains(words);
    }

    private char firstCharacter() {
        String text = start().replace("\uFEFF", "").stripLeading();
        return text.isEmpty() ? ' ' : text.charAt(0);
    }

    private String start() {
        return new String(body, 0, Math.min(body.length, START_BYTES), StandardCharsets.UTF_8);
    }

    /** Our own words, because the server's reason phrase is free text. */
    private String phrase() {
        String words =
                switch (status) {
                    case 400 -> " Bad Request";
                    case 401 -> " Unauthorized";
                    case 403 -> " Forbidden";
                    case 404 -> " Not Found";
                    case 407 -> " Proxy Authentication Required";
                    case 429 -> " Too Many Requests";
                    case 500 -> " Internal Server Error";
                    case 502 -> " Bad Gateway";
                    case 503 -> " Service Unavailable";
                    case 504 -> " Gateway Timeout";
                    default -> "";
                };
        return status + words;
    }
}
