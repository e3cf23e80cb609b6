package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.SubtaskTimes;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A rule on operators that only matter where they leave their vertex no time. */
abstract class HotOperatorRule extends SqlCheck implements StatementRule {

    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "busy time of the hottest subtask of the operator's vertex; below it there is"
                            + " nothing to relieve");

    private final String reason;

    HotOperatorRule(String code, String title, String reason) {
        super(CheckSpec.of(code, title, Set.of(Need.PLAN, Need.TIMES), BUSY));
        this.reason = reason;
    }

    abstract boolean concerns(Placed placed, JobPlan plan);

    /** Follows the operator's name. */
    abstract String says();

    @Override
    final Verdict judge(JobView job, Limits limits, JobPlan plan) {
        List<Finding> findings = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Placed placed : sql(plan).stream().filter(p -> concerns(p, plan)).toList()) {
            List<SubtaskTimes> times = job.times(placed.vertex()).require();
            Optional<Observed<Double>> hottest =
                    times.stream()
                            .map(SubtaskTimes::busy)
                            .filter(Observed::isPresent)
                            .max(Comparator.comparing(Observed::require));
            if (hottest.isEmpty()) {
                silent.add(placed.vertex().name());
            } else if (hottest.get().require() >= limits.value(BUSY)) {
                Observed<Double> busy = hottest.get();
                Evidence evidence =
                        Evidence.of(
                                "busy time, hottest subtask",
                                Quantity.ratio(busy.require()),
                                limits.of(BUSY),
                                busy.from());
                findings.add(finding(placed, reason, says(), List.of(evidence)));
            }
        }
        return findings.isEmpty() && !silent.isEmpty()
                ? new Verdict.Unknown(
                        "Flink reports no busy time for "
                                + String.join(", ", silent)
                                + ", a legacy source with the operator in its chain")
                : Verdict.of(findings);
    }
}
