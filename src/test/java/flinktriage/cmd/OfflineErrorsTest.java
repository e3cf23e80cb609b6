package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is not a capture, or not a good one, is one line and exit code 3. */
@Timeout(60)
class OfflineErrorsTest {

    private static final String ENTRY = "{\"request\":\"GET /config\",\"file\":\"%s\"}";

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

    @Test
    void files_and_a_cluster_exclude_each_other() {
        Invoked run = Invoked.of("diagnose", "--from", "x", "--url", "http://127.0.0.1:1");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .startsWith(
                        "flink-triage: --from and --archive exclude each other, and --url and"
                                + " --capture\n");
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
