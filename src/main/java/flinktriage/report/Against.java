package flinktriage.report;

import flinktriage.check.LinkedFinding;
import flinktriage.plan.PlanComparison;
import java.util.List;
import java.util.Set;

/**
 * The earlier version that a report of lint is compared with.
 *
 * @param name of its files; empty if there is none
 * @param known the findings that it had already
 */
public record Against(String name, PlanComparison comparison, Set<LinkedFinding> known) {

    public static final Against NOTHING = new Against("", new PlanComparison(List.of()), Set.of());

    public Against {
        known = Set.copyOf(known);
    }

    boolean present() {
        return !name.isEmpty();
    }

    boolean knows(LinkedFinding f) {
        return known.contains(f);
    }

    /** Completes "state: ". */
    static String restore(PlanComparison.Pair pair) {
        return switch (pair.restore()) {
            case NO_STATE -> "none to restore";
            case LIKELY -> "can likely be restored";
            case COMPILED_PLAN_ONLY -> "can be restored with a compiled plan only";
            case NOT_ALL -> "cannot be restored as a whole";
            case UNKNOWN -> "unknown";
        };
    }
}
