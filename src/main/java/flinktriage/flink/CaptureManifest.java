package flinktriage.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a capture says about itself: {@code manifest.json}.
 *
 * @param takenAt by the clock of whoever took it
 * @param run present if one run of this tool took it: then it holds what that run asked for, as it
 *     was asked for
 * @param replies in the order of the requests
 */
record CaptureManifest(
        Instant takenAt,
        String toolVersion,
        Optional<String> flinkVersion,
        Optional<Run> run,
        List<Entry> replies) {

    static final String NAME = "manifest.json";

    private static final int FORMAT = 1;
    private static final int MOST_REPLIES = 100_000;
    private static final int LONGEST_REQUEST = 8_192;
    private static final String GET = "GET ";

    CaptureManifest {
        replies = List.copyOf(replies);
    }

    /**
     * The run that took it, so that the same report can be made of it.
     *
     * @param job the id of the job that was looked at
     * @param outside the file with what other systems said about it, if any was asked
     */
    record Run(Target target, String job, Traffic traffic, Optional<String> outside) {}

    /**
     * One reply.
     *
     * @param path with its query
     * @param status 0 if there was no usable answer
     * @param file the name of its body in the capture, empty if there is none
     * @param failed why there is no body
     */
    record Entry(String path, Instant at, int status, String file, Optional<Reply> failed) {

        String request() {
            return GET + path;
        }
    }

    /**
     * @throws IOException if it is not the manifest of a capture that we can read
     */
    static CaptureManifest parse(byte[] body) throws IOException {
        Json manifest = json(body);
        int format = manifest.count("formatVersion", 0);
        if (format != FORMAT) {
            throw new IOException(
                    "a capture of format " + format + ", this version reads " + FORMAT);
        }
        List<Json> items = manifest.at("replies").items();
        if (items.size() > MOST_REPLIES) {
            throw new IOException("a capture of more than " + MOST_REPLIES + " replies");
        }
        List<Entry> replies = new ArrayList<>();
        for (Json item : items) {
            replies.add(entry(item));
        }
        return new CaptureManifest(
                instant(manifest.text("takenAt")),
                manifest.at("tool").text("version").orElse(""),
                manifest.text("flinkVersion"),
                run(manifest.at("run")),
                replies);
    }

    private static Json json(byte[] body) throws IOException {
        try {
            Json manifest = Json.parse(body);
            if (manifest.isObject()) {
                return manifest;
            }
        } catch (JsonProcessingException e) {
            // Jackson's own words are about columns and tokens.
            throw new IOException("its manifest.json is not complete JSON", e);
        }
        throw new IOException("its manifest.json is not that of a capture");
    }

    private static Entry entry(Json item) throws IOException {
        Optional<String> request =
                item.text("request", LONGEST_REQUEST).filter(text -> text.startsWith(GET + "/"));
        if (request.isEmpty()) {
            throw new IOException("the manifest has a reply without a request");
        }
        String path = request.get().substring(GET.length());
        Instant at = instant(item.text("at"));
        Optional<Reply> failed = failed(request.get(), item);
        if (failed.isPresent()) {
            return new Entry(path, at, 0, "", failed);
        }
        Optional<String> file = item.text("file");
        if (file.isEmpty()) {
            throw new IOException("the manifest has a reply without a file");
        }
        if (!CaptureFiles.safe(file.get())) {
            throw new IOException("not a name of a file in a capture: " + file.get());
        }
        return new Entry(path, at, item.count("status", 200), file.get(), Optional.empty());
    }

    private static Optional<Reply> failed(String request, Json item) {
        if (item.at("tooLarge").exists()) {
            return Optional.of(new Reply.TooLarge(request, item.count("tooLarge", 0)));
        }
        Json failed = item.at("failed");
        if (!failed.exists()) {
            return Optional.empty();
        }
        Unreachable.Reason reason = Unreachable.Reason.FAILED;
        for (Unreachable.Reason known : Unreachable.Reason.values()) {
            if (known.name().equals(failed.text("reason").orElse(""))) {
                reason = known;
            }
        }
        String cause = failed.text("cause", LONGEST_REQUEST).orElse("no usable answer");
        return Optional.of(new Reply.Failed(request, new Unreachable(reason, request, cause)));
    }

    private static Optional<Run> run(Json run) throws IOException {
        if (!run.isObject()) {
            return Optional.empty();
        }
        Optional<String> outside = run.text("outside");
        if (outside.isPresent() && !CaptureFiles.safe(outside.get())) {
            throw new IOException("not a name of a file in a capture: " + outside.get());
        }
        Json target = run.at("target");
        return Optional.of(
                new Run(
                        new Target(target.text("name").orElse(""), target.text("url").orElse("")),
                        run.text("job").orElse(""),
                        new Traffic(
                                run.count("requests", 0),
                                Math.max(0, run.whole("bytes").orElse(0)),
                                duration(run.text("elapsed"))),
                        outside));
    }

    private static Instant instant(Optional<String> text) {
        try {
            return Instant.parse(text.orElse(""));
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static Duration duration(Optional<String> text) {
        try {
            Duration duration = Duration.parse(text.orElse(""));
            return duration.isNegative() ? Duration.ZERO : duration;
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }

    byte[] bytes() throws IOException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("formatVersion", FORMAT).put("takenAt", takenAt.toString());
        root.putObject("tool").put("name", "flink-triage").put("version", toolVersion);
        flinkVersion.ifPresent(version -> root.put("flinkVersion", version));
        run.ifPresent(r -> write(r, root.putObject("run")));
        ArrayNode list = root.putArray("replies");
        replies.forEach(entry -> write(entry, list.addObject()));
        return new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(root)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void write(Run run, ObjectNode node) {
        node.putObject("target").put("name", run.target().name()).put("url", run.target().url());
        node.put("job", run.job())
                .put("requests", run.traffic().requests())
                .put("bytes", run.traffic().bytes())
                .put("elapsed", run.traffic().elapsed().toString());
        run.outside().ifPresent(file -> node.put("outside", file));
    }

    private static void write(Entry entry, ObjectNode node) {
        node.put("request", entry.request()).put("at", entry.at().toString());
        if (entry.failed().isEmpty()) {
            node.put("status", entry.status()).put("file", entry.file());
        } else if (entry.failed().get() instanceof Reply.TooLarge large) {
            node.put("tooLarge", large.limitBytes());
        } else if (entry.failed().get() instanceof Reply.Failed failed) {
            node.putObject("failed")
                    .put("reason", failed.why().reason().name())
                    .put("cause", failed.why().cause());
        }
    }
}
