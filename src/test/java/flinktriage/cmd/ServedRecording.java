package flinktriage.cmd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import flinktriage.flink.ArchiveSource;
import flinktriage.flink.Recording;
import flinktriage.flink.Reply;
import flinktriage.flink.Source;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A JobManager on 127.0.0.1 that answers from a recording, changed. */
final class ServedRecording implements AutoCloseable {

    /** What becomes of a reply. */
    interface Change {
        /** A body of length 0 breaks the connection. */
        String body(String path, String body);
    }

    private final Source source;
    private final HttpServer http;
    private final Change change;
    final List<String> paths = new CopyOnWriteArrayList<>();

    ServedRecording(String name, Change change) throws IOException {
        this(Recording.of(name).source(), change);
    }

    private ServedRecording(Source source, Change change) throws IOException {
        this.source = source;
        this.change = change;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::handle);
        http.start();
    }

    static ServedRecording of(String name) throws IOException {
        return new ServedRecording(name, (path, body) -> body);
    }

    /** A History Server with one job. */
    static ServedRecording ofArchive(Path archive) throws IOException {
        return new ServedRecording(ArchiveSource.open(archive), (path, body) -> body);
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toASCIIString();
            paths.add(path);
            Reply reply = source.get(path).join();
            if (reply instanceof Reply.Answered answered) {
                String body = new String(answered.body(), StandardCharsets.UTF_8);
                byte[] changed = change.body(path, body).getBytes(StandardCharsets.UTF_8);
                if (changed.length > 0) {
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(answered.status(), changed.length);
                    exchange.getResponseBody().write(changed);
                }
            }
        }
    }

    @Override
    public void close() {
        http.stop(0);
        source.close();
    }
}
