package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * Nobody wrote it: an upsert source, or a CDC source that may repeat events, is completed to a full
 * changelog from state. Reason: CHANGELOG_NORMALIZE.
 */
public final class Normalized extends PlanRule {

    public Normalized() {
        super("FT-SQ-109", "does the planner add a ChangelogNormalize?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        if (!o.is("ChangelogNormalize")) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "CHANGELOG_NORMALIZE",
                        "was added by the planner to complete the changelog of an upsert source"
                                + " and keeps the full row of each key; "
                                + TTL,
                        "key columns",
                        o.list("key").size()));
    }
}
