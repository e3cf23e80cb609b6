package flinktriage.engine;

import flinktriage.check.Coverage;
import flinktriage.check.LinkedFinding;
import flinktriage.check.RunVerdict;
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
     * @param blind whether silence is no health
     */
    static RunVerdict worst(List<LinkedFinding> findings, boolean blind) {
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
