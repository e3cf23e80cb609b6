package flinktriage.plan;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many rows a second each operator may emit at most: filters pass everything, a join finds one
 * match for each row.
 */
final class Flows {

    /**
     * @param rate rows a second, empty if the rate of a table is not known
     * @param tables that the rows come from
     * @param needs the options that would give it
     */
    record Flow(Optional<Double> rate, Set<String> tables, Set<String> needs) {

        String of() {
            return tables.isEmpty() ? "rows" : "rows of " + String.join(" and ", tables);
        }
    }

    /** Those whose second input is looked up in, and brings no rows of its own. */
    private static final Set<String> PROBING = Set.of("LookupJoin", "TemporalJoin");

    private final Map<Integer, Flow> flows = new HashMap<>();

    Flows(StatementPlan plan, Map<String, Double> rates) {
        plan.nodes().forEach(n -> flows.put(n.id(), flow(n, rates)));
    }

    Flow of(PlanNode node) {
        return flows.get(node.id());
    }

    private Flow flow(PlanNode node, Map<String, Double> rates) {
        Operator o = node.operator();
        if (node.inputs().isEmpty()) {
            if (o.is("Values")) {
                return new Flow(Optional.of(0.0), Set.of(), Set.of());
            }
            String table = RowTypes.table(o).orElse(o.name());
            String shorter = table.substring(table.lastIndexOf('.') + 1);
            Optional<Double> rate =
                    Optional.ofNullable(rates.get(table))
                            .or(() -> Optional.ofNullable(rates.get(shorter)));
            return new Flow(
                    rate,
                    Set.of(shorter),
                    rate.isPresent() ? Set.of() : Set.of("--rate " + shorter + "=N"));
        }
        List<PlanNode> inputs =
                PROBING.contains(o.kind()) ? node.inputs().subList(0, 1) : node.inputs();
        Optional<Double> sum = Optional.of(0.0);
        Set<String> tables = new LinkedHashSet<>();
        Set<String> needs = new LinkedHashSet<>();
        for (PlanNode input : inputs) {
            Flow flow = flows.get(input.id());
            sum = sum.flatMap(s -> flow.rate().map(r -> s + r));
            tables.addAll(flow.tables());
            needs.addAll(flow.needs());
        }
        return new Flow(sum, tables, needs);
    }
}
