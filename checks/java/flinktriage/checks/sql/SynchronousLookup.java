package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;

/** The planner prints {@code async=[...]} only for an asynchronous one. Reason: SYNCHRONOUS. */
public final class SynchronousLookup extends HotOperatorRule {

    public SynchronousLookup() {
        super("FT-SQ-118", "does a lookup join wait for every row?", "SYNCHRONOUS");
    }

    @Override
    boolean concerns(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        return o.is("LookupJoin")
                && o.attribute("lookup").isPresent()
                && o.attribute("async").filter(how -> !how.equals("false")).isEmpty();
    }

    @Override
    String says() {
        return "asks the outside system for one row after the other, and its vertex has no time"
                + " left: asynchronous lookups or a cache would let it go on";
    }
}
