package flinktriage.flink;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import flinktriage.model.Snapshot;
import flinktriage.model.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Passes on what another source answers, without secrets, and keeps it in a capture: every reply,
 * failed ones too. What reads from here and what reads the capture see the same.
 */
public final class RecordingSource implements Source {

    // As it was: 0.10 must not become 0.1, nor a long number a rounded one. What stands behind the
    // end, or has the name of a later field, is in no tree and would be written as it is.
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private final Source source;
    private final CaptureWriter writer;
    private final Clock clock;
    private final Progress progress;
    private final List<Optional<CaptureManifest.Entry>> entries = new ArrayList<>();
    private final MaskedMetrics metrics = new MaskedMetrics();
    private int answered;
    private long written;
    private Optional<IOException> unwritten = Optional.empty();
    private Optional<String> outside = Optional.empty();

    private RecordingSource(Source source, CaptureWriter writer, Clock clock, Progress progress) {
        this.source = source;
        this.writer = writer;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * @param source closed with this
     * @param target the capture: a name that ends with .zip, or that of a directory
     * @param clock our own, for the manifest only
     * @throws IOException if it is there already, or cannot be written
     */
    public static RecordingSource to(Path target, Source source, Clock clock, Progress progress)
            throws IOException {
        return new RecordingSource(source, CaptureWriter.create(target), clock, progress);
    }

    @Override
    public CompletableFuture<Reply> get(String path) {
        int number;
        synchronized (this) {
            number = entries.size();
            entries.add(Optional.empty());
        }
        return ask(path)
                .exceptionally(e -> refused(path, e))
                .thenApply(reply -> keep(number, path, reply));
    }

    private CompletableFuture<Reply> ask(String path) {
        try {
            return source.get(metrics.original(path));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Reply refused(String path, Throwable e) {
        String request = "GET " + path;
        return new Reply.Failed(
                request,
                new Unreachable(Unreachable.Reason.FAILED, request, e.getClass().getSimpleName()));
    }

    private Reply keep(int number, String path, Reply reply) {
        Instant at = clock.instant();
        String request = "GET " + path;
        Reply kept;
        try {
            kept = redacted(request, path, reply);
        } catch (RuntimeException e) {
            kept = refused(path, e);
        }
        if (kept instanceof Reply.Answered answer) {
            String file = String.format(Locale.ROOT, "replies/%04d.json", number);
            store(
                    number,
                    new CaptureManifest.Entry(path, at, answer.status(), file, Optional.empty()),
                    answer.body());
        } else {
            store(
                    number,
                    new CaptureManifest.Entry(path, at, 0, "", Optional.of(kept)),
                    new byte[0]);
        }
        return kept;
    }

    private synchronized void store(int number, CaptureManifest.Entry entry, byte[] body) {
        try {
            if (!entry.file().isEmpty()) {
                writer.write(entry.file(), body);
            }
            entries.set(number, Optional.of(entry));
            answered++;
            written += body.length;
            progress.say("captured " + answered + " replies");
        } catch (IOException e) {
            // The diagnosis goes on; who wants the capture learns it at the end.
            unwritten = unwritten.or(() -> Optional.of(e));
        }
    }

    private Reply redacted(String request, String path, Reply reply) {
        if (reply instanceof Reply.Answered answer) {
            return new Reply.Answered(request, answer.status(), body(path, answer.body()));
        }
        if (reply instanceof Reply.TooLarge large) {
            return new Reply.TooLarge(request, large.limitBytes());
        }
        Unreachable why = ((Reply.Failed) reply).why();
        return new Reply.Failed(
                request, new Unreachable(why.reason(), request, Redaction.text(why.cause())));
    }

    /** The same bytes if there is nothing to hide. */
    private byte[] body(String path, byte[] body) {
        try {
            JsonNode tree = MAPPER.readTree(body);
            JsonNode redacted = Redaction.json(tree);
            if (tree.path("vertices").isArray()) {
                metrics.learn(tree);
            }
            if (path.contains("/metrics") && tree.isArray()) {
                redacted = metrics.shown(path, tree, redacted);
            }
            return redacted == tree ? body : MAPPER.writeValueAsBytes(redacted);
        } catch (IOException e) {
            // An error page of a proxy, half a reply, or more than one.
            return text(body);
        }
    }

    private static byte[] text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        String redacted = JsonText.redacted(text);
        return redacted.equals(text) ? body : redacted.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Keeps what other systems said about the job.
     *
     * @param snapshot of the cluster alone
     * @param completed the same, with what they said
     * @return the completed one, as it will be read from the capture
     */
    public synchronized Snapshot keepOutside(Snapshot snapshot, Snapshot completed) {
        if (completed.jobs().isEmpty()) {
            return completed;
        }
        OutsideEvidence evidence =
                new OutsideEvidence(
                        completed.jobs().get(0).outside(),
                        completed
                                .notes()
                                .subList(snapshot.notes().size(), completed.notes().size()));
        try {
            byte[] body = evidence.bytes();
            writer.write(OutsideEvidence.NAME, body);
            outside = Optional.of(OutsideEvidence.NAME);
            return OutsideParser.parse(body).in(snapshot);
        } catch (IOException e) {
            unwritten = unwritten.or(() -> Optional.of(e));
            return completed;
        }
    }

    /**
     * Completes the capture; without it, nothing stays.
     *
     * @param snapshot what was made of the replies
     * @throws IOException if it could not be written, now or before
     */
    public synchronized void finish(Snapshot snapshot, String toolVersion) throws IOException {
        if (unwritten.isPresent()) {
            throw unwritten.get();
        }
        writer.finish(
                new CaptureManifest(
                        snapshot.takenAt(),
                        toolVersion,
                        snapshot.cluster().flinkVersion().stream().findFirst(),
                        Optional.of(
                                new CaptureManifest.Run(
                                        snapshot.target(),
                                        snapshot.jobs().stream()
                                                .map(job -> job.id().hex())
                                                .findFirst()
                                                .orElse(""),
                                        snapshot.traffic(),
                                        outside)),
                        entries.stream().flatMap(Optional::stream).toList()));
    }

    /** How many replies it has, failed ones included. */
    public synchronized int replies() {
        return answered;
    }

    /** How many bytes of bodies it has. */
    public synchronized long size() {
        return written;
    }

    @Override
    public void restartDeadline() {
        source.restartDeadline();
    }

    @Override
    public int requests() {
        return source.requests();
    }

    @Override
    public long bytes() {
        return source.bytes();
    }

    @Override
    public void close() {
        source.close();
        synchronized (this) {
            try {
                writer.close();
            } catch (IOException e) {
                // What is left is a hidden directory that only its owner can read.
                unwritten = unwritten.or(() -> Optional.of(e));
            }
        }
    }
}
