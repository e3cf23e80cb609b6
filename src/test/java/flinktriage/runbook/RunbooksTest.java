package flinktriage.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import flinktriage.check.CheckId;
import flinktriage.check.ClusterCheck;
import flinktriage.check.JobCheck;
import flinktriage.checks.AllChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunbooksTest {

    private static final Set<CheckId> KNOWN =
            AllChecks.list().stream()
                    .filter(c -> c instanceof JobCheck || c instanceof ClusterCheck)
                    .map(c -> c.spec().id())
                    .collect(Collectors.toSet());

    private static final String OWN =
            """
            ---
            id: ours
            title: Our own
            alerts: [OursIsSick]
            steps:
              - check: FT-BP-001
            ---

            ## FT-BP-001: Look at it

            Here.
            """;

    @TempDir Path folder;

    @Test
    void every_file_of_the_folder_is_packed_and_valid() throws IOException {
        List<String> files;
        try (Stream<Path> all = Files.list(Path.of("runbooks"))) {
            files =
                    all.map(f -> f.getFileName().toString())
                            .sorted()
                            .map(name -> name.replaceFirst("\\.md$", ""))
                            .toList();
        }
        Runbooks packed = Runbooks.packed(KNOWN);

        assertThat(Runbooks.PACKED).isEqualTo(files).hasSize(13);
        assertThat(packed.list()).extracting(Runbook::id).isEqualTo(files);
        assertThat(packed.notes()).isEmpty();
    }

    /** A code that no runbook looks at is one that nobody sees who follows runbooks. */
    @Test
    void every_check_is_a_step_of_a_runbook() {
        Set<CheckId> used =
                Runbooks.packed(KNOWN).list().stream()
                        .flatMap(runbook -> runbook.steps().stream())
                        .flatMap(step -> step.check().stream())
                        .collect(Collectors.toSet());

        assertThat(used).isEqualTo(KNOWN).hasSizeGreaterThanOrEqualTo(50);
    }

    @Test
    void an_alert_selects_one_packed_runbook() {
        Runbooks packed = Runbooks.packed(KNOWN);
        List<String> alerts = packed.list().stream().flatMap(r -> r.alerts().stream()).toList();

        assertThat(new HashSet<>(alerts)).hasSameSizeAs(alerts);
        assertThat(packed.forAlert("KafkaConsumerGroupLag").orElseThrow().id())
                .isEqualTo("consumer-lag");
        assertThat(packed.find("FlinkJobDown").orElseThrow().id()).isEqualTo("job-not-running");
        assertThat(packed.find("nothing")).isEmpty();
    }

    @Test
    void adds_those_of_the_user() throws IOException {
        Files.writeString(folder.resolve("ours.md"), OWN);
        Files.writeString(folder.resolve("README.txt"), "no runbook");

        Runbooks all = Runbooks.packed(KNOWN).with(folder, KNOWN);

        assertThat(all.list()).hasSize(14);
        assertThat(all.forAlert("OursIsSick").orElseThrow().title()).isEqualTo("Our own");
        assertThat(all.notes()).isEmpty();
    }

    @Test
    void says_so_when_one_of_the_user_takes_the_place_of_a_packed_one() throws IOException {
        Path file = folder.resolve("mine.md");
        Files.writeString(
                file,
                OWN.replace("id: ours", "id: backpressure")
                        .replace("OursIsSick", "FlinkJobDown, FlinkBackpressure"));

        Runbooks all = Runbooks.packed(KNOWN).with(folder, KNOWN);

        assertThat(all.list()).hasSize(13);
        assertThat(all.find("backpressure").orElseThrow().title()).isEqualTo("Our own");
        assertThat(all.forAlert("FlinkThroughputLow")).isEmpty();
        assertThat(all.notes())
                .containsExactly(
                        file + " takes the place of the packed runbook backpressure",
                        file + " takes the alert FlinkJobDown from job-not-running");
    }

    @Test
    void rejects_two_of_the_user_with_one_id_or_one_alert() throws IOException {
        Path a = folder.resolve("a.md");
        Path b = folder.resolve("b.md");
        Path c = folder.resolve("c.md");
        Files.writeString(a, OWN);
        Files.writeString(b, OWN);
        Files.writeString(c, OWN.replace("id: ours", "id: other"));

        assertThatThrownBy(() -> Runbooks.packed(KNOWN).with(folder, KNOWN))
                .isInstanceOf(InvalidRunbookException.class)
                .hasMessage(
                        b
                                + ":1: "
                                + a
                                + " has the id ours too\n"
                                + c
                                + ":1: "
                                + a
                                + " has the alert OursIsSick too");
    }

    @Test
    void rejects_folders_and_files_that_cannot_be_read() throws IOException {
        Runbooks packed = Runbooks.packed(KNOWN);
        Path nowhere = folder.resolve("nowhere");

        assertThatThrownBy(() -> packed.with(nowhere, KNOWN))
                .hasMessage(nowhere + ": not a folder that can be read");
        assertThatThrownBy(() -> packed.with(folder, KNOWN))
                .hasMessage(folder + ": no file *.md in it");

        Path binary = folder.resolve("a.md");
        Path large = folder.resolve("b.md");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.write(large, new byte[300_000]);
        assertThatThrownBy(() -> packed.with(folder, KNOWN))
                .hasMessage(binary + ":1: not UTF-8\n" + large + ":1: larger than 256 KB");
    }
}
