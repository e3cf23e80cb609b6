package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StateKind;
import flinktriage.plan.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An operator that has forgotten a row cannot take it back when the one before it corrects it: it
 * drops the correction, or lets it pass alone. Reason: SHORTER_DOWNSTREAM.
 */
public final class ShorterDownstream extends StatementCheck {

    public ShorterDownstream() {
        super("FT-SQ-119", "is a later operator's TTL shorter than an earlier one's?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (PlanNode n : statement.plan().nodes()) {
            Optional<Duration> own =
                    StateKind.of(n.operator()).onlyTtlBounds()
                            ? statement.ttl(n).value()
                            : Optional.empty();
            if (own.isEmpty()) {
                continue;
            }
            for (PlanNode input : n.inputs()) {
                input.nearest(u -> StateKind.of(u.operator()).onlyTtlBounds())
                        .filter(before -> input.updates() && longer(statement, before, own.get()))
                        .map(before -> finding(statement, n, before, own.get()))
                        .ifPresent(findings::add);
            }
        }
        return findings;
    }

    private static boolean longer(PlannedStatement statement, PlanNode before, Duration own) {
        Ttl ttl = statement.ttl(before);
        return ttl.value().map(v -> v.compareTo(own) > 0).orElse(ttl.source() == Ttl.Source.NONE);
    }

    private static Finding finding(
            PlannedStatement statement, PlanNode n, PlanNode before, Duration own) {
        String other =
                statement.ttl(before).value().map(DurationText::print).orElse("an unlimited time");
        return statement.finding(
                Severity.INFO,
                "SHORTER_DOWNSTREAM",
                n,
                "forgets after "
                        + DurationText.print(own)
                        + " what "
                        + before.operator().name()
                        + " before it corrects for "
                        + other
                        + ": later corrections meet no row",
                List.of(Evidence.of("state TTL", Quantity.of(own), statement.from())),
                Clause.of(n.operator()));
    }
}
