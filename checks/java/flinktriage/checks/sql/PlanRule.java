package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.Provenance;
import flinktriage.plan.JobPlan;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rule that the plan alone decides, of a running job or of a statement. On a running job INFO: an
 * operator that keeps much state is no illness as long as no symptom is linked to it.
 */
abstract class PlanRule extends SqlCheck implements StatementRule {

    PlanRule(String code, String title) {
        super(CheckSpec.of(code, title, Set.of(Need.PLAN)));
    }

    /** What there is to say about an operator that the table planner made. */
    abstract Optional<Remark> remark(Place place);

    /** True if another operator of the plan is the one to speak of. */
    boolean elsewhere(Operator o, List<Operator> all) {
        return false;
    }

    /** What the statement adds to it. */
    Remark of(PlannedStatement statement, PlanNode node, Remark remark) {
        return remark;
    }

    @Override
    final Verdict judge(JobView job, Limits limits, JobPlan plan) {
        Provenance from = job.graphSource();
        List<Operator> all = plan.operators().stream().map(JobPlan.Placed::operator).toList();
        List<Finding> findings =
                sql(plan).stream()
                        .filter(p -> !elsewhere(p.operator(), all))
                        .flatMap(p -> remark(plan.place(p)).map(r -> r.about(p, from)).stream())
                        .toList();
        return Verdict.of(findings);
    }

    @Override
    public final List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Operator> all = statement.plan().nodes().stream().map(PlanNode::operator).toList();
        return statement.plan().nodes().stream()
                .filter(n -> n.operator().sql() && !elsewhere(n.operator(), all))
                .flatMap(
                        n ->
                                remark(n)
                                        .filter(r -> !n.constant())
                                        .map(r -> of(statement, n, r).about(n, statement))
                                        .stream())
                .toList();
    }
}
