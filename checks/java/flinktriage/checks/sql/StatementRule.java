package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.StatementView;
import flinktriage.check.Verdict;
import flinktriage.model.SqlStatement;
import java.util.List;

/** The frame of the checks of a statement's plan. */
interface StatementRule extends PlanCheck {

    List<Finding> findings(PlannedStatement statement, Limits limits);

    /** Of a streaming statement with a plan of at least one operator. */
    default Verdict judge(PlannedStatement statement, Limits limits) {
        return verdict(findings(statement, limits));
    }

    /** What is said twice at one place, of the copies of a view, counts once. */
    static Verdict verdict(List<Finding> findings) {
        return Verdict.of(findings.stream().distinct().toList());
    }

    @Override
    default Verdict examine(StatementView view, Limits limits) {
        SqlStatement statement = view.statement();
        if (!statement.planned()) {
            return new Verdict.NotApplicable("a statement of this kind has no plan");
        }
        if (statement
                .settings()
                .getOrDefault("execution.runtime-mode", "")
                .equalsIgnoreCase("batch")) {
            return new Verdict.NotApplicable("a batch job keeps no state over time");
        }
        PlannedStatement planned = PlannedStatement.of(view);
        if (planned.plan().nodes().isEmpty()) {
            return new Verdict.Unknown("no operator can be read from the plan");
        }
        if (planned.plan().batch()) {
            return new Verdict.NotApplicable("a batch job keeps no state over time");
        }
        return judge(planned, limits);
    }
}
