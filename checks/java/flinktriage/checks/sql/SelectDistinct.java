package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
import java.util.Optional;

/**
 * The same operator as for a deduplicating UNION, but with one input. INTERSECT and EXCEPT end in
 * it too: there the join before it is what FT-SQ-105 speaks of. Reason: SELECT_DISTINCT.
 */
public final class SelectDistinct extends PlanRule {

    public SelectDistinct() {
        super("FT-SQ-102", "does a DISTINCT keep every distinct row?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!o.distinct() || o.is("LocalGroupAggregate") || place.streamsInto() > 1) {
            return Optional.empty();
        }
        int columns = o.list("groupBy").size();
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "SELECT_DISTINCT",
                        "removes duplicates (DISTINCT) and keeps one entry per distinct row of "
                                + columns
                                + (columns == 1 ? " column" : " columns"),
                        "columns of the distinct rows",
                        columns,
                        Clause.DISTINCT,
                        Clause.GROUP_BY));
    }

    /** The DISTINCT of INTERSECT and EXCEPT, whose join compares all columns. */
    @Override
    Remark of(PlannedStatement statement, PlanNode node, Remark remark) {
        boolean written =
                statement.plan().ast().stream()
                        .map(PlanNode::operator)
                        .filter(
                                o ->
                                        o.kind().equals("LogicalIntersect")
                                                || o.kind().equals("LogicalMinus"))
                        .anyMatch(o -> o.attribute("all").orElse("").equals("false"));
        int columns = node.operator().list("groupBy").size();
        boolean compared =
                node.origin()
                        .filter(RegularJoin::semiOrAnti)
                        .filter(o -> RegularJoin.comparisons(o) >= columns)
                        .isPresent();
        return compared && (written || node.origin().filter(RegularJoin::nullSafe).isPresent())
                ? remark.note(Clause.SET_OPERATION)
                : remark;
    }
}
