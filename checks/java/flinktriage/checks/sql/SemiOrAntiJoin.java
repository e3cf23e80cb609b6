package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import java.util.Optional;

/**
 * The planner turns IN, EXISTS and INTERSECT into a semi join, NOT IN, NOT EXISTS and EXCEPT into
 * an anti join; both keep both sides. Reasons: SEMI_JOIN, ANTI_JOIN.
 */
public final class SemiOrAntiJoin extends PlanRule {

    public SemiOrAntiJoin() {
        super("FT-SQ-105", "does IN, EXISTS, INTERSECT or EXCEPT keep both sides?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!RegularJoin.semiOrAnti(o)) {
            return Optional.empty();
        }
        boolean semi = o.attribute("joinType").orElse("").equals("LeftSemiJoin");
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        semi ? "SEMI_JOIN" : "ANTI_JOIN",
                        (semi
                                        ? "is a semi join (IN, EXISTS or INTERSECT)"
                                        : "is an anti join (NOT IN, NOT EXISTS or EXCEPT)")
                                + " that keeps both of its 2 sides",
                        "sides that are kept",
                        2,
                        Clause.SUB_QUERY,
                        Clause.SET_OPERATION,
                        Clause.JOIN));
    }
}
