package flinktriage.engine;

import flinktriage.check.Coverage;
import flinktriage.check.LinkedFinding;
import flinktriage.check.RunVerdict;
import flinktriage.check.ScriptReport;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Set;

/** The verdict that findings and coverage amount to, of a whole run or of a part of one. */
public final class Verdicts {

    /** Without an answer to these, silence is not health. */
    private static final Set<String> ESSENTIAL =
            Set.of("FT-BP-001", "FT-CP-002", "FT-RS-001", "FT-RS-002", "FT-WM-001");

    private Verdicts() {}

    /** Unknown at least if nothing was assessed, or an essential request failed. */
    public static RunVerdict ofJob(List<LinkedFinding> findings, Coverage coverage) {
        boolean blind =
                !coverage.assessedAnything()
                        || !coverage.crashed().isEmpty()
                        || coverage.unknown().stream()
                                .anyMatch(
                                        u ->
                                                u.requestFailed()
                                                        && ESSENTIAL.contains(u.code().code()));
        return worst(findings, blind);
    }

    /** Whether the cluster answers is a finding of its own. */
    public static RunVerdict ofCluster(List<LinkedFinding> findings, Coverage coverage) {
        return worst(findings, !coverage.crashed().isEmpty());
    }

    /**
     * Unknown at least if there is no statement, if one was not assessed, if a check crashed, or if
     * no check could say anything of a plan.
     *
     * @param counting those of its findings that count
     */
    static RunVerdict ofScript(ScriptReport report, List<LinkedFinding> counting) {
        List<SqlStatement> statements = report.script().statements();
        boolean silent =
                statements.stream().anyMatch(SqlStatement::planned)
                        && !report.coverage().assessedAnything()
                        && report.ignored().isEmpty();
        boolean blind =
                statements.isEmpty()
                        || !report.coverage().crashed().isEmpty()
                        || !report.unassessed().isEmpty()
                        || silent;
        return worst(counting, blind);
    }

    private static RunVerdict worst(List<LinkedFinding> findings, boolean blind) {
        RunVerdict verdict = blind ? RunVerdict.UNKNOWN : RunVerdict.OK;
        for (LinkedFinding f : findings) {
            verdict =
                    verdict.worse(
                            switch (f.finding().severity()) {
                                case INFO -> RunVerdict.OK;
                                case WARNING -> RunVerdict.WARNING;
                                case CRITICAL -> RunVerdict.CRITICAL;
                            });
        }
        return verdict;
    }
}
