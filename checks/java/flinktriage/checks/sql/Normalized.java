package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
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
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        if (!o.is("ChangelogNormalize")) {
            return Optional.empty();
        }
        return Optional.of(
                Remark.kept(
                        Severity.WARNING,
                        "CHANGELOG_NORMALIZE",
                        "was added by the planner to complete the changelog of an upsert source"
                                + " and keeps the full row of each key",
                        "key columns",
                        o.list("key").size(),
                        Clause.TABLE));
    }
}
