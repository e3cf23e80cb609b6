package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
import java.util.List;
import java.util.Optional;

/**
 * Such a side is kept as a map of every row to its count, the most expensive form of join state.
 * Reason: NO_UNIQUE_KEY.
 */
public final class JoinWithoutKey extends PlanRule {

    public JoinWithoutKey() {
        super("FT-SQ-103", "does a regular join have a side without a unique key?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!RegularJoin.is(o)) {
            return Optional.empty();
        }
        List<String> sides = new RegularJoin(o).sidesWithoutKey();
        if (sides.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.CRITICAL,
                        "NO_UNIQUE_KEY",
                        "is a regular join that keeps every row of its inputs, without a unique"
                                + " key on side "
                                + String.join(" and ", sides),
                        "sides without a unique key",
                        sides.size(),
                        Clause.JOIN));
    }

    @Override
    Remark of(PlannedStatement statement, PlanNode node, Remark remark) {
        return RegularJoin.ofEventTime(node) ? remark.says(RegularJoin.INTERVAL) : remark;
    }
}
