package flinktriage.plan;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;

/**
 * An operator of a plan, as the author of the query should see it.
 *
 * @param ttl empty for one that keeps nothing
 * @param distributions how its inputs are sent to its subtasks, where they are: {@code
 *     hash[user_id]}, {@code single}
 */
public record OperatorState(
        PlanNode node,
        StateKind kind,
        Optional<Ttl> ttl,
        List<String> distributions,
        StateEstimate estimate) {

    /** Of all operators of a statement's plan, inputs before users. */
    public static List<OperatorState> of(
            StatementPlan plan, SqlStatement statement, SqlScript.Form form, Assumptions given) {
        Estimator estimator = new Estimator(plan, statement, form, given);
        return plan.nodes().stream()
                .map(
                        node -> {
                            StateKind kind = kind(node.operator());
                            boolean keeps =
                                    kind.bound() != StateKind.Bound.NONE
                                            && kind.bound() != StateKind.Bound.UNKNOWN;
                            return new OperatorState(
                                    node,
                                    kind,
                                    keeps
                                            ? Optional.of(Ttl.of(node, statement, form))
                                            : Optional.empty(),
                                    distributions(node),
                                    estimator.of(node));
                        })
                .toList();
    }

    /** True if one subtask gets everything. */
    public boolean singleton() {
        return node.single();
    }

    /** True if nothing but time or a TTL that is not there would ever remove what it keeps. */
    public boolean endless() {
        return kind.onlyTtlBounds() && ttl.filter(Ttl::bounds).isEmpty();
    }

    /** True for a sink that keeps the history of its primary keys. */
    static boolean materializes(Operator o) {
        return o.is("SinkMaterializer")
                || o.is("Sink") && o.attribute("upsertMaterialize").orElse("").equals("true");
    }

    private static StateKind kind(Operator o) {
        return o.is("Sink") && materializes(o)
                ? new StateKind(StateKind.Bound.ROWS, "every row of each primary key of the sink")
                : StateKind.of(o);
    }

    private static List<String> distributions(PlanNode node) {
        return node.inputs().stream()
                .map(PlanNode::operator)
                .filter(o -> o.is("Exchange"))
                .flatMap(o -> o.attribute("distribution").stream())
                .distinct()
                .toList();
    }
}
