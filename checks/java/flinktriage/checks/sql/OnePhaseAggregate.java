package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.List;

/**
 * With mini-batch on, the planner has split what it could: then a single phase is no oversight.
 * Reason: ONE_PHASE.
 */
public final class OnePhaseAggregate extends HotOperatorRule {

    public OnePhaseAggregate() {
        super("FT-SQ-116", "would a two-phase aggregation relieve a hot aggregate?", "ONE_PHASE");
    }

    @Override
    boolean concerns(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        boolean miniBatch =
                plan.operators().stream().anyMatch(p -> p.operator().is("MiniBatchAssigner"));
        // DISTINCT has its own rules; without a call there is nothing to add up.
        return o.is("GroupAggregate") && !o.distinct() && !miniBatch;
    }

    /** How hot it will be only a running job shows: a note, where PLAN_ADVICE says so. */
    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        return Advice.of(statement).stream()
                .filter(a -> a.text().contains("two-phase"))
                .flatMap(a -> a.nodes().stream())
                .filter(n -> !n.operator().distinct())
                .map(
                        n ->
                                statement.finding(
                                        Severity.INFO,
                                        "ONE_PHASE",
                                        n,
                                        "updates its state for each row in one phase: mini-batch"
                                                + " with a local phase adds rows up before the"
                                                + " exchange",
                                        List.of(),
                                        Clause.of(n.operator())))
                .toList();
    }

    @Override
    String says() {
        return "updates its state for each row in one phase, and its vertex has no time left:"
                + " mini-batch with a local phase would add rows up before the exchange";
    }
}
