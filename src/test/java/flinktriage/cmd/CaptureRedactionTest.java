package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
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
import java.util.regex.Pattern;
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

    /** As people write them; what is between ⟦ and ⟧ is the secret. */
    private static final List<String> TEXTS =
            List.of(
                    "s3.access-key: ⟦S3ACCESSKEY01⟧",
                    "s3.secret-key=⟦s3Secret/Key+02⟧",
                    "fs.azure.account.key.acme.blob.core.windows.net: ⟦azureKey03==⟧",
                    "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                            + " required username=\"etl\" password=\"⟦sasl-pass-04⟧\";",
                    "Authorization: Bearer ⟦bearerToken05abcDEF⟧",
                    "jdbc:mysql://etl:⟦jdbcPass06⟧@db.example:3306/orders",
                    "jdbc:postgresql://db/orders?user=etl&password=⟦jdbcParam07⟧&ssl=true",
                    "https://etl:⟦basicPass08⟧@schema-registry.example/subjects",
                    "'connector' = 'jdbc', 'password' = '⟦sqlOption09⟧'",
                    "{\"username\":\"etl\",\"password\":\"⟦jsonPass10⟧\"}",
                    "ssl.keystore.password=⟦keystore11⟧",
                    "AWS_SECRET_ACCESS_KEY=⟦awsSecret/12⟧",
                    "found ⟦AKIAIOSFODNN7EXAMPLE⟧ in the environment",
                    "token=⟦ghp_013abcdefghijklmnopqrstuvwx⟧",
                    "eyJhbGciOiJIUzI1NiJ9.⟦eyJzdWIiOiIxNCJ9.abcDEF14⟧",
                    "--api-key ⟦apiKey15⟧ --parallelism 4",
                    "https://hooks.slack.com/services/⟦T000/B000/slack16⟧",
                    "<property><name>x</name><password>⟦xmlPass17⟧</password></property>",
                    "-----BEGIN RSA PRIVATE KEY-----\n⟦MIIEpAIBAAKCAQEA18⟧\n"
                            + "-----END RSA PRIVATE KEY-----",
                    "jdbc:oracle:thin:etl/⟦oraclePass19⟧@db:1521/X",
                    "client_secret: ⟦clientSecret20⟧",
                    "Cookie: session=⟦cookie21⟧",
                    "mongodb+srv://etl:⟦mongo22⟧@cluster.example/db",
                    "basic.auth.user.info=etl:⟦registry23⟧",
                    "aws_session_token: ⟦IQoJb3JpZ2luX2VjEsess24⟧",
                    "OAuthBearerLoginModule required \\\n  clientId=\"a\" \\\n"
                            + "  clientSecret=\"⟦oauth25⟧\";",
                    "https://x.blob.example/c?sv=2026&sig=⟦sasUrl26⟧&se=1",
                    "https://fn.example/api?code=⟦function27⟧&token=⟦query27⟧",
                    "https://acme.webhook.office.com/webhookb2/⟦teams28⟧/IncomingWebhook/x",
                    "Endpoint=sb://x/;SharedAccessKeyName=all;SharedAccessKey=⟦hub29=⟧;EntityPath=e",
                    "rediss://:⟦redis30⟧@cache.example:6380/0",
                    "mongodb://etl:p/w#⟦mongo31⟧@h1:27017,h2:27017/db",
                    "jdbc:sqlserver://db:1433;user=etl;password={⟦sql;32⟧};encrypt=true",
                    "'password' = 'it''⟦doubled33⟧'",
                    "<property><name>fs.s3a.secret.key</name><value>⟦hadoop34⟧</value></property>",
                    "EnvVar(name=DB_PASSWORD, value=⟦kubernetes35⟧, valueFrom=null)",
                    "private_key: |\n  ⟦yamlBlock36⟧",
                    "properties.ssl.keystore.key = ⟦MIIEkeystore37⟧",
                    "tls.pem.b64 ⟦LS0tLS1CRUdJTi38⟧",
                    "X-Vault-Token: ⟦hvs.vault39⟧",
                    "Could not parse value '⟦rejected40⟧' for key 's3.secret-key'.");

    private static final Pattern MARKED = Pattern.compile("⟦([^⟧]+)⟧");

    private static final List<String> SECRETS =
            TEXTS.stream()
                    .flatMap(text -> MARKED.matcher(text).results())
                    .map(marked -> marked.group(1))
                    .toList();

    private static final String EVERYTHING =
            String.join("\n", TEXTS).replace("⟦", "").replace("⟧", "");

    @TempDir private Path folder;

    @Test
    void no_secret_is_in_a_capture_nor_in_a_report_of_it() throws IOException {
        assertThat(SECRETS).hasSizeGreaterThanOrEqualTo(20).doesNotHaveDuplicates();
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
                    String text = JSON.createObjectNode().put("x", EVERYTHING).toString();
                    return switch (Math.floorMod(path.hashCode(), 4)) {
                        case 0 -> text.substring(0, text.length() - 1);
                        case 1 -> body + "\n" + EVERYTHING;
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
        List<String> secrets = new ArrayList<>(SECRETS);
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
                list.addObject().put("key", "env.java.opts.all").put("value", EVERYTHING);
                list.addObject().put("key", "s3.secret-key").put("value", SECRETS.get(1));
                list.addObject().put("key", EVERYTHING).put("value", "a key");
                return list.toString();
            }
            if (path.endsWith("/taskmanagers")) {
                JsonNode list = JSON.readTree(body);
                for (JsonNode each : list.path("taskmanagers")) {
                    ((ObjectNode) each).put("path", EVERYTHING).put("password", SECRETS.get(3));
                    ((ObjectNode) each).putObject("environment").put("API_TOKEN", SECRETS.get(4));
                }
                return list.toString();
            }
            if (path.endsWith("/checkpoints/config")) {
                return JSON.createObjectNode()
                        .set("errors", JSON.createArrayNode().add(EVERYTHING))
                        .toString();
            }
            if (path.startsWith("/taskmanagers/metrics")) {
                return "<html>" + EVERYTHING + "</html>";
            }
            JsonNode tree = JSON.readTree(body);
            if (path.contains("/exceptions")) {
                ((ObjectNode) tree)
                        .putObject("exceptionHistory")
                        .putArray("entries")
                        .addObject()
                        .put("exceptionName", "java.lang.IllegalStateException")
                        .put("stacktrace", "java.lang.IllegalStateException: " + EVERYTHING)
                        .put("timestamp", 1_772_330_000_000L)
                        .put("taskName", EVERYTHING);
            } else if (path.endsWith("/overview")) {
                tree.path("jobs").forEach(job -> ((ObjectNode) job).put("name", EVERYTHING));
            } else if (tree.path("vertices").isArray()) {
                ((ObjectNode) tree).put("name", EVERYTHING);
                for (JsonNode node : tree.path("plan").path("nodes")) {
                    String plan = node.path("description").asText() + "\n" + EVERYTHING;
                    ((ObjectNode) node).put("description", html(plan));
                }
                ((ObjectNode) tree).put("user", EVERYTHING);
                for (JsonNode vertex : tree.path("vertices")) {
                    String name = vertex.path("name").asText();
                    ((ObjectNode) vertex).put("name", name + " " + EVERYTHING);
                }
            } else if (path.endsWith("/checkpoints")) {
                for (JsonNode checkpoint : tree.path("history")) {
                    ((ObjectNode) checkpoint).put("failure_message", EVERYTHING);
                    ((ObjectNode) checkpoint).put("external_path", EVERYTHING);
                }
            } else if (path.contains("/metrics?get=num") || path.contains("busyTime")) {
                return body;
            } else if (path.contains("/metrics")) {
                for (String text : TEXTS) {
                    String id = text.replace("⟦", "").replace("⟧", "");
                    ((ArrayNode) tree).addObject().put("id", id + ".numRecordsIn");
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
