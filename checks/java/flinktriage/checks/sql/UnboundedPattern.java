package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.plan.JobPlan;
import flinktriage.plan.Operator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * FT-SQ-113. Never a problem: no plan of Flink 1.15 to 2.3 prints WITHIN. Rows of a pattern must
 * follow each other, so one whose repetitions have an upper bound completes or dies within as many
 * rows.
 */
public final class UnboundedPattern extends SqlCheck {

    /** The last but one argument is the upper bound; {@code *} and {@code +} have -1. */
    private static final Pattern REPEATS_FOR_EVER = Pattern.compile(",\\s*-1\\s*,");

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
                .filter(o -> unbounded(o.attribute("pattern").orElse("")))
                .findFirst()
                .<Verdict>map(
                        o ->
                                new Verdict.Unknown(
                                        o.name()
                                                + " repeats a part of its pattern without an upper"
                                                + " bound, and no REST reply shows whether it has"
                                                + " a WITHIN"))
                .orElseGet(Verdict.Healthy::new);
    }

    /** A pattern that the plan does not print may be anything. */
    private static boolean unbounded(String pattern) {
        return pattern.isEmpty() || REPEATS_FOR_EVER.matcher(pattern).find();
    }
}
