package flinktriage.check;

import flinktriage.model.SqlScript;
import java.time.LocalDate;
import java.util.List;

/**
 * What lint has to say about one script.
 *
 * @param findings in the order of the script, those that are ignored left out
 * @param coverage a check is in the worst list that one of the statements put it in
 */
public record ScriptReport(
        SqlScript script,
        RunVerdict verdict,
        List<LinkedFinding> findings,
        Coverage coverage,
        List<Ignored> ignored) {

    /**
     * A finding that a comment of the script suppresses.
     *
     * @param line of the comment
     * @param until the last day on which it holds
     */
    public record Ignored(LinkedFinding finding, int line, LocalDate until, String reason) {}

    public ScriptReport {
        findings = List.copyOf(findings);
        ignored = List.copyOf(ignored);
    }
}
