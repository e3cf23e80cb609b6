package flinktriage.engine;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.LintReport;
import flinktriage.check.RunVerdict;
import flinktriage.check.ScriptReport;
import flinktriage.check.Severity;
import flinktriage.world.Scripts;
import flinktriage.world.WordRule;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** It is 2026-03-01. */
class SuppressionTest {

    private static final List<Check> CHECKS =
            List.of(
                    WordRule.of("FT-SQ-101", "UNION", Severity.WARNING),
                    WordRule.of("FT-SQ-103", "JOIN", Severity.CRITICAL));

    @Test
    void ignores_a_finding_of_the_statement_that_follows() {
        LintReport report =
                lint(
                        """
                        INSERT INTO o SELECT 1 UNION SELECT 2;
                        -- flink-triage:ignore FT-SQ-101 until 2026-03-01: they are few
                        INSERT INTO o SELECT 1 UNION SELECT 3;
                        INSERT INTO o SELECT 1 UNION SELECT 4;
                        """);

        ScriptReport script = report.scripts().get(0);
        assertThat(script.findings())
                .extracting(f -> f.ref() + " " + f.finding().subject().source().get().line())
                .containsExactly("f1 1", "f2 4");
        assertThat(script.ignored())
                .containsExactly(
                        new ScriptReport.Ignored(
                                script.ignored().get(0).finding(),
                                2,
                                LocalDate.of(2026, 3, 1),
                                "they are few"));
        assertThat(script.ignored().get(0).finding().ref()).isEqualTo("f3");
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void a_check_whose_findings_are_all_ignored_is_neither_a_problem_nor_healthy() {
        LintReport report =
                lint(
                        """
                        INSERT INTO o SELECT 1; -- flink-triage:ignore FT-SQ-101 until 2027-01-31: x
                        /* flink-triage:ignore FT-SQ-101, FT-SQ-103
                           until 2027-01-31: rows are few */
                        INSERT INTO o SELECT a FROM t JOIN u UNION SELECT 3;
                        """);

        ScriptReport script = report.scripts().get(0);
        assertThat(script.findings()).isEmpty();
        assertThat(script.coverage().problem()).isEmpty();
        assertThat(script.coverage().healthy()).isEmpty();
        assertThat(script.ignored())
                .extracting(i -> i.finding().code() + " " + i.reason())
                .containsExactly("FT-SQ-101 rows are few", "FT-SQ-103 rows are few");
        assertThat(report.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(report.notes())
                .containsExactly(
                        "o.sql:1: FT-SQ-101 is ignored for a statement that does not have it; the"
                                + " comment can go");
    }

    @Test
    void holds_for_the_statement_in_which_it_stands() {
        LintReport report =
                lint(
                        """
                        INSERT INTO o
                        -- flink-triage:ignore FT-SQ-101 until 2027-01-31: few
                        SELECT 1 UNION SELECT 2;
                        INSERT INTO o SELECT 1 UNION SELECT 3;
                        """);

        assertThat(report.scripts().get(0).findings())
                .extracting(f -> f.finding().subject().source().get().line())
                .containsExactly(4);
    }

    @Test
    void an_expired_one_brings_the_finding_back_and_says_so() {
        LintReport report =
                lint(
                        """
                        -- flink-triage:ignore FT-SQ-101 until 2026-02-28: until the migration
                        INSERT INTO o SELECT 1 UNION SELECT 3;
                        """);

        assertThat(report.scripts().get(0).findings()).hasSize(1);
        assertThat(report.verdict()).isEqualTo(RunVerdict.WARNING);
        assertThat(report.notes())
                .containsExactly(
                        "o.sql:1: FT-SQ-101 is no longer ignored: that ended with 2026-02-28 (until"
                                + " the migration)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    FT-SQ-101: few                       | FT-SQ-101 is not ignored: the comment must say until when, such as 'until 2027-01-31: reason'
                    FT-SQ-101                            | FT-SQ-101 is not ignored: the comment must say until when, such as 'until 2027-01-31: reason'
                    FT-SQ-101 until tomorrow: few        | FT-SQ-101 is not ignored: the comment must say until when, such as 'until 2027-01-31: reason'
                    FT-SQ-101 until 2027-02-30: few      | FT-SQ-101 is not ignored: the comment must say until when, such as 'until 2027-01-31: reason'
                    FT-SQ-101 until 2027-01-31           | FT-SQ-101 is not ignored: the comment must end with ': reason'
                    FT-SQ-101 until 2027-01-31:          | FT-SQ-101 is not ignored: the comment must end with ': reason'
                    FT-SQ-999 until 2027-01-31: few      | no rule of lint has the code FT-SQ-999
                    until 2027-01-31: few                | the comment names no rule to ignore, so it ignores nothing
                    """)
    void one_that_is_not_complete_ignores_nothing_and_is_told_with_its_line(
            String text, String note) {
        LintReport report =
                lint(
                        "\n-- flink-triage:ignore "
                                + text
                                + "\nINSERT INTO o SELECT 1 UNION SELECT 3;");

        assertThat(report.scripts().get(0).findings()).hasSize(1);
        assertThat(report.notes()).containsExactly("o.sql:2: " + note);
    }

    @Test
    void tells_a_code_that_there_is_not_and_still_heeds_the_others() {
        LintReport report =
                lint(
                        """
                        -- flink-triage:ignore FT-SQ-999, FT-SQ-101 until 2027-01-31: few
                        INSERT INTO o SELECT 1 UNION SELECT 3;
                        """);

        assertThat(report.scripts().get(0).findings()).isEmpty();
        assertThat(report.notes())
                .containsExactly("o.sql:1: no rule of lint has the code FT-SQ-999");
    }

    @Test
    void tells_one_that_no_statement_follows() {
        LintReport report =
                lint(
                        """
                        INSERT INTO o SELECT 1 UNION SELECT 3;
                        -- flink-triage:ignore FT-SQ-101 until 2027-01-31: few
                        """);

        assertThat(report.scripts().get(0).findings()).hasSize(1);
        assertThat(report.notes())
                .containsExactly(
                        "o.sql:2: FT-SQ-101 is ignored for no statement: none follows; the comment"
                                + " can go");
    }

    @Test
    void what_only_looks_like_a_comment_is_none() {
        LintReport report =
                lint(
                        """
                        INSERT INTO o SELECT '-- flink-triage:ignore FT-SQ-101 until 2027-01-31: x'
                        UNION SELECT 'it''s -- flink-triage:ignore FT-SQ-101 until 2027-01-31: x';
                        """);

        assertThat(report.scripts().get(0).findings()).hasSize(1);
        assertThat(report.notes()).isEmpty();
    }

    private static LintReport lint(String text) {
        return new Linter(CHECKS, "0.1.0", Clock.fixed(Scripts.NOW, ZoneOffset.UTC))
                .lint(List.of(Scripts.sql("o.sql", text)));
    }
}
