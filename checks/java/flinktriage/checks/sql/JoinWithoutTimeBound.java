package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * Keys make the state of a side one row per key, but nothing removes a key. Joins with a bound
 * (interval, temporal, lookup, window) are other operators. Reason: NO_TIME_BOUND.
 */
public final class JoinWithoutTimeBound extends PlanRule {

    public JoinWithoutTimeBound() {
        super("FT-SQ-104", "does a regular join keep its rows without a bound in time?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        if (!RegularJoin.is(o) || !new RegularJoin(o).sidesWithoutKey().isEmpty()) {
            return Optional.empty();
        }
        int sides = o.is("Join") ? 2 : Math.max(2, o.list("inputUniqueKeys").size());
        return Optional.of(
                new Remark(
                        "NO_TIME_BOUND",
                        "is a regular join that keeps the rows of its "
                                + sides
                                + " inputs, where an interval or temporal join drops old ones; "
                                + TTL,
                        "inputs that are kept",
                        sides));
    }
}
