package flinktriage.cmd;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.ScriptReport;
import flinktriage.check.ScriptReport.Ignored;
import flinktriage.check.Subject;
import flinktriage.flink.Redaction;
import flinktriage.model.Provenance;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.PlanComparison;
import java.util.List;

/**
 * A report of lint as it may be shown: options of tables hold passwords, and plans and the
 * planner's errors repeat them. Masked after the rules have judged, which need the plan as it is.
 */
final class MaskedReport {

    private MaskedReport() {}

    static LintReport of(LintReport report) {
        return new LintReport(
                report.toolVersion(),
                report.takenAt(),
                report.verdict(),
                report.scripts().stream().map(MaskedReport::script).toList(),
                report.notes().stream().map(Redaction::text).toList());
    }

    static PlanComparison of(PlanComparison comparison) {
        return new PlanComparison(
                comparison.statements().stream()
                        .map(
                                p ->
                                        new PlanComparison.Pair(
                                                p.name(),
                                                p.at(),
                                                p.status(),
                                                p.changes().stream()
                                                        .map(
                                                                c ->
                                                                        new PlanComparison.Change(
                                                                                c.kind(),
                                                                                Redaction.text(
                                                                                        c.what())))
                                                        .toList(),
                                                p.restore(),
                                                p.why()))
                        .toList());
    }

    private static ScriptReport script(ScriptReport report) {
        return new ScriptReport(
                script(report.script()),
                report.verdict(),
                report.findings().stream().map(MaskedReport::finding).toList(),
                report.coverage(),
                report.ignored().stream()
                        .map(
                                i ->
                                        new Ignored(
                                                finding(i.finding()),
                                                i.line(),
                                                i.until(),
                                                Redaction.text(i.reason())))
                        .toList());
    }

    private static SqlScript script(SqlScript script) {
        boolean sql = script.form() == SqlScript.Form.SQL;
        return new SqlScript(
                script.name(),
                script.form(),
                script.flinkVersion(),
                script.takenAt(),
                sql
                        ? script.statements().stream().map(MaskedReport::statement).toList()
                        : script.statements(),
                sql ? MaskedSource.of(script.source()) : lines(script.source()));
    }

    /** The plan stays: its operators are masked where they are shown. */
    private static SqlStatement statement(SqlStatement s) {
        return new SqlStatement(
                s.kind(),
                s.at(),
                MaskedSource.of(s.text()),
                s.views(),
                s.settings(),
                s.tables(),
                s.hints(),
                s.unions(),
                s.plan(),
                s.rejection(),
                s.unknownKey());
    }

    /** Line by line, so that their numbers stay. */
    private static String lines(String plan) {
        return String.join(
                "\n", List.of(plan.split("\n", -1)).stream().map(Redaction::text).toList());
    }

    private static LinkedFinding finding(LinkedFinding linked) {
        Finding f = linked.finding();
        return new LinkedFinding(
                linked.ref(),
                linked.code(),
                new Finding(
                        f.severity(),
                        f.reason(),
                        subject(f.subject()),
                        Redaction.text(f.summary()),
                        f.evidence().stream().map(MaskedReport::evidence).toList()),
                linked.explains());
    }

    private static Subject subject(Subject s) {
        return new Subject(
                s.kind(),
                Redaction.text(s.name()),
                s.vertex(),
                s.subtask(),
                s.operator().map(Redaction::text),
                s.input().map(Redaction::text),
                s.source(),
                s.table(),
                s.branch());
    }

    private static Evidence evidence(Evidence e) {
        return new Evidence(
                Redaction.text(e.label()),
                e.observed(),
                e.limit(),
                new Provenance(
                        Redaction.text(e.from().request()),
                        Redaction.text(e.from().pointer()),
                        e.from().at()));
    }
}
