package flinktriage.checks.sql;

import flinktriage.plan.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A join without a bound in time, which keeps rows of both sides for ever. */
record RegularJoin(Operator operator) {

    static boolean is(Operator o) {
        return o.is("Join", "MultiJoin") && !semiOrAnti(o);
    }

    static boolean semiOrAnti(Operator o) {
        String type = o.attribute("joinType").orElse("");
        return o.is("Join") && (type.equals("LeftSemiJoin") || type.equals("LeftAntiJoin"));
    }

    /** True for INTERSECT and EXCEPT, which compare all columns and take NULL for a value. */
    static boolean setOperation(Operator o) {
        String where = o.attribute("where").orElse("");
        return semiOrAnti(o)
                && (where.contains("IS NULL AND ")
                        || where.contains("AND(IS NULL(")
                        || where.contains("IS NOT DISTINCT FROM"));
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
