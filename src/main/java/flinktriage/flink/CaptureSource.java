package flinktriage.flink;

import flinktriage.model.Unreachable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Answers from a capture: a directory or zip with {@code manifest.json} and one body per reply.
 *
 * <p>A request that was made several times gets its replies in turn, the last one again and again:
 * so two samples come back as two. Queries of metrics need not have been made in the same words:
 * they are answered from the values that are there, as Flink answers them. Anything else that is
 * not there is 404, as from Flink.
 */
public final class CaptureSource implements Source {

    private static final int FORMAT = 1;
    private static final int MOST_REPLIES = 100_000;

    /**
     * One reply of the manifest.
     *
     * @param path with its query
     * @param file the name of its body in the capture
     */
    record Entry(String path, int status, String file) {}

    private final CaptureFiles files;
    private final Instant takenAt;
    private final Map<String, List<Entry>> replies;
    private final Map<String, Integer> asked = new HashMap<>();
    private final CaptureMetrics metrics;
    private int requests;
    private long bytes;

    private CaptureSource(CaptureFiles files, Instant takenAt, Map<String, List<Entry>> replies) {
        this.files = files;
        this.takenAt = takenAt;
        this.replies = replies;
        this.metrics = new CaptureMetrics(replies, this::read);
    }

    /**
     * @throws IOException if it is not a capture that we can read
     */
    public static CaptureSource open(Path path) throws IOException {
        CaptureFiles files = CaptureFiles.open(path);
        try {
            return open(files);
        } catch (IOException e) {
            files.close();
            throw e;
        }
    }

    private static CaptureSource open(CaptureFiles files) throws IOException {
        Json manifest = Json.parse(files.read("manifest.json"));
        int format = manifest.count("formatVersion", 0);
        if (format != FORMAT) {
            throw new IOException(
                    "a capture of format " + format + ", this version reads " + FORMAT);
        }
        List<Json> items = manifest.at("replies").items();
        if (items.size() > MOST_REPLIES) {
            throw new IOException("a capture of more than " + MOST_REPLIES + " replies");
        }
        Map<String, List<Entry>> replies = new LinkedHashMap<>();
        for (Json item : items) {
            Optional<String> request =
                    item.text("request", 8_192).filter(text -> text.startsWith("GET /"));
            Optional<String> file = item.text("file");
            if (request.isEmpty() || file.isEmpty()) {
                throw new IOException("the manifest has a reply without request or file");
            }
            String path = request.get().substring("GET ".length());
            replies.computeIfAbsent(path, k -> new ArrayList<>())
                    .add(new Entry(path, item.count("status", 200), file.get()));
        }
        return new CaptureSource(files, instant(manifest.text("takenAt").orElse("")), replies);
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** When it was taken, by the clock of whoever took it. */
    public Instant takenAt() {
        return takenAt;
    }

    /** How many samples of metrics it holds: a job was looked at as many times. */
    public int samples() {
        return replies.entrySet().stream()
                        .filter(e -> e.getKey().matches("/jobs/[0-9a-f]{32}"))
                        .anyMatch(e -> e.getValue().size() > 1)
                ? 2
                : 1;
    }

    /** What was asked when it was taken, with queries. */
    Stream<String> paths() {
        return replies.keySet().stream();
    }

    @Override
    public synchronized CompletableFuture<Reply> get(String path) {
        requests++;
        Reply reply;
        try {
            reply = answer(path);
        } catch (IOException | UncheckedIOException e) {
            String request = "GET " + path;
            String cause = "the capture cannot be read: " + e.getMessage();
            reply =
                    new Reply.Failed(
                            request, new Unreachable(Unreachable.Reason.FAILED, request, cause));
        }
        if (reply instanceof Reply.Answered answered) {
            bytes += answered.body().length;
        }
        return CompletableFuture.completedFuture(reply);
    }

    private Reply answer(String path) throws IOException {
        int question = path.indexOf('?');
        String plain = question < 0 ? path : path.substring(0, question);
        boolean ofMetrics = plain.endsWith("/metrics");
        List<Entry> recorded = replies.get(path);
        if (recorded != null && (question >= 0 || !ofMetrics)) {
            return inTurn(path, recorded);
        }
        if (ofMetrics) {
            Optional<byte[]> body =
                    metrics.answer(plain, question < 0 ? "" : path.substring(question + 1));
            return body.isPresent()
                    ? new Reply.Answered("GET " + path, 200, body.get())
                    : notFound(path);
        }
        recorded = replies.get(plain);
        return recorded == null ? notFound(path) : inTurn(path, recorded);
    }

    private Reply inTurn(String path, List<Entry> recorded) throws IOException {
        int turn = asked.merge(path, 1, Integer::sum) - 1;
        Entry entry = recorded.get(Math.min(turn, recorded.size() - 1));
        return new Reply.Answered("GET " + path, entry.status(), files.read(entry.file()));
    }

    private static Reply notFound(String path) {
        // Ids of metrics may carry quotes, but they are encoded in a path.
        String body = "{\"errors\":[\"Not found: " + path.replaceAll("[\"\\\\]", "") + "\"]}";
        return new Reply.Answered("GET " + path, 404, body.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] read(String file) {
        try {
            return files.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized int requests() {
        return requests;
    }

    @Override
    public synchronized long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
