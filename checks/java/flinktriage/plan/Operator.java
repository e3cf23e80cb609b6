package flinktriage.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One operator of a vertex's chain.
 *
 * @param index its position in {@link OperatorTree#operators()}
 * @param parent the index of the operator that feeds it within the chain; empty for the head
 * @param number the planner's {@code [n]}; it grows over the JobManager's life and is no key
 * @param kind {@code GroupAggregate} for a digest, the whole name without its number otherwise
 * @param attributes of a digest, in order, values without their outer brackets
 * @param raw the text as described
 */
public record Operator(
        int index,
        OptionalInt parent,
        OptionalInt number,
        String kind,
        Map<String, String> attributes,
        String raw) {

    /** The name that its metrics carry: {@code GroupAggregate[7]}. */
    public String name() {
        if (raw.startsWith("[") && number.isPresent()) {
            return kind + "[" + number.getAsInt() + "]";
        }
        return attributes.isEmpty() ? raw : kind;
    }

    /** True for an operator that the table planner made; names of DataStream operators are free. */
    public boolean sql() {
        return raw.startsWith("[") && number.isPresent()
                || SqlKinds.ALL.contains(kind) && !attributes.isEmpty();
    }

    public boolean is(String... kinds) {
        return sql() && List.of(kinds).contains(kind);
    }

    public Optional<String> attribute(String key) {
        return Optional.ofNullable(attributes.get(key));
    }

    /** The elements of a list such as {@code groupBy}; empty if it is empty or not there. */
    public List<String> list(String key) {
        return attribute(key).map(Digest::split).orElse(List.of());
    }

    /**
     * True if it removes duplicates and does nothing else: a deduplicating UNION, DISTINCT, or a
     * GROUP BY of all columns, which are the same plan.
     */
    public boolean distinct() {
        List<String> groupBy = list("groupBy");
        return is("GroupAggregate", "GlobalGroupAggregate", "LocalGroupAggregate")
                && !groupBy.isEmpty()
                && groupBy.equals(list("select"));
    }
}
