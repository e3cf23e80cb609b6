package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.flink.Recording;
import flinktriage.report.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class CaptureCommandTest {

    private static final Surroundings REAL =
            new Surroundings(
                    Map.of(),
                    false,
                    false,
                    Optional.empty(),
                    Clock.systemUTC(),
                    Pages.packed(),
                    AllChecks::list);

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2.3.0/b-slow-sink-steady",
                "2.3.0/a-healthy",
                "2.3.0/i2-checkpoint-timeout",
                "1.20.3/kafka-12p-p5",
                "1.20.3/d-key-skew-steady"
            })
    void a_capture_gives_the_report_of_the_run_that_took_it(String recording) throws IOException {
        String file = folder.resolve("x.zip").toString();
        String job = Recording.of(recording).jobId();
        Invoked live;
        Invoked liveJson;
        try (ServedRecording cluster = ServedRecording.of(recording)) {
            live =
                    run(
                            "diagnose",
                            job,
                            "--url",
                            cluster.url(),
                            "--capture",
                            file,
                            "--interval=100ms");
        }
        try (ServedRecording cluster = ServedRecording.of(recording)) {
            liveJson =
                    run(
                            "diagnose",
                            job,
                            "--url",
                            cluster.url(),
                            "--capture",
                            folder.resolve("json").toString(),
                            "--interval=100ms",
                            "-o",
                            "json");
        }

        Invoked offline = run("diagnose", "--from", file);
        Invoked offlineJson =
                run("diagnose", "--from", folder.resolve("json").toString(), "-o", "json");

        assertThat(withoutOrigin(offline)).isEqualTo(withoutOrigin(live));
        assertThat(offlineJson.out().replaceFirst("\"capture of .*\"", "\"x\""))
                .isEqualTo(liveJson.out().replaceFirst("\"http://.*\"", "\"x\""));
        assertThat(offlineJson.code()).isEqualTo(liveJson.code());
    }

    @Test
    void a_capture_holds_the_failures_too() throws IOException {
        String file = folder.resolve("x.zip").toString();
        Invoked live;
        try (ServedRecording cluster =
                new ServedRecording(
                        "2.3.0/b-slow-sink-steady",
                        (path, body) ->
                                path.contains("/backpressure")
                                        ? ""
                                        : path.endsWith("/checkpoints")
                                                ? body.substring(0, body.length() / 2)
                                                : path.endsWith("/taskmanagers")
                                                        ? "{\"errors\":[\"x\"]}"
                                                        : body)) {
            live = run("diagnose", "--url", cluster.url(), "--capture", file, "--interval=100ms");
        }

        assertThat(withoutOrigin(run("diagnose", "--from", file))).isEqualTo(withoutOrigin(live));
        assertThat(live.out()).contains("UNKNOWN");
    }

    @Test
    void jobs_are_listed_from_a_capture_as_from_the_cluster() throws IOException {
        String file = folder.resolve("x.zip").toString();
        Invoked live;
        Invoked liveJson;
        try (ServedRecording cluster = ServedRecording.of("1.20.3/x-failed")) {
            String job = Recording.of("1.20.3/x-failed").jobId();
            run("capture", job, "--url", cluster.url(), "--output", file, "--quick");
            live = run("jobs", "--url", cluster.url());
            liveJson = run("jobs", "--url", cluster.url(), "-o", "json");
        }

        assertThat(run("jobs", "--from", file)).isEqualTo(live);
        Invoked json = run("jobs", "--from", file, "-o", "json");
        assertThat(json.out().replaceFirst("\\s+\"name\" : \"capture of [^\"]*\",", ""))
                .isEqualTo(liveJson.out());
        assertThat(live.out()).contains("FAILED");
    }

    @Test
    void the_job_of_an_archive_is_listed() throws IOException {
        String archive = "src/test/captures/archives/2.3.0/failed-on-a-record";

        Invoked text = run("jobs", "--archive", archive);
        Invoked json = run("jobs", "--archive", archive, "-o", "json");

        assertThat(text.code()).isZero();
        assertThat(text.out().lines()).hasSize(1);
        assertThat(text.out()).contains("FAILED", "lab");
        assertThat(json.out())
                .contains("\"name\" : \"archive failed-on-a-record\"", "\"FAILED\"")
                .doesNotContain("\"url\"");
    }

    @Test
    void a_runbook_is_followed_through_a_capture_as_through_the_cluster() throws IOException {
        String file = folder.resolve("x.zip").toString();
        String recording = "2.3.0/b-slow-sink-steady";
        String job = Recording.of(recording).jobId();
        Invoked live;
        try (ServedRecording cluster = ServedRecording.of(recording)) {
            run("capture", job, "--url", cluster.url(), "--output", file, "--quick");
            live = run("runbook", "run", "backpressure", job, "--url", cluster.url(), "--quick");

            Invoked offline = run("runbook", "run", "backpressure", "--from", file);

            assertThat(offline.code()).isEqualTo(live.code()).isEqualTo(1);
            assertThat(live.out()).contains("Result        found in step");
            // The width of the elapsed time moves what stands before it.
            String elapsed = " +([0-9]+ requests in )[0-9.]+ m?s\n";
            assertThat(withoutOrigin(offline).out().replaceAll(elapsed, " $1\n"))
                    .isEqualTo(withoutOrigin(live).out().replaceAll(elapsed, " $1\n"));
        }
    }

    @Test
    void writes_a_file_for_its_owner_only_and_says_which() throws IOException {
        Path file = folder.resolve("orders.zip");
        try (ServedRecording cluster = ServedRecording.of("2.3.0/b-slow-sink-steady")) {
            Invoked run =
                    run("capture", "--url", cluster.url(), "--output", file.toString(), "--quick");

            assertThat(run.code()).isZero();
            assertThat(run.out()).isEqualTo(file + "\n");
            assertThat(run.err())
                    .matches(
                            "Captured .* \\([0-9a-f]+\\): [0-9]+ replies, [0-9.]+ KB\\. Passwords,"
                                    + " keys and tokens are masked; names and addresses are not\\.\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left).containsExactly(file);
            }
        }
    }

    @Test
    void replaces_nothing_and_leaves_nothing_behind() throws IOException {
        Path there = Files.writeString(folder.resolve("there.zip"), "mine");
        try (ServedRecording cluster = ServedRecording.of("2.3.0/b-slow-sink-steady")) {
            assertThat(run("capture", "--url", cluster.url(), "--output", there.toString()))
                    .isEqualTo(
                            new Invoked(
                                    3,
                                    "",
                                    "flink-triage: "
                                            + there
                                            + ": exists already, and nothing is replaced\n"));
            assertThat(cluster.paths).isEmpty();
            assertThat(
                            run(
                                            "capture",
                                            "nojob",
                                            "--url",
                                            cluster.url(),
                                            "--output",
                                            folder.resolve("new.zip").toString())
                                    .code())
                    .isEqualTo(3);
        }
        Invoked unreachable =
                run(
                        "capture",
                        "--url=http://127.0.0.1:1",
                        "--output",
                        folder.resolve("new").toString());

        assertThat(unreachable.code()).isEqualTo(2);
        assertThat(unreachable.err()).contains("nothing was written");
        assertThat(Files.readString(there)).isEqualTo("mine");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(there);
        }
        assertThat(run("capture", "--output", "/nowhere/at/all.zip").err())
                .isEqualTo(
                        "flink-triage: /nowhere/at/all.zip: there is no such file or directory\n");
    }

    /** The first lines say where it came from, and may take one line more. */
    private static Invoked withoutOrigin(Invoked run) {
        return new Invoked(
                run.code(),
                run.out()
                        .replaceAll("capture of [0-9TZ:.-]+\\s+", "")
                        .replaceFirst("\\s+http://127.0.0.1:[0-9]+\n\\s*", "\n"),
                run.err());
    }

    private static Invoked run(String... args) {
        return Invoked.with(REAL, args);
    }
}
