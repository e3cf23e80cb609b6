package flinktriage.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where in a plan each condition is checked: the further down, the fewer rows are kept above. */
final class Filters {

    private Filters() {}

    /** By condition, the place in words. */
    static Map<String, String> of(StatementPlan plan) {
        Map<String, String> places = new LinkedHashMap<>();
        for (PlanNode node : plan.nodes()) {
            Operator o = node.operator();
            if (o.is("Calc")) {
                String place = above(node);
                o.attribute("where")
                        .ifPresent(w -> conjuncts(w).forEach(c -> add(places, c, place)));
            }
            pushed(o).ifPresent(c -> add(places, c, "pushed into the scan of " + table(o)));
        }
        return places;
    }

    private static void add(Map<String, String> places, String condition, String place) {
        places.merge(condition, place, (a, b) -> a.contains(b) ? a : a + " and " + b);
    }

    /** {@code table=[[c, d, t, filter=[>(a, 1)]]]} of a source that filters itself. */
    private static Optional<String> pushed(Operator o) {
        for (String outer : o.list("table")) {
            if (outer.startsWith("[") && outer.endsWith("]")) {
                for (String part : Digest.split(outer.substring(1, outer.length() - 1))) {
                    if (part.startsWith("filter=[") && part.length() > "filter=[]".length()) {
                        return Optional.of(part.substring("filter=[".length(), part.length() - 1));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String above(PlanNode calc) {
        Optional<PlanNode> origin = calc.originNode();
        if (origin.isEmpty()) {
            return "above a union";
        }
        Operator o = origin.get().operator();
        return origin.get().inputs().isEmpty()
                ? "right above the scan of " + table(o)
                : "above " + o.kind();
    }

    private static String table(Operator o) {
        String table = RowTypes.table(o).orElse(o.name());
        return table.substring(table.lastIndexOf('.') + 1);
    }

    /** The parts of a condition that must all hold. */
    static List<String> conjuncts(String condition) {
        String text = condition.strip();
        List<String> parts = new ArrayList<>();
        boolean wrapped = text.startsWith("(") && closing(text) == text.length() - 1;
        String inner = wrapped ? text.substring(1, text.length() - 1) : text;
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (c == '\'') {
                i = Digest.endOfLiteral(inner, i);
            } else if (Digest.opens(c)) {
                depth++;
            } else if (Digest.closes(c)) {
                depth--;
            } else if (depth == 0 && inner.startsWith(" AND ", i)) {
                parts.add(inner.substring(start, i).strip());
                start = i + " AND ".length();
                i = start - 1;
            }
        }
        if (parts.isEmpty()) {
            return List.of(text);
        }
        parts.add(inner.substring(start).strip());
        return List.copyOf(parts);
    }

    /** The index of the bracket that closes the first one, or -1. */
    private static int closing(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                i = Digest.endOfLiteral(text, i);
            } else if (Digest.opens(c)) {
                depth++;
            } else if (Digest.closes(c) && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
