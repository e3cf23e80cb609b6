package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.SqlRejection;
import java.util.List;
import java.util.Set;

/** What Flink's parser, validator or planner does not accept, in the words of who wrote it. */
public final class RejectedStatement implements flinktriage.check.PlanCheck {

    private static final CheckSpec SPEC =
            CheckSpec.of("FT-SQ-130", "does the planner accept the statement?", Set.of());

    private static final int NAME = 48;

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(StatementView view, Limits limits) {
        if (view.statement().text().isEmpty()) {
            return new Verdict.NotApplicable("it is a plan already");
        }
        return Verdict.of(
                view.statement().rejection().map(r -> finding(view, r)).stream().toList());
    }

    private static Finding finding(StatementView view, SqlRejection rejection) {
        Objection objection = Objection.of(view.statement(), rejection);
        Subject subject = Subject.statement(name(view.statement().text()), rejection.at());
        for (int branch : objection.branch().stream().toList()) {
            subject = subject.branch(branch);
        }
        String version =
                view.script().flinkVersion().stream()
                        .findFirst()
                        .map(v -> " (Flink " + v + ")")
                        .orElse("");
        return new Finding(
                Severity.CRITICAL,
                objection.reason(),
                subject,
                "%s: %s%s".formatted(subject.name(), objection.says(), version),
                List.of());
    }

    /** The beginning, on one line. */
    private static String name(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= NAME ? line : line.substring(0, NAME - 3) + "...";
    }
}
