package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import flinktriage.world.PlantedSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Secrets in every place where a cluster has text must not be in a capture. */
@Timeout(60)
class CaptureRedactionTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder;

    @Test
    void no_secret_is_in_a_capture_nor_in_a_report_of_it() throws IOException {
        assertThat(PlantedSecrets.SECRETS).hasSizeGreaterThanOrEqualTo(20).doesNotHaveDuplicates();
        same(CaptureRedactionTest::plant, "FT-BP-001 BUSY");
    }

    @Test
    void no_secret_is_in_a_capture_of_replies_that_are_no_json_or_more_than_that()
            throws IOException {
        same(
                (path, body) -> {
                    if (path.matches("/config|/jobs/overview|/jobs/[0-9a-f]{32}")) {
                        return body;
                    }
                    String text =
                            JSON.createObjectNode().put("x", PlantedSecrets.EVERYTHING).toString();
                    return switch (Math.floorMod(path.hashCode(), 4)) {
                        case 0 -> text.substring(0, text.length() - 1);
                        case 1 -> body + "\n" + PlantedSecrets.EVERYTHING;
                        // What comes later counts, what comes first is in the file all the same.
                        case 2 -> "{\"a\":" + text + ",\"a\":1}";
                        default -> "[" + text + ",";
                    };
                },
                "FT-BP-001");
    }

    /** Captures twice, looks for secrets everywhere, and compares with what is read back. */
    private void same(ServedRecording.Change change, String finding) throws IOException {
        Path zip = folder.resolve("x.zip");
        Path directory = folder.resolve("x");
        List<Invoked> live = new ArrayList<>();
        for (Path file : List.of(zip, directory)) {
            try (ServedRecording cluster =
                    new ServedRecording("2.3.0/b-slow-sink-steady", change)) {
                live.add(
                        run(
                                "diagnose",
                                "--url",
                                cluster.url().replace("//", "//etl:urlPass00@"),
                                "--header",
                                "X-Api-Key: headerKey00",
                                "--capture",
                                file.toString(),
                                "--interval=100ms",
                                "--timeout=30s",
                                file == zip ? "--show=all" : "--output=json"));
            }
        }

        Map<String, String> files = contents(zip);
        Map<String, String> unzipped = contents(directory);
        assertThat(files).hasSizeGreaterThan(30).containsKey("manifest.json");
        assertThat(unzipped.keySet()).isEqualTo(files.keySet());
        List<String> secrets = new ArrayList<>(PlantedSecrets.SECRETS);
        secrets.addAll(List.of("urlPass00", "headerKey00"));
        for (String secret : secrets) {
            assertThat(found(secret, files)).as(secret).isEmpty();
            assertThat(found(secret, unzipped)).as(secret).isEmpty();
            live.forEach(run -> assertThat(run.out() + run.err()).doesNotContain(secret));
        }
        assertThat(String.join("", files.values())).contains("******");
        Invoked offline = run("diagnose", "--from", zip.toString(), "--show=all");
        assertThat(afterTheHead(offline)).isEqualTo(afterTheHead(live.get(0))).contains(finding);
        assertThat(offline.code()).isEqualTo(live.get(0).code());
        Invoked json = run("diagnose", "--from", directory.toString(), "--output=json");
        assertThat(withoutName(json)).isEqualTo(withoutName(live.get(1))).contains("\"findings\"");
        assertThat(json.code()).isEqualTo(live.get(1).code());
    }

    /** The first lines name what was looked at, which may break them elsewhere. */
    private static String afterTheHead(Invoked run) {
        String[] lines = run.out().split("\n", -1);
        int first = 1;
        while (lines[first].isEmpty() || lines[first].startsWith("          ")) {
            first++;
        }
        return String.join("\n", List.of(lines).subList(first, lines.length));
    }

    private static String withoutName(Invoked run) {
        return run.out().replaceFirst("(\"target\": \\{\\s+\"name\": )\"[^\"]*\"", "$1\"x\"");
    }

    private static List<String> found(String secret, Map<String, String> files) {
        List<String> where = new ArrayList<>();
        files.forEach(
                (name, text) -> {
                    if ((name + text).contains(secret)) {
                        int at = Math.max(0, text.indexOf(secret));
                        where.add(
                                name
                                        + ": "
                                        + text.substring(
                                                Math.max(0, at - 80),
                                                Math.min(text.length(), at + 40)));
                    }
                });
        return where;
    }

    /** The names of jobs, tasks and TaskManagers, plans, configuration, exceptions, errors. */
    private static String plant(String path, String body) {
        try {
            if (path.endsWith("/jobmanager/config")) {
                var list = JSON.createArrayNode();
                list.addObject()
                        .put("key", "env.java.opts.all")
                        .put("value", PlantedSecrets.EVERYTHING);
                list.addObject()
                        .put("key", "s3.secret-key")
                        .put("value", PlantedSecrets.SECRETS.get(1));
                list.addObject().put("key", PlantedSecrets.EVERYTHING).put("value", "a key");
                return list.toString();
            }
            if (path.endsWith("/taskmanagers")) {
                JsonNode list = JSON.readTree(body);
                for (JsonNode each : list.path("taskmanagers")) {
                    ((ObjectNode) each)
                            .put("path", PlantedSecrets.EVERYTHING)
                            .put("password", PlantedSecrets.SECRETS.get(3));
                    ((ObjectNode) each)
                            .putObject("environment")
                            .put("API_TOKEN", PlantedSecrets.SECRETS.get(4));
                }
                return list.toString();
            }
            if (path.endsWith("/checkpoints/config")) {
                return JSON.createObjectNode()
                        .set("errors", JSON.createArrayNode().add(PlantedSecrets.EVERYTHING))
                        .toString();
            }
            if (path.startsWith("/taskmanagers/metrics")) {
                return "<html>" + PlantedSecrets.EVERYTHING + "</html>";
            }
            JsonNode tree = JSON.readTree(body);
            if (path.contains("/exceptions")) {
                ((ObjectNode) tree)
                        .putObject("exceptionHistory")
                        .putArray("entries")
                        .addObject()
                        .put("exceptionName", "java.lang.IllegalStateException")
                        .put(
                                "stacktrace",
                                "java.lang.IllegalStateException: " + PlantedSecrets.EVERYTHING)
                        .put("timestamp", 1_772_330_000_000L)
                        .put("taskName", PlantedSecrets.EVERYTHING);
            } else if (path.endsWith("/overview")) {
                tree.path("jobs")
                        .forEach(job -> ((ObjectNode) job).put("name", PlantedSecrets.EVERYTHING));
            } else if (tree.path("vertices").isArray()) {
                ((ObjectNode) tree).put("name", PlantedSecrets.EVERYTHING);
                for (JsonNode node : tree.path("plan").path("nodes")) {
                    String plan =
                            node.path("description").asText() + "\n" + PlantedSecrets.EVERYTHING;
                    ((ObjectNode) node).put("description", html(plan));
                }
                ((ObjectNode) tree).put("user", PlantedSecrets.EVERYTHING);
                for (JsonNode vertex : tree.path("vertices")) {
                    String name = vertex.path("name").asText();
                    ((ObjectNode) vertex).put("name", name + " " + PlantedSecrets.EVERYTHING);
                }
            } else if (path.endsWith("/checkpoints")) {
                for (JsonNode checkpoint : tree.path("history")) {
                    ((ObjectNode) checkpoint).put("failure_message", PlantedSecrets.EVERYTHING);
                    ((ObjectNode) checkpoint).put("external_path", PlantedSecrets.EVERYTHING);
                }
            } else if (path.contains("/metrics?get=num") || path.contains("busyTime")) {
                return body;
            } else if (path.contains("/metrics")) {
                for (String text : PlantedSecrets.TEXTS) {
                    ((ArrayNode) tree).addObject().put("id", text + ".numRecordsIn");
                }
            }
            return tree.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As Flink's plan generator writes descriptions. */
    private static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\n", "<br/>");
    }

    private static Map<String, String> contents(Path capture) throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (Files.isDirectory(capture)) {
            try (Stream<Path> all = Files.walk(capture)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    files.put(capture.relativize(file).toString(), Files.readString(file));
                }
            }
            return files;
        }
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(capture))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                files.put(e.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static Invoked run(String... args) {
        return Invoked.with(
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list),
                args);
    }
}
