package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.EventTime;
import flinktriage.plan.PlanNode;
import flinktriage.plan.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The watermark of a union is the lowest of its inputs: the one that waits longest delays the rows
 * of all, while the late rows of the others are kept for it. Reason: DELAYS_DIFFER.
 */
public final class UnionDelays extends StatementCheck {

    public UnionDelays() {
        super("FT-SQ-124", "do the inputs of a union tolerate different lateness?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        Set<PlanNode> inner = new HashSet<>();
        statement.plan().nodes().stream()
                .filter(n -> n.operator().is("Union"))
                .forEach(n -> inner.addAll(n.inputs()));
        List<Finding> findings = new ArrayList<>();
        for (PlanNode n : statement.plan().nodes()) {
            boolean outermost = n.operator().is("Union") && !inner.contains(n);
            if (outermost && statement.plan().downstream(n).stream().anyMatch(EventTime::waits)) {
                finding(statement, n).ifPresent(findings::add);
            }
        }
        return findings;
    }

    private static Optional<Finding> finding(PlannedStatement statement, PlanNode union) {
        Map<String, Long> delays = new LinkedHashMap<>();
        for (PlanNode branch : union.branches()) {
            Optional<PlanNode> assigner = EventTime.assigner(branch);
            OptionalLong delay =
                    assigner.flatMap(EventTime::ownWatermark)
                            .map(EventTime::delay)
                            .orElse(OptionalLong.empty());
            delay.ifPresent(d -> delays.merge(name(assigner.get()), d, Math::max));
        }
        long shortest = delays.values().stream().mapToLong(d -> d).min().orElse(0);
        long longest = delays.values().stream().mapToLong(d -> d).max().orElse(0);
        if (shortest == longest) {
            return Optional.empty();
        }
        List<String> each = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        delays.forEach(
                (table, delay) -> {
                    each.add(table + " " + DurationText.print(Duration.ofMillis(delay)));
                    evidence.add(
                            Evidence.of(
                                    "watermark delay of " + table,
                                    Quantity.millis(delay),
                                    statement.from()));
                });
        return Optional.of(
                statement.finding(
                        Severity.WARNING,
                        "DELAYS_DIFFER",
                        union,
                        "has inputs that tolerate different lateness ("
                                + String.join(", ", each)
                                + "): all results wait for the longest, "
                                + DurationText.print(Duration.ofMillis(longest)),
                        evidence,
                        List.of(Clause.ANY_UNION)));
    }

    private static String name(PlanNode assigner) {
        return assigner.nearest(n -> TableName.of(n.operator()).isPresent())
                .flatMap(n -> TableName.of(n.operator()))
                .map(TableName::shortName)
                .orElse("input");
    }
}
