package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import flinktriage.world.PlantedSecrets;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A capture of a real cluster whose configuration, names and exceptions tell secrets. */
@Tag("lab")
@Timeout(480)
class CapturedSecretsTest {

    private static final Duration SOON = Duration.ofSeconds(150);

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void theCaptureTellsNoSecretAndItsReportIsThatOfTheLiveRun(FlinkVersion version)
            throws Exception {
        Path cluster = Files.createDirectory(directory.resolve("cluster"));
        try (StandaloneCluster flink = StandaloneCluster.start(version, cluster, 1, planted())) {
            RunningJob job = flink.submit(ProcessIllness.TELLS_SECRETS);
            job.awaitUntil(
                    "it has failed three times",
                    SOON,
                    () -> job.job("/exceptions").at("/exceptionHistory/entries").size() > 2);
            String flinkSays =
                    String.join(
                            "\n",
                            text(job.get("/jobmanager/config")),
                            text(job.job("")),
                            text(job.job("/exceptions")));
            assertThat(flinkSays).contains(PlantedSecrets.SECRETS);

            assertSame(job, directory.resolve("a.zip"), "-o", "json");
            assertSame(job, directory.resolve("b.zip"), "--show", "all");
        }
    }

    /** The live run says what is wrong, and neither it nor the capture says a secret. */
    private static void assertSame(RunningJob job, Path capture, String... output)
            throws IOException {
        StringWriter err = new StringWriter();
        String[] options = {output[0], output[1], "--capture", capture.toString()};
        Diagnosed live = Diagnosed.watched(err, job.url(), options);
        Diagnosed offline =
                Diagnosed.with(err, List.of("--from", capture.toString(), output[0], output[1]));

        assertThat(live.out()).contains("FT-RS-001").contains("LOOP").contains("******");
        assertThat(afterTheSource(offline)).isEqualTo(afterTheSource(live));
        assertThat(offline.exitCode()).isEqualTo(live.exitCode()).isEqualTo(2);
        Map<String, String> files = contents(capture);
        assertThat(files).hasSizeGreaterThan(20);
        for (String secret : PlantedSecrets.SECRETS) {
            assertThat(live.out() + offline.out() + err).doesNotContain(secret);
            files.forEach((name, text) -> assertThat(name + text).doesNotContain(secret));
        }
    }

    /** Without the lines that name what was looked at. */
    private static String afterTheSource(Diagnosed said) {
        if (said.out().startsWith("{")) {
            return said.out().replaceFirst("(\"target\": \\{\\s+\"name\": )\"[^\"]*\"", "$1\"\"");
        }
        return said.out().substring(said.out().indexOf("Root cause"));
    }

    /** Each kind under a key that looks harmless. */
    private static Map<String, String> planted() {
        Map<String, String> settings = new TreeMap<>();
        for (int i = 0; i < PlantedSecrets.TEXTS.size(); i++) {
            String value = PlantedSecrets.TEXTS.get(i).replace("'", "''").replace('\n', ' ');
            settings.put("lab.note-" + i, "'" + value + "'");
        }
        return settings;
    }

    /** All texts of a reply, not escaped. */
    private static String text(JsonNode reply) {
        if (reply.isValueNode()) {
            return reply.asText();
        }
        StringBuilder all = new StringBuilder();
        reply.forEach(part -> all.append(text(part)).append('\n'));
        return all.toString();
    }

    private static Map<String, String> contents(Path capture) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(capture))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                files.put(e.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}
