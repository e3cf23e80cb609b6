package flinktriage.flink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import flinktriage.model.Job;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/** A recorded cluster from {@code src/test/captures}, in memory or over HTTP. */
public final class Recording {

    private static final Path ROOT = Path.of("src/test/captures");

    private final Path file;

    private Recording(Path file) {
        this.file = file;
    }

    /**
     * @param name {@code 2.3.0/a-healthy}
     */
    public static Recording of(String name) {
        return new Recording(ROOT.resolve(name + ".zip"));
    }

    /** All of them, by name. */
    public static List<Recording> all() {
        try (Stream<Path> files = Files.walk(ROOT, 2)) {
            return files.filter(file -> file.toString().endsWith(".zip"))
                    .sorted()
                    .map(Recording::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code 2.3.0/a-healthy}, the key in {@code expected.json}. */
    public String name() {
        String path = ROOT.relativize(file).toString().replace('\\', '/');
        return path.substring(0, path.length() - ".zip".length());
    }

    @Override
    public String toString() {
        return name();
    }

    public CaptureSource source() {
        try {
            return CaptureSource.open(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The id of the recorded job; the cluster's other jobs are listed only. */
    public JobChoice choice() {
        return new JobChoice(jobId());
    }

    public String jobId() {
        try (CaptureSource source = source()) {
            return source.paths()
                    .filter(path -> path.matches("/jobs/[0-9a-f]{32}"))
                    .findFirst()
                    .orElseThrow()
                    .substring("/jobs/".length());
        }
    }

    /** One sample, as time stands still in a recording. */
    public Snapshot snapshot() {
        return snapshot(CollectSettings.quick());
    }

    public Snapshot snapshot(CollectSettings settings) {
        try (CaptureSource source = source()) {
            return collect(source, settings);
        }
    }

    public Snapshot collect(Source source, CollectSettings settings) {
        Collected collected =
                new Collector(source, clock(), pause -> {}, message -> {})
                        .collect(new Target(name(), "http://127.0.0.1"), choice(), settings);
        return ((Collected.Taken) collected).snapshot();
    }

    private Clock clock() {
        try (CaptureSource source = source()) {
            return Clock.fixed(source.takenAt(), ZoneOffset.UTC);
        }
    }

    /** The only job of a snapshot. */
    public static Job job(Snapshot snapshot) {
        return snapshot.jobs().get(0);
    }

    /** The vertex whose name begins so. */
    public static Vertex vertex(Job job, String name) {
        return job.graph().vertices().stream()
                .filter(v -> v.name().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    public static VertexMeasures measures(Job job, String name) {
        return job.measures().get(vertex(job, name).id());
    }

    /** A JobManager on 127.0.0.1 that answers from the recording. */
    public Server serve() {
        return new Server(source());
    }

    /** Serves a source over HTTP, with and without Flink's version prefix. */
    public static final class Server implements AutoCloseable {

        private final CaptureSource source;
        private final HttpServer http;

        private Server(CaptureSource source) {
            this.source = source;
            try {
                http =
                        HttpServer.create(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            http.createContext("/", this::handle);
            http.start();
        }

        public URI url() {
            return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
        }

        private void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                String path = exchange.getRequestURI().toASCIIString();
                Reply reply = source.get(path.startsWith("/v1/") ? path.substring(3) : path).join();
                if (reply instanceof Reply.Answered answered) {
                    exchange.getResponseHeaders()
                            .set("Content-Type", "application/json; charset=UTF-8");
                    exchange.sendResponseHeaders(answered.status(), answered.body().length);
                    exchange.getResponseBody().write(answered.body());
                }
            }
        }

        @Override
        public void close() {
            http.stop(0);
            source.close();
        }
    }
}
