package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import java.util.List;

/** The frame of the checks on the SQL operators of a running job. They all say INFO. */
abstract class SqlCheck implements JobCheck {

    private final CheckSpec spec;

    SqlCheck(CheckSpec spec) {
        this.spec = spec;
    }

    @Override
    public final CheckSpec spec() {
        return spec;
    }

    /** Of a streaming job with at least one operator that the table planner made. */
    abstract Verdict judge(JobView job, Limits limits, JobPlan plan);

    @Override
    public final Verdict examine(JobView job, Limits limits) {
        if (job.batch()) {
            return new Verdict.NotApplicable("a batch job keeps no state over time");
        }
        JobPlan plan = JobPlan.of(job.graph(), job::plan);
        if (!plan.described()) {
            return new Verdict.Unknown("no vertex of the plan has a description");
        }
        if (!plan.sql()) {
            return new Verdict.NotApplicable("no SQL operator in the plan");
        }
        return judge(job, limits, plan);
    }

    static List<Placed> sql(JobPlan plan) {
        return plan.operators().stream().filter(p -> p.operator().sql()).toList();
    }

    static Finding finding(Placed placed, String reason, String says, List<Evidence> evidence) {
        String operator = placed.operator().name();
        String vertex = placed.vertex().name();
        String subject = vertex.startsWith(operator) ? vertex : vertex + ": " + operator;
        return new Finding(
                Severity.INFO,
                reason,
                Subject.vertex(placed.vertex()).operator(operator),
                subject + " " + says,
                evidence);
    }
}
