package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * The same operator as for a deduplicating UNION, but with one input. INTERSECT and EXCEPT end in
 * it too. Reason: SELECT_DISTINCT.
 */
public final class SelectDistinct extends PlanRule {

    public SelectDistinct() {
        super("FT-SQ-102", "does a DISTINCT keep every distinct row?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        if (!o.distinct() || o.is("LocalGroupAggregate") || plan.streamsInto(placed) > 1) {
            return Optional.empty();
        }
        int columns = o.list("groupBy").size();
        return Optional.of(
                new Remark(
                        "SELECT_DISTINCT",
                        "removes duplicates (DISTINCT) and keeps one entry per distinct row of "
                                + columns
                                + (columns == 1 ? " column; " : " columns; ")
                                + TTL,
                        "columns of the distinct rows",
                        columns));
    }
}
