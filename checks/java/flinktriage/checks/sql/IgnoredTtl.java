package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StateKind;
import flinktriage.plan.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MATCH_RECOGNIZE and OVER ranges do not read the setting. A range is bounded by itself, which is
 * worth no more than a note; a pattern may not be. Reason: TTL_IGNORED.
 */
public final class IgnoredTtl extends StatementCheck {

    public IgnoredTtl() {
        super("FT-SQ-112", "is there an operator that the declared TTL does not reach?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        Optional<Duration> ttl =
                Optional.ofNullable(statement.sql().settings().get(Ttl.KEY))
                        .flatMap(DurationText::parse)
                        .filter(d -> !d.isZero());
        if (ttl.isEmpty()) {
            return List.of();
        }
        Set<PlanNode> unbounded = new HashSet<>(Patterns.withoutWithin(statement.plan()));
        List<Finding> findings = new ArrayList<>();
        for (PlanNode n : statement.plan().nodes()) {
            boolean range =
                    n.operator().is("OverAggregate", "PythonOverAggregate")
                            && StateKind.of(n.operator()).bound() == StateKind.Bound.TIME;
            if (!range && !unbounded.contains(n)) {
                continue;
            }
            findings.add(
                    statement.finding(
                            range ? Severity.INFO : Severity.WARNING,
                            "TTL_IGNORED",
                            n,
                            "does not heed "
                                    + Ttl.KEY
                                    + " of "
                                    + DurationText.print(ttl.get())
                                    + (range
                                            ? ": its rows leave with the range, not earlier"
                                            : ", and nothing else bounds its state"),
                            List.of(),
                            Clause.of(n.operator())));
        }
        return findings;
    }
}
