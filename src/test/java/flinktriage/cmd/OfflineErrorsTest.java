package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not a capture, or not a good one, is one line and exit code 3. */
@Timeout(60)
class OfflineErrorsTest {

    private static final String ENTRY = "{\"request\":\"GET /config\",\"file\":\"%s\"}";

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

    @Test
    void says_what_is_wrong_with_a_capture() throws IOException {
        assertThat(from(folder.resolve("none.zip")))
                .isEqualTo("there is no such file or directory");
        assertThat(from(Files.writeString(folder.resolve("text.zip"), "not a zip")))
                .isEqualTo("neither a directory nor a complete zip file");
        assertThat(from(folder)).isEqualTo("there is no manifest.json in it");
        assertThat(from(zip(Map.of("other", "{}")))).isEqualTo("there is no manifest.json in it");
        assertThat(from(zip(Map.of("manifest.json", "{\"formatVersion\":"))))
                .isEqualTo("its manifest.json is not complete JSON");
        assertThat(from(zip(Map.of("manifest.json", "[1]"))))
                .isEqualTo("its manifest.json is not that of a capture");
        assertThat(from(zip(Map.of("manifest.json", manifest(2, "")))))
                .isEqualTo("a capture of format 2, this version reads 1");
        assertThat(from(zip(Map.of("manifest.json", manifest(1, ENTRY.formatted("../x"))))))
                .isEqualTo("not a name of a file in a capture: ../x");
        assertThat(from(zip(Map.of("manifest.json", manifest(1, ENTRY.formatted("gone.json"))))))
                .isEqualTo("there is no gone.json in it");
    }

    @Test
    void says_which_option_reads_the_other_kind_of_file() {
        assertThat(from(Path.of("src/test/captures/archives/2.3.0/failed-on-a-record")))
                .isEqualTo("not a capture but the archive of a job, which is read with --archive");
        assertThat(archive(Path.of("src/test/captures/2.3.0/a-healthy.zip")))
                .isEqualTo(
                        "a zip file and not the archive of a job; a capture is read with --from");
    }

    @Test
    void half_a_zip_is_no_capture() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of("src/test/captures/2.3.0/a-healthy.zip"));
        Path half = folder.resolve("half.zip");
        try (OutputStream out = Files.newOutputStream(half)) {
            out.write(whole, 0, whole.length / 2);
        }

        assertThat(from(half)).isEqualTo("neither a directory nor a complete zip file");
    }

    @Test
    void does_not_unpack_a_bomb() throws IOException {
        Path file = folder.resolve("bomb.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("manifest.json"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 70; i++) {
                zip.write(zeros);
            }
        }

        assertThat(from(file)).isEqualTo("the capture is too large to be read: manifest.json");
    }

    @Test
    void says_what_is_wrong_with_an_archive() throws IOException {
        assertThat(archive(folder.resolve("none"))).isEqualTo("there is no such file or directory");
        assertThat(archive(folder))
                .isEqualTo("a directory; the archive of a job is one file in it");
        assertThat(archive(Files.writeString(folder.resolve("a"), "{\"archive\":[")))
                .isEqualTo("not the archive of a job: not complete JSON");
        assertThat(archive(Files.writeString(folder.resolve("b"), "{\"archive\":[]}")))
                .isEqualTo("not the archive of a job: there is none in it");
        assertThat(archive(Files.writeString(folder.resolve("c"), "[]")))
                .isEqualTo("not the archive of a job: there is none in it");
    }

    @ParameterizedTest
    @CsvSource({
        "diagnose, --url=http://127.0.0.1:1",
        "diagnose, --header=X: y",
        "diagnose, --token-file=x",
        "diagnose, --user=x",
        "diagnose, --password-file=x",
        "diagnose, --insecure",
        "diagnose, --truststore=x",
        "diagnose, --keystore=x",
        "diagnose, --samples=2",
        "diagnose, --samples=5",
        "diagnose, --interval=12s",
        "diagnose, --quick",
        "diagnose, --timeout=10s",
        "diagnose, --kafka=127.0.0.1:1",
        "diagnose, --kafka=nonsense",
        "diagnose, --kafka-config=x",
        "diagnose, --kafka-group=x",
        "diagnose, --metrics-url=http://127.0.0.1:1",
        "diagnose, --prometheus=http://127.0.0.1:1",
        "diagnose, --capture=x.zip",
        "jobs, --url=http://127.0.0.1:1",
        "jobs, --token-file=x",
        "lint, --url=http://127.0.0.1:1",
        "lint, --keystore=x",
        "lint, --timeout=3s",
        "runbook run backpressure, --url=http://127.0.0.1:1",
        "runbook run backpressure, --insecure",
        "runbook run backpressure, --quick",
        "runbook run cluster-unreachable, --samples=1",
        "runbook run backpressure, --kafka=127.0.0.1:1"
    })
    void what_would_ask_somebody_is_refused_beside_a_file(String command, String live) {
        String option = live.replaceFirst("=.*", "");
        for (String file : List.of("--from=gone.zip", "--archive=gone")) {
            List<String> args = new ArrayList<>(List.of(command.split(" ")));
            args.addAll(List.of(file, live));

            Invoked run = Invoked.with(REAL, args.toArray(String[]::new));

            assertThat(run)
                    .isEqualTo(
                            new Invoked(
                                    3,
                                    "",
                                    "flink-triage: "
                                            + (file.startsWith("--from")
                                                    ? "--from reads a capture"
                                                    : "--archive reads a file")
                                            + " and asks nobody; leave out "
                                            + option
                                            + "\nTry: flink-triage "
                                            + command.replaceFirst("(run) .*", "$1")
                                            + " --help\n"));
        }
    }

    @Test
    void all_that_would_ask_somebody_is_named_at_once() {
        Invoked run =
                Invoked.with(
                        REAL,
                        "diagnose",
                        "--quick",
                        "--from=gone.zip",
                        "--header=A: b",
                        "--header=C: d",
                        "--prometheus=http://127.0.0.1:1");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .startsWith(
                        "flink-triage: --from reads a capture and asks nobody; leave out --header,"
                                + " --quick, --prometheus\n");
    }

    @Test
    void what_the_environment_says_of_a_cluster_does_not_disturb_a_file() {
        Surroundings set =
                new Surroundings(
                        Map.of(
                                "FLINK_TRIAGE_URL", "http://127.0.0.1:1",
                                "FLINK_TRIAGE_TOKEN", "x"),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list);
        String file = "src/test/captures/2.3.0/a-healthy.zip";

        assertThat(Invoked.with(set, "diagnose", "--from", file))
                .isEqualTo(Invoked.with(REAL, "diagnose", "--from", file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--format=sql",
                "--flink-version=1.20",
                "--set=table.exec.state.ttl=1d",
                "--changelog=t=I"
            })
    void what_is_about_scripts_is_refused_beside_a_job(String option) {
        for (String job :
                List.of("--from=gone.zip", "--archive=gone", "--url=http://127.0.0.1:1")) {
            Invoked run = Invoked.with(REAL, "lint", job, option);

            assertThat(run)
                    .isEqualTo(
                            new Invoked(
                                    3,
                                    "",
                                    "flink-triage: with --url, --from or --archive lint takes the"
                                            + " plan of a job as it is, no files; leave out "
                                            + option.replaceFirst("=.*", "")
                                            + "\nTry: flink-triage lint --help\n"));
        }
    }

    @Test
    void two_files_exclude_each_other() {
        Invoked run = Invoked.of("diagnose", "--from", "x", "--archive", "y");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .startsWith(
                        "flink-triage: --from and --archive exclude each other: one file is looked"
                                + " at\n");
    }

    @Test
    void a_list_of_jobs_is_as_strict() {
        Path gone = folder.resolve("none.zip");

        assertThat(why(gone, Invoked.of("jobs", "--from", gone.toString())))
                .isEqualTo("there is no such file or directory");
        assertThat(why(folder, Invoked.of("jobs", "--archive", folder.toString())))
                .isEqualTo("a directory; the archive of a job is one file in it");
    }

    private static String from(Path capture) {
        return why(capture, Invoked.of("diagnose", "--from", capture.toString()));
    }

    private static String archive(Path file) {
        return why(file, Invoked.of("diagnose", "--archive", file.toString()));
    }

    private static String why(Path file, Invoked run) {
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("flink-triage: " + file + ": ").endsWith("\n");
        String why = run.err().substring(("flink-triage: " + file + ": ").length());
        assertThat(why.lines()).hasSize(1);
        return why.strip();
    }

    private static String manifest(int format, String entries) {
        return "{\"formatVersion\":" + format + ",\"replies\":[" + entries + "]}";
    }

    private Path zip(Map<String, String> files) throws IOException {
        Path file = Files.createTempFile(folder, "x", ".zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> e : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(e.getKey()));
                zip.write(e.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
