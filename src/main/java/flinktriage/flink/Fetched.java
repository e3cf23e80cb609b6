package flinktriage.flink;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Unreachable;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One reply, opened: the JSON, or why there is none.
 *
 * @param request as shown in provenance
 * @param status 0 if there was no HTTP reply
 * @param body present if and only if {@code missing} is empty
 */
record Fetched(
        String request,
        int status,
        Optional<Json> body,
        Optional<Missing> missing,
        Optional<Unreachable> failure) {

    static Fetched open(Reply reply, String what) {
        if (reply instanceof Reply.Answered answered) {
            return open(answered, what);
        }
        if (reply instanceof Reply.TooLarge large) {
            return nothing(
                    large.request(),
                    0,
                    Missing.Why.TOO_LARGE,
                    what,
                    large.request() + ": more than " + large.limitBytes() + " bytes",
                    new Unreachable(
                            Unreachable.Reason.FAILED,
                            large.request(),
                            "answered with more than " + large.limitBytes() + " bytes"));
        }
        Unreachable why = ((Reply.Failed) reply).why();
        return nothing(
                reply.request(),
                0,
                Missing.Why.REQUEST_FAILED,
                what,
                reply.request() + ": " + why.cause(),
                why);
    }

    private static Fetched open(Reply.Answered answered, String what) {
        if (answered.status() != 200) {
            String answer = "answered " + answered.status() + message(answered.body());
            return nothing(
                    answered.request(),
                    answered.status(),
                    Missing.Why.REQUEST_FAILED,
                    what,
                    answered.request() + ": " + answer,
                    new Unreachable(reason(answered.status()), answered.request(), answer));
        }
        try {
            Json json = Json.parse(answered.body());
            // A HistoryServer keeps error replies as files and serves them with status 200.
            if (json.isObject() && json.at("errors").isArray()) {
                return nothing(
                        answered.request(),
                        answered.status(),
                        Missing.Why.REQUEST_FAILED,
                        what,
                        answered.request() + ": answered with an error",
                        new Unreachable(
                                Unreachable.Reason.FAILED,
                                answered.request(),
                                "answered with an error"));
            }
            return new Fetched(
                    answered.request(),
                    answered.status(),
                    Optional.of(json),
                    Optional.empty(),
                    Optional.empty());
        } catch (StreamConstraintsException e) {
            return nothing(
                    answered.request(),
                    answered.status(),
                    Missing.Why.TOO_LARGE,
                    what,
                    answered.request() + ": more JSON than a reply of Flink has",
                    new Unreachable(
                            Unreachable.Reason.NOT_FLINK,
                            answered.request(),
                            "answered with more JSON than a reply of Flink has"));
        } catch (IOException e) {
            return nothing(
                    answered.request(),
                    answered.status(),
                    Missing.Why.REQUEST_FAILED,
                    what,
                    answered.request() + ": the reply is not complete JSON",
                    new Unreachable(
                            Unreachable.Reason.NOT_FLINK,
                            answered.request(),
                            "answered with something that is not JSON"));
        }
    }

    /** It was not asked for: a History Server has none. */
    static Fetched notKept(String path, String what) {
        return new Fetched(
                "GET " + path,
                0,
                Optional.empty(),
                Optional.of(new Missing(Missing.Why.NOT_ASKED, what, HistoryServer.KEEPS_NONE)),
                Optional.empty());
    }

    private static Fetched nothing(
            String request,
            int status,
            Missing.Why why,
            String what,
            String detail,
            Unreachable failure) {
        return new Fetched(
                request,
                status,
                Optional.empty(),
                Optional.of(new Missing(why, what, detail)),
                Optional.of(failure));
    }

    /** The first line of Flink's error; it puts whole stack traces there. */
    private static String message(byte[] body) {
        try {
            return Json.parse(body).at("errors").texts().stream()
                    .limit(1)
                    .map(text -> text.lines().findFirst().orElse(""))
                    .map(
                            line ->
                                    line.substring(
                                            line.indexOf("Exception: ") < 0
                                                    ? 0
                                                    : line.indexOf("Exception: ") + 11))
                    .map(Redaction::text)
                    .map(line -> " (" + line.substring(0, Math.min(200, line.length())) + ")")
                    .collect(Collectors.joining());
        } catch (IOException e) {
            return "";
        }
    }

    private static Unreachable.Reason reason(int status) {
        return switch (status) {
            case 401, 403 -> Unreachable.Reason.AUTH;
            case 503 -> Unreachable.Reason.NO_LEADER;
            default -> Unreachable.Reason.FAILED;
        };
    }

    /** The whole reply, read; true at {@code at}. */
    <T> Observed<T> read(Instant at, Function<Json, T> parser) {
        return observe(json -> Observed.of(parser.apply(json), provenance(at)));
    }

    /** The whole reply, read by a parser that may find that it says nothing. */
    <T> Observed<T> observe(Function<Json, Observed<T>> parser) {
        return body.isPresent() ? parser.apply(body.get()) : Observed.absent(missing.orElseThrow());
    }

    Provenance provenance(Instant at) {
        return new Provenance(request, "", at);
    }

    /** The same missing reply, for another reason. */
    <T> Observed<T> absent(Missing.Why why, String what) {
        return Observed.absent(why, what, request + (status == 200 ? "" : ": answered " + status));
    }
}
