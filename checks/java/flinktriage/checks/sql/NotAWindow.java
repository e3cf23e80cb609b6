package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
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
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        boolean aggregate = o.is("GroupAggregate", "GlobalGroupAggregate");
        // A DISTINCT of columns without the bounds of a window means all rows.
        boolean rows =
                place instanceof PlanNode
                        && o.distinct()
                        && o.list("groupBy").stream().noneMatch(c -> c.startsWith("window_"));
        if (!aggregate
                || rows
                || place.origin().filter(f -> f.is("WindowTableFunction")).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "NOT_A_WINDOW",
                        "groups the rows of a window table function without being a window"
                                + " aggregation: it updates its result with each row and closes no"
                                + " window",
                        "grouping columns",
                        o.list("groupBy").size(),
                        Clause.GROUP_BY,
                        Clause.WINDOW));
    }
}
