package flinktriage.report;

import static flinktriage.report.World.coverage;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Unreachable;
import flinktriage.report.TextStyle.Show;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

    private static final Reasoned NO_METRIC =
            new Reasoned(
                    new CheckId("FT-RD-001"), "no RocksDB metrics: not exposed by this cluster");

    @Test
    void leads_with_the_root_cause_and_folds_its_symptoms() {
        Report report = World.slowSink().report(RunVerdict.CRITICAL, coverage(9, 4, 2, NO_METRIC));

        assertThat(render(report, TextStyle.PLAIN)).isEqualTo(golden("chain.txt"));
    }

    @Test
    void shows_every_check_and_the_evidence_of_symptoms_on_request() {
        Report report = World.slowSink().report(RunVerdict.CRITICAL, coverage(9, 4, 2, NO_METRIC));

        assertThat(render(report, new TextStyle(100, false, Show.ALL)))
                .isEqualTo(golden("chain-all.txt"));
    }

    @Test
    void shows_only_causes_and_steps_on_request() {
        Report report = World.slowSink().report(RunVerdict.CRITICAL, coverage(9, 4, 2, NO_METRIC));

        assertThat(render(report, new TextStyle(100, false, Show.CAUSES)))
                .isEqualTo(golden("chain-causes.txt"));
    }

    @Test
    void fits_a_narrow_terminal() {
        Report report = World.slowSink().report(RunVerdict.CRITICAL, coverage(9, 4, 2, NO_METRIC));

        assertThat(render(report, new TextStyle(60, false, Show.STANDARD)))
                .isEqualTo(golden("chain-narrow.txt"));
    }

    @Test
    void colour_only_adds_to_the_words() {
        Report report = World.slowSink().report(RunVerdict.CRITICAL, coverage(9, 4, 2, NO_METRIC));

        String coloured = render(report, new TextStyle(100, true, Show.STANDARD));

        assertThat(coloured).startsWith("\u001b[1;31mCRITICAL\u001b[0m  orders");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(golden("chain.txt"));
    }

    @Test
    void numbers_several_root_causes_and_marks_each_in_the_graph() {
        World w =
                new World("two sides")
                        .vertex("a", "Source: left", 0.1, 0.9)
                        .vertex("b", "Source: right", -1, 0.8)
                        .vertex("c", "join", 0.97, 0.02, "a", "b")
                        .vertex("d", "Sink: files", 0.2, 0, "c")
                        .vertex("e", "Sink: table", 0.99, 0, "c");
        w.found(
                        World.finding(
                                "f1",
                                "FT-BP-001",
                                Severity.CRITICAL,
                                "BUSY",
                                Subject.vertex(w.vertex("c")),
                                "join cannot keep up: busy 97 % on 1 of 2 subtasks",
                                List.of(),
                                "f3"))
                .found(
                        World.finding(
                                "f2",
                                "FT-ST-003",
                                Severity.WARNING,
                                "SKEW",
                                Subject.vertex(w.vertex("e")),
                                "Sink: table holds 90 % of its state in subtask 1",
                                List.of(),
                                "f3"))
                .found(
                        World.finding(
                                "f3",
                                "FT-CP-003",
                                Severity.WARNING,
                                "ALIGNMENT",
                                Subject.vertex(w.vertex("c")),
                                "join: checkpoints align for 4.2 s",
                                List.of()))
                .causes("f1", "f2");

        assertThat(render(w.report(RunVerdict.CRITICAL, coverage(9, 3, 0)), TextStyle.PLAIN))
                .isEqualTo(golden("diamond.txt"));
    }

    @Test
    void is_short_for_a_healthy_job() {
        World w =
                new World("orders")
                        .vertex("a", "Source: orders", 0.08, 0)
                        .vertex("b", "Sink: out", 0.12, 0, "a");

        assertThat(render(w.report(RunVerdict.OK, coverage(9, 0, 2, NO_METRIC)), TextStyle.PLAIN))
                .isEqualTo(golden("healthy.txt"));
    }

    @Test
    void says_first_why_nothing_could_be_assessed() {
        String late = "no busy times: the request failed (GET /jobs/9f3c2a/vertices: timeout)";
        Coverage nothing =
                coverage(
                        0,
                        0,
                        1,
                        new Reasoned(new CheckId("FT-BP-001"), late),
                        new Reasoned(new CheckId("FT-BP-002"), late),
                        new Reasoned(
                                new CheckId("FT-CP-001"), "no checkpoint history: not there yet"));
        World w = new World("orders").vertex("a", "Source: orders", -1, -1);

        assertThat(render(w.report(RunVerdict.UNKNOWN, nothing), TextStyle.PLAIN))
                .isEqualTo(golden("unknown.txt"));
    }

    @Test
    void says_why_no_check_applied() {
        World w = new World("orders").vertex("a", "Source: orders", -1, -1);

        assertThat(render(w.report(RunVerdict.UNKNOWN, coverage(0, 0, 2)), TextStyle.PLAIN))
                .isEqualTo(
                        """
                        UNKNOWN  orders (9f3c2a)  RUNNING for 2 h 14 min  Flink 2.3.0  http://jm:8081

                        Not applic.   FT-PA-001, FT-PA-002: no Kafka source

                        Assessed      2 checks: 0 healthy, 2 not applicable                            38 requests in 940 ms
                        """);
    }

    @Test
    void says_in_one_sentence_that_the_cluster_does_not_answer() {
        Report report =
                World.unreachable(
                        new Unreachable(
                                Unreachable.Reason.REFUSED, "GET /config", "connection refused"));

        assertThat(render(report, TextStyle.PLAIN)).isEqualTo(golden("unreachable.txt"));
    }

    @Test
    void shows_hostile_names_without_obeying_them() {
        String name = "\u001b]0;owned\u0007\u001b[2Jor\u202eders\n<script>alert(1)</script>";
        World w =
                new World(name)
                        .vertex("a", "Source: \u001b[31mred", 0.1, 0.9)
                        .vertex("b", "Sink:\r\nout", 1, 0, "a");
        w.found(
                        World.finding(
                                "f1",
                                "FT-BP-001",
                                Severity.CRITICAL,
                                "BUSY",
                                Subject.vertex(w.vertex("b")),
                                "Sink:\r\nout\u200b cannot keep up \u009b31m",
                                List.of()))
                .causes("f1");

        assertThat(render(w.report(RunVerdict.CRITICAL, coverage(1, 1, 0)), TextStyle.PLAIN))
                .isEqualTo(golden("hostile.txt"));
    }

    @Test
    void puts_the_worst_of_several_jobs_first_and_keeps_healthy_ones_to_a_line() {
        Report report =
                World.report(
                        RunVerdict.CRITICAL,
                        List.of(
                                new World("calm")
                                        .vertex("a", "Source: a", 0, 0)
                                        .jobReport(RunVerdict.OK, coverage(9, 0, 0)),
                                World.slowSink()
                                        .jobReport(RunVerdict.CRITICAL, coverage(9, 4, 2))));

        assertThat(render(report, TextStyle.PLAIN)).isEqualTo(golden("several.txt"));
    }

    private static String render(Report report, TextStyle style) {
        return new TextReport(World.pages(), style).render(report);
    }

    private static String golden(String file) {
        try (InputStream in = TextReportTest.class.getResourceAsStream("/report/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
