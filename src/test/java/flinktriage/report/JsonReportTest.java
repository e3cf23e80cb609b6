package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.model.Unreachable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The golden files are the documentation of the contract: a change of a field is a decision. */
class JsonReportTest {

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
