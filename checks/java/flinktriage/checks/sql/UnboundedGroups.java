package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StateKind;
import java.util.List;
import java.util.Optional;

/**
 * As it is meant to be, mostly: how many keys there are nobody can see in a plan. DISTINCT and
 * windows that are none have rules of their own. Reason: UNBOUNDED_GROUPS.
 */
public final class UnboundedGroups extends StatementCheck {

    public UnboundedGroups() {
        super("FT-SQ-126", "does a GROUP BY keep an entry per key for ever?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        return statement.plan().nodes().stream()
                .flatMap(
                        n ->
                                remark(n)
                                        .filter(r -> !n.constant())
                                        .map(r -> r.about(n, statement))
                                        .stream())
                .toList();
    }

    private static Optional<Remark> remark(PlanNode n) {
        Operator o = n.operator();
        int columns = o.list("groupBy").size();
        boolean group =
                o.is(
                        "GroupAggregate",
                        "GlobalGroupAggregate",
                        "GroupTableAggregate",
                        "PythonGroupAggregate",
                        "PythonGroupTableAggregate");
        boolean ofWindow = n.origin().filter(f -> f.is("WindowTableFunction")).isPresent();
        if (!group || columns == 0 || o.distinct() || ofWindow) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.INFO,
                        "UNBOUNDED_GROUPS",
                        "keeps " + StateKind.of(o).keeps(),
                        "grouping columns",
                        columns,
                        Clause.GROUP_BY));
    }
}
