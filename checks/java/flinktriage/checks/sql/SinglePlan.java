package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Place;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The planner's single distribution is the ship strategy GLOBAL at run time. FT-PA-005 sees the
 * same vertex; this one names the operator that wants it. Reason: SINGLETON.
 */
public final class SinglePlan extends PlanRule {

    public SinglePlan() {
        super("FT-SQ-120", "does the plan send everything to one subtask?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        OptionalInt widest = place.upstreamSubtasks();
        if (!place.single() || widest.isPresent() && widest.getAsInt() <= 1) {
            return Optional.empty();
        }
        // It gets a row for each group of a bundle or window, not each row.
        boolean summed =
                place.operator().is("GlobalGroupAggregate", "GlobalWindowAggregate")
                        || place.origin()
                                .filter(o -> o.is("GlobalWindowAggregate", "WindowAggregate"))
                                .isPresent();
        return Optional.of(
                Remark.plain(
                        summed ? Severity.INFO : Severity.WARNING,
                        "SINGLETON",
                        "has no key to spread its rows by, so that one subtask gets all of them",
                        widest.isPresent() ? "upstream subtasks" : "subtasks with rows",
                        widest.orElse(1),
                        Clause.of(place.operator()).toArray(Clause[]::new)));
    }
}
