package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.flink.WireCluster;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever may name a job or throw an exception writes what a person at night reads. */
@Timeout(300)
class HostileTextTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String EVIL =
            "\u001b[2J\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007\u009b31m\r\nOK  all is well\u202egnorw"
                    + "\u2028\u0085\u200b<script>alert(1)</script> %n%s%d {} {url} {0} ${jndi:ldap://x} `id` $(id)";

    private static final List<String> SECRETS =
            List.of(
                    "AKIAIOSFODNN7EXAMPLE",
                    "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
                    "hunter2",
                    "hunter3",
                    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                    "0af1c2d3e4f5token");

    private static final String LEAK =
            "cannot open jdbc:postgresql://app:hunter2@db:5432/x?user=a&password=hunter3 with AKIAIOSFODNN7EXAMPLE,"
                    + " s3.secret-key: wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY, Authorization: Bearer"
                    + " eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

    @Test
    void nothingHarmfulAndNoSecretIsShown() throws IOException {
        String name = "orders " + EVIL + "A".repeat(1 << 20);
        try (WireCluster cluster = evil(name)) {
            for (String show : List.of("causes", "standard", "all")) {
                Ran text =
                        Ran.diagnose(cluster.url(), "--quick", "--timeout", "60s", "--show", show);
                assertHarmless(text.out() + text.err());
                assertThat(text.code()).isIn(1, 2);
                assertThat(text.out().length()).isLessThan(100_000);
            }
            Ran json = Ran.diagnose(cluster.url(), "--quick", "--timeout", "60s", "-o", "json");
            assertHarmless(json.out());
            for (String said : texts(MAPPER.readTree(json.out()))) {
                assertHarmless(said);
                assertThat(said).doesNotContain("\n");
            }
            assertThat(json.out()).contains("java.io.IOException: cannot open", "******");
            Ran jobs = Ran.of("jobs", "--url", cluster.url());
            assertHarmless(jobs.out());
            assertThat(jobs.out().lines()).hasSize(1);
        }
    }

    @Test
    void errorsOfFlinkAreShownWithoutSecrets() throws IOException {
        try (WireCluster cluster =
                new WireCluster(2, 2)
                        .answer(
                                "/jobs/" + WireCluster.job(),
                                500,
                                "{\"errors\":[" + quoted("x.Exception: " + LEAK + EVIL) + "]}")) {
            Ran text = Ran.diagnose(cluster.url(), "--quick", "--timeout", "60s");
            Ran json = Ran.diagnose(cluster.url(), "--quick", "--timeout", "60s", "-o", "json");

            assertThat(text.code()).isEqualTo(3);
            assertThat(text.out()).contains("answered 500 (cannot open");
            assertHarmless(text.out());
            assertHarmless(json.out());
        }
    }

    private static WireCluster evil(String name) throws IOException {
        long now = Instant.parse("2026-11-30T00:09:50Z").toEpochMilli();
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            entries.add(
                    "{\"exceptionName\":\"java.lang.RuntimeException\",\"timestamp\":%d,\"taskName\":%s,\"taskManagerId\":%s,\"endpoint\":%s,\"stacktrace\":%s}"
                            .formatted(
                                    now - i * 5_000,
                                    quoted("v1" + EVIL + " (1/2)"),
                                    quoted("tm" + EVIL),
                                    quoted("host" + EVIL),
                                    quoted(
                                            "java.lang.RuntimeException: TaskManager with id tm\u001b[2Jx is no longer reachable "
                                                    + LEAK
                                                    + EVIL
                                                    + "\n\tat x.Y"
                                                    + "\n\tat x.Y".repeat(10_000)
                                                    + "\nCaused by: java.io.IOException: "
                                                    + LEAK
                                                    + EVIL
                                                    + "\n\tat x.Z")));
        }
        String quotedName = quoted(name);
        return new WireCluster(3, 2)
                .answer(
                        "/exceptions",
                        200,
                        "{\"exceptionHistory\":{\"entries\":[" + String.join(",", entries) + "]}}")
                .answer(
                        "/jobmanager/config",
                        200,
                        "[{\"key\":\"restart-strategy.type\",\"value\":"
                                + quoted("none" + EVIL + LEAK)
                                + "},{\"key\":\"my.token\",\"value\":\"0af1c2d3e4f5token\"}]")
                .answer("/taskmanagers?", 200, "[]")
                .rewrite("/jobs/overview", body -> body.replace("\"job\"", quotedName))
                .rewrite("/config", body -> body.replace("2.3.0", escaped("2.3.0" + EVIL)))
                .rewrite(
                        "/jobs/" + WireCluster.job(),
                        body ->
                                body.replace("\"name\":\"job\"", "\"name\":" + quotedName)
                                        .replace(
                                                "\"name\":\"v",
                                                "\"name\":\"" + escaped(EVIL + "B".repeat(1 << 18)))
                                        .replace(
                                                "\"description\":\"v",
                                                "\"description\":\""
                                                        + escaped(
                                                                "[1]:GroupAggregate(" + EVIL + ")"))
                                        .replace("\"busyRatio\":0.25", "\"busyRatio\":1.0"));
    }

    private static void assertHarmless(String text) {
        SECRETS.forEach(secret -> assertThat(text).doesNotContain(secret));
        assertThat(
                        text.codePoints()
                                .filter(c -> c != '\n')
                                .filter(
                                        c ->
                                                Character.isISOControl(c)
                                                        || Character.getType(c) == Character.FORMAT
                                                        || Character.getType(c)
                                                                == Character.LINE_SEPARATOR)
                                .mapToObj(Character::getName)
                                .distinct()
                                .toList())
                .isEmpty();
        // A line break in a name must not begin a line of its own.
        assertThat(text.lines()).noneMatch(line -> line.startsWith("OK"));
    }

    private static List<String> texts(JsonNode node) {
        List<String> found = new ArrayList<>();
        if (node.isTextual()) {
            found.add(node.textValue());
        }
        node.forEach(child -> found.addAll(texts(child)));
        return found;
    }

    private static String quoted(String text) throws IOException {
        return MAPPER.writeValueAsString(text);
    }

    private static String escaped(String text) {
        try {
            String quoted = quoted(text);
            return quoted.substring(1, quoted.length() - 1);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
