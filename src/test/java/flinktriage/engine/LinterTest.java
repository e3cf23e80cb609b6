package flinktriage.engine;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.LintReport;
import flinktriage.check.PlanCheck;
import flinktriage.check.RunVerdict;
import flinktriage.check.ScriptReport;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.world.Scripts;
import flinktriage.world.WordRule;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LinterTest {

    private static final WordRule JOIN = WordRule.of("FT-SQ-103", "JOIN", Severity.CRITICAL);
    private static final WordRule UNION = WordRule.of("FT-SQ-101", "UNION", Severity.WARNING);
    private static final WordRule GROUP = WordRule.of("FT-SQ-126", "GROUP", Severity.INFO);

    @Test
    void tells_findings_in_the_order_of_the_script_not_of_the_checks() {
        ScriptReport report =
                lint(
                        """
                        CREATE TABLE t (a INT);
                        INSERT INTO o
                        SELECT a FROM t JOIN u ON TRUE UNION SELECT 1;
                        INSERT INTO o SELECT 1 UNION SELECT 2 GROUP BY 1;
                        """,
                        UNION,
                        JOIN,
                        GROUP);

        assertThat(report.findings())
                .extracting(
                        f ->
                                f.ref()
                                        + " "
                                        + f.code()
                                        + " "
                                        + f.finding().subject().source().get().start())
                .containsExactly(
                        "f1 FT-SQ-103 o.sql:3:17",
                        "f2 FT-SQ-101 o.sql:3:32",
                        "f3 FT-SQ-101 o.sql:4:24",
                        "f4 FT-SQ-126 o.sql:4:39");
        assertThat(report.verdict()).isEqualTo(RunVerdict.CRITICAL);
    }

    @Test
    void a_check_is_in_the_worst_list_that_a_statement_puts_it_in() {
        ScriptReport report =
                lint("INSERT INTO o SELECT 1; INSERT INTO o SELECT 1 UNION SELECT 2;", UNION, JOIN);

        assertThat(report.coverage().problem()).containsExactly(UNION.spec().id());
        assertThat(report.coverage().healthy()).containsExactly(JOIN.spec().id());
        assertThat(report.coverage().total()).isEqualTo(2);
        assertThat(report.verdict()).isEqualTo(RunVerdict.WARNING);
    }

    @Test
    void info_changes_no_verdict() {
        assertThat(lint("INSERT INTO o SELECT 1 GROUP BY 1;", GROUP).verdict())
                .isEqualTo(RunVerdict.OK);
    }

    @Test
    void a_check_that_crashes_is_isolated_and_its_findings_elsewhere_stay() {
        PlanCheck crashing =
                check(
                        "FT-SQ-101",
                        view -> {
                            if (view.statement().at().line() == 1) {
                                throw new IllegalStateException("boom");
                            }
                            return UNION.examine(view, Limits.STANDARD);
                        });

        ScriptReport report =
                lint(
                        "INSERT INTO o SELECT 1;\nINSERT INTO o SELECT 1 UNION SELECT 2;",
                        crashing,
                        JOIN);

        assertThat(report.coverage().crashed())
                .extracting(c -> c.code() + ": " + c.why())
                .containsExactly("FT-SQ-101: java.lang.IllegalStateException: boom");
        assertThat(report.coverage().healthy()).containsExactly(JOIN.spec().id());
        assertThat(report.findings()).hasSize(1);
        assertThat(report.verdict()).isEqualTo(RunVerdict.WARNING);
        assertThat(lint("INSERT INTO o SELECT 1;", crashing).verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
    }

    @Test
    void a_statement_without_the_plan_that_it_should_have_makes_unknown() {
        SqlScript script = Scripts.sql("o.sql", "INSERT INTO o SELECT rate(a) FROM t;", "");

        LintReport report = lint(List.of(script), UNION);

        assertThat(report.verdict()).isEqualTo(RunVerdict.UNKNOWN);
        assertThat(report.scripts().get(0).verdict()).isEqualTo(RunVerdict.UNKNOWN);
        assertThat(report.scripts().get(0).coverage().unknown())
                .extracting(u -> u.code() + ": " + u.why())
                .containsExactly("FT-SQ-101: no plan");
    }

    @Test
    void a_statement_that_is_rejected_is_as_bad_as_the_finding_that_says_so() {
        SqlScript script = Scripts.sql("o.sql", "INSERT INTO o SELECT 1 UNION SELECT 'a';");
        SqlScript rejected =
                Scripts.rejected(
                        script,
                        0,
                        new SqlRejection(
                                script.statements().get(0).at(),
                                "Type mismatch",
                                "SqlValidatorException"));

        assertThat(lint(List.of(rejected), UNION).verdict()).isEqualTo(RunVerdict.WARNING);
        assertThat(lint(List.of(rejected), JOIN).verdict()).isEqualTo(RunVerdict.UNKNOWN);
    }

    @Test
    void definitions_alone_are_no_news_beside_a_plan_but_a_run_without_any_plan_is_unknown() {
        SqlScript tables = Scripts.sql("tables.sql", "CREATE TABLE t (a INT);");
        SqlScript job = Scripts.sql("job.sql", "INSERT INTO o SELECT a FROM t;");

        LintReport together = lint(List.of(tables, job), UNION);
        LintReport alone = lint(List.of(tables), UNION);

        assertThat(together.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(together.notes()).isEmpty();
        assertThat(alone.verdict()).isEqualTo(RunVerdict.UNKNOWN);
        assertThat(alone.notes())
                .containsExactly(
                        "no statement with a plan: INSERT, EXECUTE STATEMENT SET and SELECT have"
                                + " one");
    }

    @Test
    void a_script_without_a_statement_is_unknown() {
        SqlScript empty = Scripts.sql("empty.sql", "-- nothing yet\n");
        SqlScript job = Scripts.sql("job.sql", "INSERT INTO o SELECT a FROM t;");

        LintReport report = lint(List.of(empty, job), UNION);

        assertThat(report.verdict()).isEqualTo(RunVerdict.UNKNOWN);
        assertThat(report.notes()).containsExactly("empty.sql has no statement");
    }

    @Test
    void what_two_statements_share_is_said_once() {
        PlanCheck ofTheView =
                check(
                        "FT-SQ-101",
                        view ->
                                view.statement().planned()
                                        ? UNION.examine(
                                                new StatementView(
                                                        view.script(),
                                                        view.script().statements().get(0)),
                                                Limits.STANDARD)
                                        : new Verdict.NotApplicable("no plan is expected"));

        ScriptReport report =
                lint(
                        """
                        CREATE VIEW v AS SELECT 1 UNION SELECT 2;
                        INSERT INTO o SELECT * FROM v;
                        INSERT INTO p SELECT * FROM v;
                        """,
                        ofTheView);

        assertThat(report.findings())
                .extracting(f -> f.finding().subject().source().get().start())
                .containsExactly("o.sql:1:27");
    }

    @Test
    void what_has_no_place_is_said_of_the_whole_statement() {
        PlanCheck vague =
                check(
                        "FT-SQ-120",
                        view ->
                                Verdict.problem(
                                        new Finding(
                                                Severity.WARNING,
                                                "SINGLE",
                                                Subject.job("x"),
                                                "one subtask does everything",
                                                List.of())));

        assertThat(lint("\n  INSERT INTO o\n  SELECT 1;", vague).findings())
                .extracting(f -> f.finding().subject().source().get().start())
                .containsExactly("o.sql:2:3");
    }

    private static ScriptReport lint(String text, PlanCheck... checks) {
        return lint(List.of(Scripts.sql("o.sql", text)), checks).scripts().get(0);
    }

    private static LintReport lint(List<SqlScript> scripts, PlanCheck... checks) {
        return new Linter(List.<Check>of(checks), "0.1.0", Clock.fixed(Scripts.NOW, ZoneOffset.UTC))
                .lint(scripts);
    }

    private static PlanCheck check(String code, Function<StatementView, Verdict> says) {
        return new PlanCheck() {
            @Override
            public CheckSpec spec() {
                return CheckSpec.of(code, "is it so?", Set.of());
            }

            @Override
            public Verdict examine(StatementView statement, Limits limits) {
                return says.apply(statement);
            }
        };
    }
}
