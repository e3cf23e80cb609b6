package flinktriage.checks.sql;

import flinktriage.model.Vertex;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import java.util.Optional;

/**
 * The planner's single distribution is the ship strategy GLOBAL at run time. FT-PA-005 sees the
 * same vertex; this one names the operator that wants it. Reason: SINGLETON.
 */
public final class SinglePlan extends PlanRule {

    public SinglePlan() {
        super("FT-SQ-120", "does the plan send everything to one subtask?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Vertex v = placed.vertex();
        boolean single = v.inputs().stream().anyMatch(i -> i.ship().equals("GLOBAL"));
        int widest = plan.feeding(v).stream().mapToInt(Vertex::parallelism).max().orElse(0);
        if (!single || widest <= 1 || placed.operator().index() > 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "SINGLETON",
                        "has no key to spread its rows by, so that one subtask gets all of them",
                        "upstream subtasks",
                        widest));
    }
}
