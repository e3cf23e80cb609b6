package flinktriage.checks.sql;

import flinktriage.plan.EventTime;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A join without a bound in time, which keeps rows of both sides for ever. */
record RegularJoin(Operator operator) {

    static final String INTERVAL =
            ", though all its inputs have event time: a bound on it would make an interval join";

    /** True if rows with a watermark come in on every side, so that time could bound it. */
    static boolean ofEventTime(PlanNode join) {
        return join.inputs().size() == 2
                && join.inputs().stream()
                        .allMatch(i -> !i.updates() && EventTime.assigner(i).isPresent());
    }

    static boolean is(Operator o) {
        return o.is("Join", "MultiJoin") && !semiOrAnti(o);
    }

    static boolean semiOrAnti(Operator o) {
        String type = o.attribute("joinType").orElse("");
        return o.is("Join") && (type.equals("LeftSemiJoin") || type.equals("LeftAntiJoin"));
    }

    /** True if it takes NULL for a value, as INTERSECT and EXCEPT do. */
    static boolean nullSafe(Operator o) {
        String where = o.attribute("where").orElse("");
        return where.contains("IS NULL AND ")
                || where.contains("AND(IS NULL(")
                || where.contains("IS NOT DISTINCT FROM");
    }

    /** How many pairs of columns its condition compares. */
    static int comparisons(Operator o) {
        String where = o.attribute("where").orElse("");
        int count = where.split("IS NOT DISTINCT FROM", -1).length - 1;
        for (int i = where.indexOf('='); i >= 0; i = where.indexOf('=', i + 1)) {
            count++;
        }
        return count;
    }

    /** The inputs whose rows have no unique key, so that each of them is kept with a count. */
    List<String> sidesWithoutKey() {
        List<String> sides = new ArrayList<>();
        if (operator.is("MultiJoin")) {
            List<String> keys = operator.list("inputUniqueKeys");
            for (int i = 0; i < keys.size(); i++) {
                if (keys.get(i).toLowerCase(Locale.ROOT).contains("nouniquekey")) {
                    sides.add(Integer.toString(i + 1));
                }
            }
            return sides;
        }
        if (operator.attribute("leftInputSpec").orElse("").equals("NoUniqueKey")) {
            sides.add("left");
        }
        if (operator.attribute("rightInputSpec").orElse("").equals("NoUniqueKey")) {
            sides.add("right");
        }
        return sides;
    }
}
