package flinktriage.engine;

import flinktriage.check.Check;
import flinktriage.check.Known;
import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.PlanCheck;
import flinktriage.check.RunVerdict;
import flinktriage.check.ScriptReport;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs the checks of SQL over scripts and draws the verdict.
 *
 * <p>A statement of which there should be a plan and is none makes its script unknown at least, and
 * so does a check that crashes, and a script without a statement. A script of nothing but
 * definitions is no worse than its findings, because others may use it. A run in which no statement
 * at all has a plan is unknown: in CI it would otherwise stay green for ever.
 */
public final class Linter {

    private final List<PlanCheck> checks;
    private final String toolVersion;
    private final Clock clock;

    /**
     * @param checks those that are no {@link PlanCheck} are left out
     * @param clock says whether a suppression has expired, in UTC
     */
    public Linter(List<Check> checks, String toolVersion, Clock clock) {
        this.checks =
                checks.stream()
                        .filter(PlanCheck.class::isInstance)
                        .map(PlanCheck.class::cast)
                        .toList();
        this.toolVersion = toolVersion;
        this.clock = clock;
    }

    public LintReport lint(List<SqlScript> scripts) {
        Instant now = clock.instant();
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        List<String> notes = new ArrayList<>();
        List<ScriptReport> reports = new ArrayList<>();
        RunVerdict verdict = RunVerdict.OK;
        for (SqlScript script : scripts) {
            ScriptReport report = new ScriptRun(checks, script, today, notes).report();
            reports.add(report);
            verdict = verdict.worse(report.verdict());
        }
        if (scripts.stream().noneMatch(Linter::planned)) {
            verdict = verdict.worse(RunVerdict.UNKNOWN);
            notes.add(
                    "no statement with a plan: INSERT, EXECUTE STATEMENT SET and SELECT have one");
        }
        return new LintReport(toolVersion, now, verdict, reports, notes);
    }

    /**
     * With the verdict of what is new in comparison with an earlier version: findings that it had
     * already do not count, what could not be assessed does.
     */
    public static LintReport against(LintReport earlier, LintReport report) {
        Set<LinkedFinding> known = Known.among(earlier, report);
        RunVerdict verdict =
                report.scripts().stream().map(ScriptReport::script).noneMatch(Linter::planned)
                        ? RunVerdict.UNKNOWN
                        : RunVerdict.OK;
        for (ScriptReport script : report.scripts()) {
            List<LinkedFinding> fresh =
                    script.findings().stream().filter(f -> !known.contains(f)).toList();
            verdict = verdict.worse(Verdicts.ofScript(script, fresh));
        }
        return new LintReport(
                report.toolVersion(), report.takenAt(), verdict, report.scripts(), report.notes());
    }

    private static boolean planned(SqlScript script) {
        return script.statements().stream().anyMatch(SqlStatement::planned);
    }
}
