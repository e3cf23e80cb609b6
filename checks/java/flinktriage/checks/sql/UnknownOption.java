package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.SqlStatement;
import flinktriage.model.UnknownKey;
import java.util.List;
import java.util.Set;

/** SET takes any key without a word, so that a slip goes unnoticed. */
public final class UnknownOption implements flinktriage.check.PlanCheck {

    private static final CheckSpec SPEC =
            CheckSpec.of("FT-SQ-131", "does Flink have the key that is set?", Set.of());

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(StatementView view, Limits limits) {
        if (view.statement().kind() != SqlStatement.Kind.SET) {
            return new Verdict.NotApplicable("it sets nothing");
        }
        return Verdict.of(
                view.statement().unknownKey().map(key -> finding(view, key)).stream().toList());
    }

    private static Finding finding(StatementView view, UnknownKey unknown) {
        String version =
                view.script().flinkVersion().stream().findFirst().map(v -> " " + v).orElse("");
        String meant = unknown.nearest().map(n -> "; the nearest is " + n).orElse("");
        return new Finding(
                Severity.WARNING,
                "UNKNOWN_KEY",
                Subject.statement("SET " + unknown.key(), unknown.at()),
                "SET %s has no effect: Flink%s has no such key%s"
                        .formatted(unknown.key(), version, meant),
                List.of());
    }
}
