package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import flinktriage.plan.StateKind;
import java.util.Optional;

/**
 * Their windowed twins are other operators. A Top-N over all rows that only returns a fixed number
 * keeps no more than that. Reasons: DEDUPLICATE, TOP_N.
 */
public final class KeptRows extends PlanRule {

    public KeptRows() {
        super(
                "FT-SQ-107",
                "does a Top-N, deduplication or limit keep rows without a bound in time?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        if (o.is("Deduplicate")) {
            int columns = o.list("key").size();
            return Optional.of(
                    new Remark(
                            "DEDUPLICATE",
                            "keeps a row or a flag for each key that it has seen; " + TTL,
                            "key columns",
                            columns));
        }
        if (!o.is("Rank") || !StateKind.of(o).bound().equals(StateKind.Bound.KEYS)) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "TOP_N",
                        "keeps the first rows of each partition that it has seen; " + TTL,
                        "partition columns",
                        o.list("partitionBy").size()));
    }
}
