package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
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
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        if (!RegularJoin.is(o)) {
            return Optional.empty();
        }
        List<String> sides = new RegularJoin(o).sidesWithoutKey();
        if (sides.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "NO_UNIQUE_KEY",
                        "is a regular join that keeps every row of its inputs, without a unique"
                                + " key on side "
                                + String.join(" and ", sides)
                                + "; "
                                + TTL,
                        "sides without a unique key",
                        sides.size()));
    }
}
