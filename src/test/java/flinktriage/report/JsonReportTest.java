package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.checks.AllChecks;
import flinktriage.model.Unreachable;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.RunbookRun;
import flinktriage.runbook.Runbooks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The golden files are the documentation of the contract: a change of a field is a decision. */
class JsonReportTest {

    @TempDir private Path folder;

    @Test
    void writes_the_document_of_schema_version_1() {
        Report report =
                World.slowSink()
                        .report(
                                RunVerdict.CRITICAL,
                                World.coverage(
                                        2,
                                        4,
                                        1,
                                        new Reasoned(new CheckId("FT-RD-001"), "metrics are off")));

        assertThat(new JsonReport(World.pages()).render(report)).isEqualTo(golden("report.json"));
    }

    @Test
    void writes_a_cluster_that_does_not_answer() {
        Report report =
                World.unreachable(
                        new Unreachable(
                                Unreachable.Reason.REFUSED, "GET /config", "connection refused"));

        assertThat(new JsonReport(World.pages()).render(report))
                .isEqualTo(golden("unreachable.json"));
    }

    @Test
    void writes_the_steps_of_a_runbook_beside_the_report() throws IOException {
        Files.writeString(
                folder.resolve("sinks.md"),
                """
                ---
                id: sinks
                title: A sink is slow
                alerts: [SinkSlow]
                steps:
                  - check: FT-BP-001
                  - check: FT-LG-001
                  - check: FT-RD-001
                  - check: FT-BP-003
                    when: FT-BP-001 healthy
                  - ask: "Is the system behind it slow?"
                    when: FT-BP-001 found
                ---

                ## FT-BP-001: Find the operator that waits

                Below the last backpressured one.

                - `curl -s {url}/jobs/{job}/vertices/{vertex}/backpressure` (only reads)

                ## FT-LG-001: See what waits at the sources

                It comes on top.

                ## FT-RD-001: Rule out the disk

                It looks the same.

                ## FT-BP-003: See whether the source is the limit

                Then nothing is busy.

                ## Is the system behind it slow?

                Ask its owners.

                - `flink stop --savepointPath <dir> {job}` (stops the job; state stays compatible)
                """);
        Set<CheckId> known =
                Stream.of("FT-BP-001", "FT-LG-001", "FT-RD-001", "FT-BP-003")
                        .map(CheckId::new)
                        .collect(Collectors.toSet());
        Runbook runbook =
                Runbooks.packed(
                                AllChecks.list().stream()
                                        .map(check -> check.spec().id())
                                        .collect(Collectors.toSet()))
                        .with(folder, known)
                        .find("SinkSlow")
                        .orElseThrow();
        Report report =
                World.slowSink()
                        .report(
                                RunVerdict.CRITICAL,
                                World.coverage(
                                        2,
                                        4,
                                        1,
                                        new Reasoned(new CheckId("FT-RD-001"), "metrics are off")));

        assertThat(new JsonReport(World.pages()).render(RunbookRun.of(runbook, report)))
                .isEqualTo(golden("runbook.json"));
    }

    @Test
    void escapes_what_a_terminal_would_obey() {
        World w = new World("\u001b]0;x\u0007\u202e\u009b<b>").vertex("a", "Source: a", 0, 0);

        String json =
                new JsonReport(World.pages())
                        .render(w.report(RunVerdict.OK, World.coverage(1, 0, 0)));

        assertThat(json).contains("\"name\": \"\\\\x1b]0;x\\\\x07\\\\u202e\\\\x9b<b>\"");
    }

    private static String golden(String file) {
        try (InputStream in = JsonReportTest.class.getResourceAsStream("/report/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
