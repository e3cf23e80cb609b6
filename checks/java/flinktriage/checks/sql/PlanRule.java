package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The frame of the rules on SQL operators of a running job. They all say INFO: an operator that
 * keeps much state is no illness as long as no symptom is linked to it.
 */
abstract class PlanRule implements JobCheck {

    /** Ends the summaries: no REST reply has a table option of the job (Flink 1.15 to 2.3). */
    static final String TTL = "whether a state TTL bounds it is not visible in REST";

    /**
     * What a rule says about one operator.
     *
     * @param says follows the operator's name
     * @param label of the number that supports it
     */
    record Remark(String reason, String says, String label, int count) {}

    private final CheckSpec spec;

    PlanRule(String code, String title) {
        spec = CheckSpec.of(code, title, Set.of(Need.PLAN));
    }

    /** What there is to say about an operator that the table planner made. */
    abstract Optional<Remark> remark(Placed placed, JobPlan plan);

    @Override
    public final CheckSpec spec() {
        return spec;
    }

    @Override
    public final Verdict examine(JobView job, Limits limits) {
        if (job.streaming().stream().anyMatch(streaming -> !streaming)) {
            return new Verdict.NotApplicable("a batch job keeps no state over time");
        }
        JobPlan plan = JobPlan.of(job.graph(), job::plan);
        if (!plan.described()) {
            return new Verdict.Unknown("no vertex of the plan has a description");
        }
        if (!plan.sql()) {
            return new Verdict.NotApplicable("no SQL operator in the plan");
        }
        Provenance from = job.graphSource();
        List<Finding> findings =
                plan.operators().stream()
                        .filter(p -> p.operator().sql())
                        .flatMap(p -> remark(p, plan).map(r -> finding(p, r, from)).stream())
                        .toList();
        return Verdict.of(findings);
    }

    private static Finding finding(Placed placed, Remark remark, Provenance from) {
        String operator = placed.operator().name();
        String vertex = placed.vertex().name();
        String subject = vertex.startsWith(operator) ? vertex : vertex + ": " + operator;
        return new Finding(
                Severity.INFO,
                remark.reason(),
                Subject.vertex(placed.vertex()).operator(operator),
                subject + " " + remark.says(),
                List.of(Evidence.of(remark.label(), Quantity.count(remark.count()), from)));
    }
}
