package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
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
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        boolean unbounded =
                o.attributes().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("window"))
                        .anyMatch(e -> e.getValue().contains("UNBOUNDED PRECEDING"));
        if (!o.is("OverAggregate", "PythonOverAggregate") || !unbounded) {
            return Optional.empty();
        }
        int columns = o.list("partitionBy").size();
        return Optional.of(
                new Remark(
                        columns == 0 ? "NO_PARTITION" : "UNBOUNDED_OVER",
                        columns == 0
                                ? "is an unbounded OVER without PARTITION BY, so that one subtask"
                                        + " does all of it"
                                : "is an unbounded OVER that keeps an accumulator for each"
                                        + " partition; "
                                        + TTL,
                        "partition columns",
                        columns));
    }
}
