package flinktriage.check;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

    public ScriptReport verdict(RunVerdict other) {
        return new ScriptReport(script, other, findings, coverage, ignored);
    }

    /**
     * The statements of which there should be a plan and is none, while nothing says what is wrong
     * with them: silence about these is no health.
     */
    public List<SqlStatement> unassessed() {
        List<SqlStatement> blind = new ArrayList<>();
        for (SqlStatement statement : script.statements()) {
            if (statement.planned() && !statement.plan().isPresent() && !blamed(statement)) {
                blind.add(statement);
            }
        }
        return blind;
    }

    private boolean blamed(SqlStatement statement) {
        return Stream.concat(findings.stream(), ignored.stream().map(Ignored::finding))
                .map(LinkedFinding::finding)
                .filter(f -> f.severity() != Severity.INFO)
                .flatMap(f -> f.subject().source().stream())
                .anyMatch(at -> statement.at().contains(at));
    }
}
