package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import java.util.Optional;

/**
 * It keeps an accumulator per partition for ever; without PARTITION BY also everything runs in one
 * subtask. STATE_TTL hints do not apply to it. Reasons: UNBOUNDED_OVER, NO_PARTITION.
 */
public final class UnboundedOver extends PlanRule {

    public UnboundedOver() {
        super("FT-SQ-108", "does an OVER window reach back without a bound?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        boolean unbounded =
                o.attributes().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("window"))
                        .anyMatch(e -> e.getValue().contains("UNBOUNDED PRECEDING"));
        if (!o.is("OverAggregate", "PythonOverAggregate") || !unbounded) {
            return Optional.empty();
        }
        int columns = o.list("partitionBy").size();
        return Optional.of(
                columns == 0
                        ? Remark.plain(
                                Severity.CRITICAL,
                                "NO_PARTITION",
                                "is an unbounded OVER without PARTITION BY, so that one subtask"
                                        + " does all of it",
                                "partition columns",
                                columns,
                                Clause.OVER)
                        : Remark.kept(
                                Severity.WARNING,
                                "UNBOUNDED_OVER",
                                "is an unbounded OVER that keeps an accumulator for each"
                                        + " partition",
                                "partition columns",
                                columns,
                                Clause.OVER));
    }
}
