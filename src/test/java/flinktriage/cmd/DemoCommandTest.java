package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import flinktriage.sql.DemoJob;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a user sees it, in the 1 GB of heap that its launcher gives it. */
@Timeout(180)
class DemoCommandTest {

    @Test
    void theUnionThatKeepsEveryRowAndTheSlowSinkAreTheRootCauses() throws Exception {
        Surroundings surroundings =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list);

        Invoked run = Invoked.with(surroundings, "demo", "-o", "json");

        assertThat(run.code()).isBetween(ExitCode.WARNING, ExitCode.CRITICAL);
        assertThat(run.err()).contains("flink-triage diagnose --url http://127.0.0.1:");
        DemoJob.QUERY.lines().forEach(line -> assertThat(run.err()).contains("    " + line));
        assertThat(causes(new ObjectMapper().readTree(run.out()).at("/jobs/0")))
                .as(run.out())
                .containsExactlyInAnyOrder(
                        "FT-SQ-101 UNION_DISTINCT", "FT-BP-001 SINK_SLOW warehouse: Writer");
    }

    @Test
    void interruptedItStopsTheClusterAndLeavesNoFile(@TempDir Path temporary) throws Exception {
        Process demo =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx1g",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "demo")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader err = demo.errorReader()) {
            URI address = URI.create(firstMatch(err, ".* (http://127.0.0.1:[0-9]+)\\..*"));
            firstMatch(err, "(Giving it).*");

            // What Ctrl-C does, with another signal: the JVM answers both with its shutdown hooks.
            demo.destroy();

            assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue()).isEqualTo(128 + 15);
            assertThat(filesIn(temporary)).isEmpty();
            assertThat(catchConnect(address)).isInstanceOf(ConnectException.class);
        } finally {
            demo.destroyForcibly();
        }
    }

    private static List<String> causes(JsonNode job) {
        List<String> refs = new ArrayList<>();
        job.path("causes").forEach(ref -> refs.add(ref.asText()));
        List<String> causes = new ArrayList<>();
        for (JsonNode finding : job.path("findings")) {
            if (refs.contains(finding.path("ref").asText())) {
                String code = finding.path("code").asText() + " " + finding.path("reason").asText();
                // The vertex of the union is named by numbers that Flink counts up.
                boolean numbered = code.startsWith("FT-SQ-");
                causes.add(numbered ? code : code + " " + finding.at("/subject/name").asText());
            }
        }
        return causes;
    }

    private static String firstMatch(BufferedReader lines, String pattern) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.matches(pattern)) {
                return line.replaceFirst(pattern, "$1");
            }
        }
        throw new AssertionError("ended without a line like " + pattern);
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static Throwable catchConnect(URI address) {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return new AssertionError("still listening: " + socket);
        } catch (IOException e) {
            return e;
        }
    }
}
