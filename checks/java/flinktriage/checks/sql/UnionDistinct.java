package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * A UNION without ALL is an aggregate over all columns, after several streams have met. The local
 * half of a two-phase aggregation keeps nothing and is left out. Reason: UNION_DISTINCT.
 */
public final class UnionDistinct extends PlanRule {

    public UnionDistinct() {
        super("FT-SQ-101", "does a UNION remove duplicates?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        int streams = plan.streamsInto(placed);
        if (!o.distinct() || o.is("LocalGroupAggregate") || streams < 2) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "UNION_DISTINCT",
                        "removes the duplicates of a UNION of "
                                + streams
                                + " inputs and keeps one entry per distinct row, where UNION ALL"
                                + " keeps nothing; "
                                + TTL,
                        "inputs of the union",
                        streams));
    }
}
