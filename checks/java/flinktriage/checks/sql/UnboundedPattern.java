package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.plan.Clause;
import flinktriage.plan.JobPlan;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import java.util.List;
import java.util.Set;

/**
 * FT-SQ-113. Never a problem on a running job: no plan of Flink 1.15 to 2.3 prints WITHIN, only the
 * AST does. Rows of a pattern must follow each other, so one whose repetitions have an upper bound
 * completes or dies within as many rows. Reason: NO_WITHIN.
 */
public final class UnboundedPattern extends SqlCheck implements StatementRule {

    public UnboundedPattern() {
        super(
                CheckSpec.of(
                        "FT-SQ-113",
                        "can a pattern without WITHIN match for ever?",
                        Set.of(Need.PLAN)));
    }

    @Override
    Verdict judge(JobView job, Limits limits, JobPlan plan) {
        List<Operator> patterns =
                plan.operators().stream()
                        .map(JobPlan.Placed::operator)
                        .filter(o -> o.is("Match"))
                        .toList();
        if (patterns.isEmpty()) {
            return new Verdict.NotApplicable("no MATCH_RECOGNIZE in the plan");
        }
        return patterns.stream()
                .filter(Patterns::unbounded)
                .findFirst()
                .<Verdict>map(
                        o ->
                                new Verdict.Unknown(
                                        o.name()
                                                + " repeats a part of its pattern without an upper"
                                                + " bound, and no REST reply shows whether it has"
                                                + " a WITHIN: lint of the script tells"))
                .orElseGet(Verdict.Healthy::new);
    }

    @Override
    public Verdict judge(PlannedStatement statement, Limits limits) {
        List<Finding> findings = findings(statement, limits);
        List<PlanNode> all = Patterns.unbounded(statement.plan());
        if (findings.isEmpty() && !all.isEmpty() && !Patterns.written(statement.plan())) {
            return new Verdict.Unknown(
                    all.get(0).operator().name()
                            + " repeats a part of its pattern without an upper bound, and without"
                            + " the abstract syntax tree the plan does not show whether it has a"
                            + " WITHIN");
        }
        return Verdict.of(findings);
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        return Patterns.withoutWithin(statement.plan()).stream()
                .map(
                        n ->
                                statement.finding(
                                        Severity.WARNING,
                                        "NO_WITHIN",
                                        n,
                                        "repeats a part of its pattern without an upper bound and"
                                                + " has no WITHIN: a match that is begun and not"
                                                + " completed is kept for ever, and no state TTL"
                                                + " removes it",
                                        List.of(),
                                        List.of(Clause.MATCH)))
                .toList();
    }
}
