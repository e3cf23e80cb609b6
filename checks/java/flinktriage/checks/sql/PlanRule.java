package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.Provenance;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rule that the plan alone decides. INFO: an operator that keeps much state is no illness as long
 * as no symptom is linked to it.
 */
abstract class PlanRule extends PlanCheck {

    /** Ends the summaries: no REST reply has a table option of the job (Flink 1.15 to 2.3). */
    static final String TTL = "whether a state TTL bounds it is not visible in REST";

    PlanRule(String code, String title) {
        super(CheckSpec.of(code, title, Set.of(Need.PLAN)));
    }

    /** What there is to say about an operator that the table planner made. */
    abstract Optional<Remark> remark(Placed placed, JobPlan plan);

    @Override
    final Verdict judge(JobView job, Limits limits, JobPlan plan) {
        Provenance from = job.graphSource();
        List<Finding> findings =
                sql(plan).stream()
                        .flatMap(p -> remark(p, plan).map(r -> r.about(p, from)).stream())
                        .toList();
        return Verdict.of(findings);
    }
}
