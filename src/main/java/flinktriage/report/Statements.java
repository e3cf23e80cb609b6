package flinktriage.report;

import flinktriage.check.LinkedFinding;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;

/** Which statement of a script a finding stands in. */
final class Statements {

    private Statements() {}

    /** The index; empty if it stands in none, such as in a view of another file. */
    static Optional<Integer> of(SqlScript script, LinkedFinding finding) {
        List<SqlStatement> all = script.statements();
        Optional<SourceSpan> at = finding.finding().subject().source();
        if (at.isEmpty()) {
            return all.size() == 1 ? Optional.of(0) : Optional.empty();
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).at().contains(at.get())) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }
}
