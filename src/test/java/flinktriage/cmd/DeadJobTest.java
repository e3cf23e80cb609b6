package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DeadJobTest {

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"2.3.0", "1.20.3"})
    void the_archive_says_which_record_a_job_failed_on(String version) {
        Invoked run = run("diagnose", "--archive", file(version, "failed-on-a-record"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("CRITICAL  lab (")
                .contains("FAILED, submitted", "Flink " + version, "archive failed-on-a-record")
                .contains(
                        "Root cause    parse amount failed, and the job was not restarted:"
                                + " java.lang.NumberFormatException:\n"
                                + "              For input string: \"12,5\"")
                .contains("Note          the job as it was archived at 2026-11-30T01:3")
                .doesNotContain("the request failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.3.0", "1.20.3"})
    void the_archive_says_what_held_the_checkpoints_back(String version) {
        Invoked run =
                run("diagnose", "--archive", file(version, "failed-on-checkpoints"), "--show=all");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out())
                .contains("Exceeded checkpoint tolerable failure threshold", "FT-CP-001 EXPIRED")
                .containsPattern("busy time of tax service in its last\\s+attempt +9[0-9] %");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.3.0", "1.20.3"})
    void a_history_server_is_asked_for_what_it_has_only(String version) throws IOException {
        Path archive = Path.of(file(version, "failed-on-checkpoints"));
        String capture = folder.resolve("x.zip").toString();
        Invoked live;
        try (ServedRecording history = ServedRecording.ofArchive(archive)) {
            live = run("diagnose", "--url", history.url(), "--capture", capture, "--show=all");

            assertThat(history.paths)
                    .isNotEmpty()
                    .noneMatch(path -> path.matches(".*(metrics|backpressure|watermarks).*"))
                    .noneMatch(path -> path.startsWith("/taskmanagers"))
                    .noneMatch(path -> path.startsWith("/jobmanager"));
        }

        assertThat(live.code()).isEqualTo(2);
        assertThat(live.out())
                .containsPattern("Flink\\s+keeps none")
                .doesNotContain("the request failed", "answered 404");
        Invoked archived = run("diagnose", "--archive", archive.toString(), "--show=all");
        Invoked captured = run("diagnose", "--from", capture, "--show=all");
        assertThat(fromRootCause(captured)).isEqualTo(fromRootCause(live));
        assertThat(findings(archived)).isEqualTo(findings(live));
    }

    private static String fromRootCause(Invoked run) {
        return run.out().substring(run.out().indexOf("Root cause"));
    }

    private static String findings(Invoked run) {
        int from = run.out().indexOf("Root cause");
        return run.out().substring(from, run.out().indexOf("Do now", from));
    }

    private static String file(String version, String name) {
        return "src/test/captures/archives/" + version + "/" + name;
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
