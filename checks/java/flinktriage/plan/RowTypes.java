package flinktriage.plan;

import flinktriage.model.SqlColumn;
import flinktriage.model.SqlTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The columns that each operator of a plan emits. EXPLAIN prints names only: types come from the
 * script's tables and are followed through the plan as far as that is plain.
 */
public final class RowTypes {

    /**
     * @param type empty if the plan does not tell
     */
    public record Column(String name, Optional<String> type) {}

    private static final Pattern CAST =
            Pattern.compile("CAST\\(.* AS ([A-Z][A-Z_ ]*(\\([^)]*\\))?)\\)");
    private static final Pattern TYPED = Pattern.compile(".*:([A-Z]+(\\([\\d, ]*\\))?)[^:]*");
    private static final Pattern CALL =
            Pattern.compile("\\$?([A-Z_0-9]+)\\((DISTINCT )?([\\w$]*|\\*)\\)");

    private final Map<Integer, List<Column>> columns = new HashMap<>();

    private RowTypes() {}

    /**
     * @param tables by their qualified name
     */
    public static RowTypes of(StatementPlan plan, Map<String, SqlTable> tables) {
        RowTypes types = new RowTypes();
        for (PlanNode node : plan.nodes()) {
            types.columns.put(node.id(), types.columns(node, tables));
        }
        return types;
    }

    /** In the order of the row. */
    public List<Column> of(PlanNode node) {
        return columns.getOrDefault(node.id(), List.of());
    }

    /** The qualified name of the table that an operator reads or writes. */
    public static Optional<String> table(Operator o) {
        List<String> names = new ArrayList<>();
        for (String part : o.list("table")) {
            String inner =
                    part.startsWith("[") && part.endsWith("]")
                            ? part.substring(1, part.length() - 1)
                            : part;
            names.addAll(Digest.split(inner));
        }
        if (names.size() == 1) {
            return Optional.of(names.get(0));
        }
        return names.size() < 3
                ? Optional.empty()
                : Optional.of(String.join(".", names.subList(0, 3)));
    }

    private List<Column> columns(PlanNode node, Map<String, SqlTable> tables) {
        Operator o = node.operator();
        if (node.inputs().isEmpty()) {
            List<SqlColumn> known =
                    table(o).map(tables::get).map(SqlTable::columns).orElse(List.of());
            return o.list("fields").stream()
                    .map(name -> new Column(name, type(known, name)))
                    .toList();
        }
        List<Column> in = input(node);
        List<String> select = o.list("select");
        if (select.isEmpty()) {
            return node.inputs().size() == 1 || o.is("Union") ? of(node.inputs().get(0)) : in;
        }
        List<Column> out = new ArrayList<>();
        for (int i = 0; i < select.size(); i++) {
            String item = select.get(i);
            int as = item.lastIndexOf(" AS ");
            String expression = as < 0 ? item : item.substring(0, as);
            String name = as < 0 ? item : item.substring(as + 4);
            out.add(new Column(name, type(expression, in)));
        }
        return out;
    }

    /** Of all inputs, told apart as the planner does it: {@code id}, {@code id0}. */
    private List<Column> input(PlanNode node) {
        List<Column> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (PlanNode input : node.inputs()) {
            for (Column c : of(input)) {
                String name = c.name();
                for (int n = 0; !names.add(name); n++) {
                    name = c.name() + n;
                }
                all.add(new Column(name, c.type()));
            }
        }
        return all;
    }

    private static Optional<String> type(List<SqlColumn> columns, String name) {
        return columns.stream().filter(c -> c.name().equals(name)).map(SqlColumn::type).findFirst();
    }

    private static Optional<String> type(String expression, List<Column> in) {
        Optional<Column> same = in.stream().filter(c -> c.name().equals(expression)).findFirst();
        if (same.isPresent()) {
            return same.get().type();
        }
        Matcher cast = CAST.matcher(expression);
        if (cast.matches()) {
            return Optional.of(cast.group(1).strip());
        }
        if (expression.startsWith("start('w$")
                || expression.startsWith("end('w$")
                || expression.endsWith("time('w$)")
                || expression.equals("PROCTIME()")) {
            return Optional.of("TIMESTAMP(3)");
        }
        Matcher call = CALL.matcher(expression);
        if (call.matches()) {
            return call.group(1).startsWith("COUNT")
                    ? Optional.of("BIGINT")
                    : in.stream()
                            .filter(c -> c.name().equals(call.group(3)))
                            .findFirst()
                            .flatMap(Column::type);
        }
        Matcher typed = TYPED.matcher(expression);
        boolean literal = expression.length() < 200 && !expression.contains("(");
        return literal && typed.matches() ? Optional.of(typed.group(1)) : Optional.empty();
    }
}
