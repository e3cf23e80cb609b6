package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import java.util.Optional;

/**
 * A Top-N over an input that changes and has no fitting key cannot forget the rows below the Nth:
 * one of them may move up. Reason: RETRACT_STRATEGY.
 */
public final class RetractingRank extends PlanRule {

    public RetractingRank() {
        super("FT-SQ-106", "does a Top-N keep all rows?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!o.is("Rank", "SortLimit")
                || !o.attribute("strategy").orElse("").startsWith("RetractStrategy")) {
            return Optional.empty();
        }
        int columns = o.list("partitionBy").size();
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "RETRACT_STRATEGY",
                        "is a Top-N with RetractStrategy: it keeps all rows of each partition, not"
                                + " only the first N, because its input changes and has no fitting"
                                + " key",
                        "partition columns",
                        columns,
                        Clause.TOP_N,
                        Clause.LIMIT));
    }
}
