package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.JobReport;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.flink.Recording;
import flinktriage.model.Snapshot;
import flinktriage.report.JsonReport;
import flinktriage.report.Pages;
import flinktriage.report.TextReport;
import flinktriage.report.TextStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Recordings with garbage in them, always the same: nothing throws, no check crashes. */
@Timeout(600)
class RandomRepliesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Engine ENGINE = new Engine(AllChecks.list(), "test");
    private static final Pages PAGES = Pages.packed();

    /** One run in so many is rendered too, which takes longer than to judge it. */
    private static final int RENDERED = 5;

    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "-1",
                    "1",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "2147483647",
                    "1e308",
                    "-1e308",
                    "4.9e-324",
                    "123456789012345678901234567890",
                    "0.5");
    private static final List<String> NO_NUMBERS =
            List.of("\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "\"-9.223372036854776E18\"");

    @Test
    void anyNumberInAnyNumericFieldCrashesNoCheck() {
        List<Mutated> recordings = recordings();
        Map<String, String> crashes = new TreeMap<>();
        for (int seed = 0; seed < 1_000; seed++) {
            Mutated recording = recordings.get(seed % recordings.size());
            Random random = new Random(seed);
            int oneOf = seed % 10 == 0 ? 1 : 3 + random.nextInt(40);
            Report report = report(recording, numbers(random, oneOf), seed);
            collectCrashes(report, recording.name() + " seed " + seed, crashes);
        }
        assertThat(crashes).isEmpty();
    }

    @Test
    void anyGarbageIsSurvivedAndIsNeverHealth() {
        List<Mutated> recordings = recordings();
        Map<String, String> crashes = new TreeMap<>();
        for (int seed = 0; seed < 2_000; seed++) {
            Mutated recording = recordings.get(seed % recordings.size());
            Random random = new Random(seed);
            boolean everything = seed % 10 == 0;
            Report report = report(recording, garbage(random, everything ? 1 : 6), seed);
            collectCrashes(report, recording.name() + " seed " + seed, crashes);
            if (everything) {
                assertThat(report.verdict())
                        .as(recording.name() + " seed " + seed)
                        .isNotEqualTo(RunVerdict.OK);
            }
        }
        assertThat(crashes).isEmpty();
    }

    private static List<Mutated> recordings() {
        return Recording.all().stream().map(Mutated::new).toList();
    }

    private static Report report(Mutated recording, UnaryOperator<byte[]> change, int seed) {
        try {
            Snapshot snapshot = recording.collect(change);
            Report report = ENGINE.diagnose(snapshot);
            if (seed % RENDERED != 0) {
                return report;
            }
            String text =
                    new TextReport(PAGES, new TextStyle(100, false, TextStyle.Show.ALL))
                            .render(report);
            assertThat(text).startsWith(report.verdict().name());
            assertThat(
                            MAPPER.readTree(new JsonReport(PAGES).render(report))
                                    .at("/verdict")
                                    .asText())
                    .isEqualTo(report.verdict().name());
            return report;
        } catch (IOException | RuntimeException e) {
            throw new AssertionError(recording.name() + " seed " + seed, e);
        }
    }

    private static void collectCrashes(Report report, String where, Map<String, String> crashes) {
        for (JobReport job : report.jobs()) {
            job.coverage()
                    .crashed()
                    .forEach(c -> crashes.putIfAbsent(c.code() + " " + c.why(), where));
        }
        report.clusterCoverage()
                .crashed()
                .forEach(c -> crashes.putIfAbsent(c.code() + " " + c.why(), where));
    }

    private static UnaryOperator<byte[]> numbers(Random random, int oneOf) {
        return body -> {
            try {
                return MAPPER.writeValueAsBytes(shaken(MAPPER.readTree(body), random, oneOf));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static JsonNode shaken(JsonNode node, Random random, int oneOf) throws IOException {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : new ArrayList<>(object.properties())) {
                object.set(field.getKey(), shaken(field.getValue(), random, oneOf));
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, shaken(array.get(i), random, oneOf));
            }
        } else if (random.nextInt(oneOf) == 0) {
            boolean asText = node.isTextual() && node.textValue().matches("-?[0-9.]+(E[0-9]+)?");
            if (node.isNumber() || asText) {
                int which = random.nextInt(NUMBERS.size() + NO_NUMBERS.size());
                boolean number = which < NUMBERS.size();
                String text = number ? NUMBERS.get(which) : NO_NUMBERS.get(which - NUMBERS.size());
                return MAPPER.readTree(number && asText ? '"' + text + '"' : text);
            }
        }
        return node;
    }

    private static UnaryOperator<byte[]> garbage(Random random, int oneOf) {
        return body ->
                random.nextInt(oneOf) > 0
                        ? body
                        : switch (random.nextInt(8)) {
                            case 0, 1 -> Arrays.copyOf(body, random.nextInt(body.length + 1));
                            case 2 -> new byte[0];
                            case 3 -> bytes("[" + "[{\"x\":".repeat(random.nextInt(5_000)));
                            case 4 -> bytes("{\"errors\":[\"x\",null,7]}");
                            case 5 -> noise(random);
                            case 6 -> flipped(body, random, 1 + random.nextInt(3));
                            default -> flipped(body, random, 1 + body.length / 20);
                        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] noise(Random random) {
        byte[] noise = new byte[random.nextInt(2_000)];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] flipped(byte[] body, Random random, int times) {
        byte[] copy = body.clone();
        for (int i = 0; i < times && copy.length > 0; i++) {
            copy[random.nextInt(copy.length)] =
                    (byte) "{}[],:\"\\09eE-. \u0000".charAt(random.nextInt(17));
        }
        return copy;
    }
}
