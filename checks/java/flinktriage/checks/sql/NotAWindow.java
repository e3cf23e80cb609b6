package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * A window table function becomes part of a window aggregate if both bounds of the window are
 * grouped by. Where it stands by itself below a group aggregate, they were not. Reason:
 * NOT_A_WINDOW.
 */
public final class NotAWindow extends PlanRule {

    public NotAWindow() {
        super("FT-SQ-115", "is a window aggregation none in the plan?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        boolean aggregate = o.is("GroupAggregate", "GlobalGroupAggregate");
        if (!aggregate || plan.origin(placed).filter(f -> f.is("WindowTableFunction")).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "NOT_A_WINDOW",
                        "groups the rows of a window table function without being a window"
                                + " aggregation: it updates its result with each row and closes no"
                                + " window; "
                                + TTL,
                        "grouping columns",
                        o.list("groupBy").size()));
    }
}
