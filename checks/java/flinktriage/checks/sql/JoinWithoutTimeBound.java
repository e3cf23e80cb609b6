package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
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
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!RegularJoin.is(o) || !new RegularJoin(o).sidesWithoutKey().isEmpty()) {
            return Optional.empty();
        }
        int sides = o.is("Join") ? 2 : Math.max(2, o.list("inputUniqueKeys").size());
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "NO_TIME_BOUND",
                        "is a regular join that keeps the rows of its "
                                + sides
                                + " inputs, where an interval or temporal join drops old ones",
                        "inputs that are kept",
                        sides,
                        Clause.JOIN));
    }

    @Override
    Remark of(PlannedStatement statement, PlanNode node, Remark remark) {
        return RegularJoin.ofEventTime(node) ? remark.says(RegularJoin.INTERVAL) : remark;
    }
}
