package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
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
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        int streams = place.streamsInto();
        if (!o.distinct() || o.is("LocalGroupAggregate") || streams < 2) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "UNION_DISTINCT",
                        "removes the duplicates of a UNION of "
                                + streams
                                + " inputs and keeps one entry per distinct row, where UNION ALL"
                                + " keeps nothing",
                        "inputs of the union",
                        streams,
                        Clause.UNION,
                        Clause.DISTINCT,
                        Clause.GROUP_BY));
    }
}
