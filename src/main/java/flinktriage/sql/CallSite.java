package flinktriage.sql;

import flinktriage.plan.SqlNames;
import flinktriage.plan.SqlToken;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A call in a statement, looked at for what it must return.
 *
 * @param call its name; a bracket stands behind it
 */
record CallSite(List<SqlToken> tokens, SqlNames.Name call) {

    private static final Set<String> BEFORE_CONDITION =
            Set.of("WHERE", "AND", "OR", "NOT", "ON", "HAVING", "WHEN");
    private static final Set<String> AFTER_CONDITION =
            Set.of(
                    "AND",
                    "OR",
                    "GROUP",
                    "THEN",
                    "ORDER",
                    "UNION",
                    "HAVING",
                    "LIMIT",
                    "INTERSECT",
                    "EXCEPT");

    /** As SQL; empty if the statement would allow several types. */
    Optional<String> type() {
        int first = call.first();
        int after = closing(call.next()) + 1;
        boolean cast =
                first > 1
                        && tokens.get(first - 1).symbol("(")
                        && (tokens.get(first - 2).is("CAST")
                                || tokens.get(first - 2).is("TRY_CAST"));
        if (cast && after < tokens.size() && tokens.get(after).is("AS")) {
            return Optional.of(text(after + 1, closing(first - 1)));
        }
        boolean conditionBegins =
                first > 0 && BEFORE_CONDITION.stream().anyMatch(w -> tokens.get(first - 1).is(w));
        boolean conditionEnds =
                after >= tokens.size()
                        || tokens.get(after).symbol(")")
                        || AFTER_CONDITION.stream().anyMatch(w -> tokens.get(after).is(w));
        if (conditionBegins && conditionEnds) {
            return Optional.of("BOOLEAN");
        }
        boolean equalsText =
                after + 1 < tokens.size()
                        && (tokens.get(after).symbol("=") || tokens.get(after).symbol("<>"))
                        && tokens.get(after + 1).kind() == SqlToken.Kind.LITERAL;
        return equalsText ? Optional.of("STRING") : Optional.empty();
    }

    /** True if nothing but an alias follows within the select list. */
    boolean endsItem() {
        int after = closing(call.next()) + 1;
        if (after < tokens.size() && tokens.get(after).is("AS")) {
            after += 2;
        }
        return after >= tokens.size()
                || tokens.get(after).symbol(",")
                || tokens.get(after).is("FROM");
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).symbol("(") ? 1 : tokens.get(i).symbol(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size();
    }

    private String text(int from, int end) {
        StringBuilder text = new StringBuilder();
        for (SqlToken t : tokens.subList(from, Math.max(from, end))) {
            boolean word = t.kind() == SqlToken.Kind.WORD && !text.isEmpty();
            text.append(word ? " " : "").append(t.text());
        }
        return text.toString();
    }
}
