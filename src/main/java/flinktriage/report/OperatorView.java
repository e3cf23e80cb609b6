package flinktriage.report;

import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.Assumptions;
import flinktriage.plan.DurationText;
import flinktriage.plan.OperatorState;
import flinktriage.plan.StatementPlan;
import flinktriage.plan.Ttl;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the data beside the plans.
 *
 * @param shown whether text shows the operators
 * @param measured by the description of an operator of a running job
 */
public record OperatorView(boolean shown, Assumptions given, Map<String, Measured> measured) {

    public static final OperatorView NONE = new OperatorView(false, Assumptions.NONE, Map.of());

    /**
     * @param vertex in which the operator runs, perhaps with others
     * @param bytes of state of the whole vertex in the newest checkpoint
     */
    public record Measured(String vertex, long bytes) {}

    public OperatorView {
        measured = Map.copyOf(measured);
    }

    /** Inputs before users; empty without a plan. */
    List<OperatorState> of(SqlScript script, SqlStatement statement) {
        return statement.plan().stream()
                .flatMap(plan -> states(script, statement, plan).stream())
                .toList();
    }

    private List<OperatorState> states(SqlScript script, SqlStatement statement, SqlPlan plan) {
        return OperatorState.of(StatementPlan.of(plan), statement, script.form(), given);
    }

    Optional<Measured> measured(OperatorState state) {
        return Optional.ofNullable(measured.get(state.node().operator().raw()));
    }

    static String bound(OperatorState state) {
        return switch (state.kind().bound()) {
            case NONE -> "none";
            case FIXED -> "fixed";
            case TIME -> "bounded by time";
            case KEYS -> "bounded by keys";
            case ROWS -> "unbounded";
            case UNKNOWN -> "unknown";
        };
    }

    static String ttl(Ttl ttl) {
        String value = ttl.value().map(DurationText::print).orElse("");
        return switch (ttl.source()) {
            case SETTING -> value + ", by " + Ttl.KEY;
            case HINT -> value + ", by a STATE_TTL hint";
            case COMPILED_PLAN -> value + ", by the compiled plan";
            case NONE -> "none";
            case NOT_HEEDED -> "one is set, but operators of this kind do not heed it";
            case UNKNOWN -> "the plan does not say";
        };
    }
}
