package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.model.SqlTable;
import flinktriage.plan.Clause;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import flinktriage.plan.TableName;
import java.util.List;

/** The planner prints {@code async=[...]} only for an asynchronous one. Reason: SYNCHRONOUS. */
public final class SynchronousLookup extends HotOperatorRule {

    public SynchronousLookup() {
        super("FT-SQ-118", "does a lookup join wait for every row?", "SYNCHRONOUS");
    }

    @Override
    boolean concerns(Placed placed, JobPlan plan) {
        return synchronous(placed.operator());
    }

    private static boolean synchronous(Operator o) {
        return o.is("LookupJoin")
                && o.attribute("lookup").isPresent()
                && o.attribute("async").filter(how -> !how.equals("false")).isEmpty();
    }

    /** A cache answers most rows, where the table has one. */
    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        return statement.plan().nodes().stream()
                .filter(n -> synchronous(n.operator()))
                .map(n -> finding(statement, n))
                .toList();
    }

    private static Finding finding(PlannedStatement statement, PlanNode n) {
        boolean cached = TableName.of(n.operator()).filter(t -> cached(statement, t)).isPresent();
        return statement.finding(
                cached ? Severity.INFO : Severity.WARNING,
                "SYNCHRONOUS",
                n,
                cached
                        ? "asks the outside system for one row after the other where its cache"
                                + " does not know the key"
                        : "asks the outside system for one row after the other: asynchronous"
                                + " lookups or a cache would let it go on",
                List.of(),
                List.of(Clause.AS_OF));
    }

    private static boolean cached(PlannedStatement statement, TableName name) {
        SqlTable table = statement.sql().tables().get(name.qualified());
        if (table == null) {
            return false;
        }
        String cache = table.options().getOrDefault("lookup.cache", "NONE");
        return !cache.equalsIgnoreCase("NONE")
                || table.options().containsKey("lookup.cache.max-rows");
    }

    @Override
    String says() {
        return "asks the outside system for one row after the other, and its vertex has no time"
                + " left: asynchronous lookups or a cache would let it go on";
    }
}
