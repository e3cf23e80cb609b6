package flinktriage.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers as a History Server does, from the archive that a JobManager writes of a job that has
 * ended ({@code jobmanager.archive.fs.dir}). The format is the same from Flink 1.4 to 2.3.
 */
public final class ArchiveSource implements Source {

    private static final long LARGEST_FILE = 512L << 20;
    private static final long LARGEST_TOTAL = 128L << 20;

    /** What each attempt of each subtask did: the bulk of an archive, and never asked for. */
    private static final Pattern BULK = Pattern.compile(".*/(?:attempts/.*|accumulators)");

    /** The archive does not name its version, but what the JobManager ran with does. */
    private static final Pattern VERSION =
            Pattern.compile("flink-(?:dist|runtime)-([0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3})\\.jar");

    private final Map<String, byte[]> replies;
    private final Instant writtenAt;
    private int requests;
    private long bytes;

    private ArchiveSource(Map<String, byte[]> replies, Instant writtenAt) {
        this.replies = replies;
        this.writtenAt = writtenAt;
    }

    /**
     * @throws IOException if it is not the archive of a job; the message says why
     */
    public static ArchiveSource open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("a directory; the archive of a job is one file in it");
        }
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException("larger than " + (LARGEST_FILE >> 20) + " MB");
        }
        if (CaptureFiles.begins(file, "PK")) {
            throw new IOException(
                    "a zip file and not the archive of a job; a capture is read with --from");
        }
        Map<String, byte[]> replies;
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            replies = read(json);
        } catch (JsonProcessingException e) {
            throw new IOException("not the archive of a job: not complete JSON", e);
        }
        if (!replies.containsKey("/jobs/overview")) {
            throw new IOException("not the archive of a job: there is none in it");
        }
        replies.put("/config", config(replies));
        return new ArchiveSource(replies, Files.getLastModifiedTime(file).toInstant());
    }

    /** {@code {"archive":[{"path":"/jobs/overview","json":"{…}"}]}}. */
    private static Map<String, byte[]> read(JsonParser json) throws IOException {
        Map<String, byte[]> replies = new HashMap<>();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return replies;
        }
        long total = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean archive = json.currentName().equals("archive");
            if (json.nextToken() != JsonToken.START_ARRAY || !archive) {
                json.skipChildren();
                continue;
            }
            while (json.nextToken() == JsonToken.START_OBJECT) {
                total += entry(json, replies);
                if (total > LARGEST_TOTAL) {
                    throw new IOException("an archive that is too large to be read");
                }
            }
        }
        return replies;
    }

    /** Returns how many bytes it kept. */
    private static long entry(JsonParser json, Map<String, byte[]> replies) throws IOException {
        String path = "";
        byte[] body = new byte[0];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            if (json.nextToken() != JsonToken.VALUE_STRING) {
                json.skipChildren();
            } else if (field.equals("path")) {
                path = json.getText();
            } else if (field.equals("json") && !BULK.matcher(path).matches()) {
                body = json.getText().getBytes(StandardCharsets.UTF_8);
            }
        }
        if (body.length == 0 || !AllowedPaths.allows(path)) {
            return 0;
        }
        replies.put(path, body);
        return body.length;
    }

    private static byte[] config(Map<String, byte[]> replies) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        config.putObject("features").put("web-history", true);
        replies.forEach(
                (path, body) -> {
                    if (path.endsWith("/jobmanager/environment")) {
                        Matcher version = VERSION.matcher(new String(body, StandardCharsets.UTF_8));
                        if (version.find()) {
                            config.put("flink-version", version.group(1));
                        }
                    }
                });
        return config.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** When the file was written, which is when the job ended. */
    public Instant writtenAt() {
        return writtenAt;
    }

    @Override
    public synchronized CompletableFuture<Reply> get(String path) {
        requests++;
        int question = path.indexOf('?');
        byte[] body = replies.get(question < 0 ? path : path.substring(0, question));
        int status = body == null ? 404 : 200;
        if (body == null) {
            body = "{\"errors\":[\"not in the archive\"]}".getBytes(StandardCharsets.UTF_8);
        }
        bytes += body.length;
        return CompletableFuture.completedFuture(new Reply.Answered("GET " + path, status, body));
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
        // Everything has been read.
    }
}
