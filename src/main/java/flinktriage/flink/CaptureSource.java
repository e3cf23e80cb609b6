package flinktriage.flink;

import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Unreachable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
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

    private static final Pattern JOB = Pattern.compile("/jobs/[0-9a-f]{32}");

    private final CaptureFiles files;
    private final CaptureManifest manifest;
    private final Map<String, List<CaptureManifest.Entry>> replies = new LinkedHashMap<>();
    private final Map<String, Integer> asked = new HashMap<>();
    private final CaptureMetrics metrics;
    private int requests;
    private long bytes;
    private final Optional<OutsideEvidence> outside;
    private Optional<IOException> broken = Optional.empty();

    private CaptureSource(CaptureFiles files, CaptureManifest manifest) throws IOException {
        this.files = files;
        this.manifest = manifest;
        Optional<String> file = manifest.run().flatMap(CaptureManifest.Run::outside);
        this.outside =
                file.isPresent()
                        ? Optional.of(OutsideParser.parse(files.read(file.get())))
                        : Optional.empty();
        manifest.replies()
                .forEach(
                        entry ->
                                replies.computeIfAbsent(entry.path(), k -> new ArrayList<>())
                                        .add(entry));
        this.metrics = new CaptureMetrics(replies, this::read);
    }

    /**
     * @throws IOException if it is not a capture that we can read; the message says why
     */
    public static CaptureSource open(Path path) throws IOException {
        CaptureFiles files = CaptureFiles.open(path);
        try {
            return new CaptureSource(
                    files, CaptureManifest.parse(files.read(CaptureManifest.NAME)));
        } catch (IOException e) {
            files.close();
            throw e;
        }
    }

    /** When it was taken, by the clock of whoever took it. */
    public Instant takenAt() {
        return manifest.takenAt();
    }

    /** What was looked at; without an address if nobody knows it any more. */
    public Target target() {
        String name = "capture of " + takenAt().truncatedTo(ChronoUnit.SECONDS);
        return new Target(name, manifest.run().map(run -> run.target().url()).orElse(""));
    }

    /** The id of the job that was looked at; empty if there are several, or none. */
    public String job() {
        List<String> jobs = replies.keySet().stream().filter(JOB.asMatchPredicate()).toList();
        String only = jobs.size() == 1 ? jobs.get(0).substring("/jobs/".length()) : "";
        return manifest.run().map(CaptureManifest.Run::job).orElse(only);
    }

    /**
     * With what other systems said then, and what the replies cost then instead of what it cost to
     * read them here.
     */
    public Snapshot asTaken(Snapshot snapshot) {
        return manifest.run().map(run -> asTaken(snapshot, run)).orElse(snapshot);
    }

    private Snapshot asTaken(Snapshot snapshot, CaptureManifest.Run run) {
        Snapshot paid =
                new Snapshot(
                        snapshot.target(),
                        snapshot.takenAt(),
                        snapshot.unreachable(),
                        snapshot.cluster(),
                        snapshot.jobs(),
                        run.traffic(),
                        snapshot.notes());
        boolean theSameJob =
                snapshot.jobs().stream().allMatch(job -> job.id().hex().equals(run.job()));
        return theSameJob ? outside.map(said -> said.in(paid)).orElse(paid) : paid;
    }

    /** Why a reply could not be read: then what was made of the others is worth nothing. */
    public synchronized Optional<IOException> broken() {
        return broken;
    }

    /** How many samples of metrics it holds: a job was looked at as many times. */
    public int samples() {
        return replies.entrySet().stream()
                        .filter(e -> JOB.matcher(e.getKey()).matches())
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
            IOException unread =
                    e instanceof UncheckedIOException u ? u.getCause() : (IOException) e;
            broken = broken.or(() -> Optional.of(unread));
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
        List<CaptureManifest.Entry> recorded = replies.get(path);
        // Others than ourselves record values under the path of the list of names.
        boolean asAsked = question >= 0 || !ofMetrics || manifest.run().isPresent();
        if (recorded != null && asAsked) {
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

    private Reply inTurn(String path, List<CaptureManifest.Entry> recorded) throws IOException {
        int turn = asked.merge(path, 1, Integer::sum) - 1;
        CaptureManifest.Entry entry = recorded.get(Math.min(turn, recorded.size() - 1));
        return entry.failed().isPresent()
                ? entry.failed().get()
                : new Reply.Answered("GET " + path, entry.status(), files.read(entry.file()));
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
