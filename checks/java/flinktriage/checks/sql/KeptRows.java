package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.StateKind;
import java.util.Optional;

/**
 * Their windowed twins are other operators. A Top-N over all rows that only returns a fixed number
 * keeps no more than that. Reasons: DEDUPLICATE, TOP_N.
 */
public final class KeptRows extends PlanRule {

    private static final String FIRST = "rankStart=1, rankEnd=1";

    public KeptRows() {
        super(
                "FT-SQ-107",
                "does a Top-N, deduplication or limit keep rows without a bound in time?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (o.is("Deduplicate")) {
            int columns = o.list("key").size();
            if (columns == 0 && o.attribute("key").isPresent()) {
                return Optional.empty();
            }
            return Optional.of(
                    Remark.kept(
                            Severity.WARNING,
                            "DEDUPLICATE",
                            "keeps a row or a flag for each key that it has seen",
                            "key columns",
                            columns,
                            Clause.TOP_N,
                            Clause.LIMIT));
        }
        if (!o.is("Rank") || !StateKind.of(o).bound().equals(StateKind.Bound.KEYS)) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "TOP_N",
                        "keeps the first rows of each partition that it has seen" + noDuplicates(o),
                        "partition columns",
                        o.list("partitionBy").size(),
                        Clause.TOP_N,
                        Clause.LIMIT));
    }

    /**
     * Looks like a deduplication in the SQL and is none. The planner takes only a ROW_NUMBER of 1
     * by one time attribute for one; of several columns that is certain.
     */
    private static String noDuplicates(Operator o) {
        boolean first = o.attribute("rankRange").filter(r -> r.equals(FIRST)).isPresent();
        int order = o.list("orderBy").size();
        return first && order > 1
                ? ", and is no deduplication: it orders by "
                        + order
                        + " columns, not by one time attribute"
                : "";
    }
}
