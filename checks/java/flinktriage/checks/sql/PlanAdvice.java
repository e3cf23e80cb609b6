package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.model.SourceSpan;
import flinktriage.plan.Clause;
import flinktriage.plan.PlanNode;
import java.util.List;
import java.util.Optional;

/**
 * Flink itself finds columns that come out differently when an update is processed again, so that
 * the row it replaces is not found. Its text is repeated. Reason: PLAN_ADVICE.
 */
public final class PlanAdvice extends StatementCheck {

    public PlanAdvice() {
        super("FT-SQ-122", "does Flink's own PLAN_ADVICE warn of the plan?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        return Advice.of(statement).stream()
                .filter(a -> !a.text().contains("two-phase"))
                .map(
                        a ->
                                statement.finding(
                                        Severity.INFO,
                                        "PLAN_ADVICE",
                                        at(statement, a),
                                        "gets this advice from Flink's planner: " + a.sentence(),
                                        List.of()))
                .toList();
    }

    private static Optional<SourceSpan> at(PlannedStatement statement, Advice advice) {
        Optional<PlanNode> node = advice.nodes().stream().findFirst();
        return node.map(n -> statement.at(n, Clause.of(n.operator())));
    }
}
