package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The clauses of one SQL text: a statement, or the one that created a view. */
final class ClauseText {

    private static final Set<String> JOIN_WORDS =
            Set.of("INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "NATURAL");
    private static final Set<String> WINDOWS = Set.of("TUMBLE", "HOP", "CUMULATE", "SESSION");
    private static final Set<String> SET_WORDS = Set.of("UNION", "INTERSECT", "EXCEPT", "MINUS");
    private static final Set<String> END_OF_LIST =
            Set.of("HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "WINDOW", "FETCH");

    /**
     * A clause in the text, in tokens.
     *
     * @param last inclusive
     * @param from where the part of the query begins that the clause works on
     * @param to after that part
     */
    record Found(int first, int last, int from, int to) {

        /** Calls of functions over one window are one operator. */
        boolean sameScope(Found other) {
            return from == other.from && to == other.to;
        }
    }

    private final SourceText source;
    private final List<SqlToken> tokens;

    /** For each token the bracket around it, or -1. */
    private final int[] around;

    /** For each bracket its partner, or the end of the text. */
    private final int[] partner;

    ClauseText(SourceText source) {
        this.source = source;
        this.tokens =
                SqlTokens.of(source.text()).stream()
                        .filter(t -> t.kind() != SqlToken.Kind.HINT)
                        .toList();
        this.around = new int[tokens.size()];
        this.partner = new int[tokens.size()];
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).symbol(")") && !open.isEmpty()) {
                int start = open.remove(open.size() - 1);
                partner[start] = i;
                partner[i] = start;
            }
            around[i] = open.isEmpty() ? -1 : open.get(open.size() - 1);
            if (tokens.get(i).symbol("(")) {
                partner[i] = tokens.size();
                open.add(i);
            }
        }
    }

    SourceText source() {
        return source;
    }

    List<SqlToken> tokens() {
        return tokens;
    }

    List<Found> find(Clause clause, Set<String> tables) {
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            add(found, clause, i, tables);
        }
        return found;
    }

    private void add(List<Found> found, Clause clause, int i, Set<String> tables) {
        switch (clause) {
            case UNION -> {
                if (is(i, "UNION") && !is(i + 1, "ALL")) {
                    found.add(operation(i));
                }
            }
            case ANY_UNION -> {
                if (is(i, "UNION")) {
                    found.add(operation(i));
                }
            }
            case SET_OPERATION -> {
                if (is(i, "INTERSECT") || is(i, "EXCEPT")) {
                    found.add(operation(i));
                }
            }
            case DISTINCT -> {
                if (is(i, "SELECT") && is(i + 1, "DISTINCT")) {
                    found.add(block(i, i + 1));
                }
            }
            case SELECT -> {
                if (is(i, "SELECT")) {
                    found.add(block(i, Math.max(i, endOfSelectList(i) - 1)));
                }
            }
            case GROUP_BY -> {
                if (is(i, "GROUP") && is(i + 1, "BY")) {
                    found.add(block(i, endOfList(i + 2) - 1));
                }
            }
            case ORDER_BY -> {
                boolean ofWindow = around[i] > 0 && is(around[i] - 1, "OVER");
                boolean ofMatch = around[i] > 0 && is(around[i] - 1, "MATCH_RECOGNIZE");
                if (is(i, "ORDER") && is(i + 1, "BY") && !ofWindow && !ofMatch) {
                    found.add(block(i, endOfList(i + 2) - 1));
                }
            }
            case LIMIT -> {
                if (is(i, "LIMIT") || is(i, "FETCH")) {
                    found.add(block(i, Math.min(i + 1, tokens.size() - 1)));
                }
            }
            case WINDOW -> {
                if (open(i + 1) && WINDOWS.contains(word(i))) {
                    found.add(block(i, i));
                }
            }
            case MATCH -> {
                if (is(i, "MATCH_RECOGNIZE")) {
                    found.add(block(i, i));
                }
            }
            case AS_OF -> {
                if (is(i, "FOR") && is(i + 1, "SYSTEM_TIME") && is(i + 3, "OF")) {
                    found.add(new Found(i, i + 3, Math.max(0, i - 3), i));
                }
            }
            case INTO -> {
                if (i > 0 && is(i - 1, "INSERT") && (is(i, "INTO") || is(i, "OVERWRITE"))) {
                    int last = endOfName(i + 1) - 1;
                    found.add(new Found(i - 1, Math.max(i, last), i + 1, last + 1));
                }
            }
            case TABLE -> {
                boolean named =
                        tokens.get(i).identifier() && tables.contains(tokens.get(i).value());
                boolean place =
                        i > 0
                                && (is(i - 1, "FROM")
                                        || is(i - 1, "JOIN")
                                        || is(i - 1, "TABLE")
                                        || tokens.get(i - 1).symbol(",")
                                        || tokens.get(i - 1).symbol("."));
                if (named && place && !is(Math.max(0, i - 2), "CREATE")) {
                    found.add(new Found(i, i, i, i + 1));
                }
            }
            case JOIN -> join(found, i);
            case SUB_QUERY -> subQuery(found, i);
            case TOP_N, OVER -> over(found, i, clause == Clause.TOP_N);
        }
    }

    private void join(List<Found> found, int i) {
        boolean comma = tokens.get(i).symbol(",") && inFrom(i);
        if (!comma && !is(i, "JOIN")) {
            return;
        }
        int operand = i + 1;
        if (is(operand, "UNNEST") || is(operand, "LATERAL") || is(operand, "TABLE") && comma) {
            return;
        }
        int first = i;
        while (first > 0 && !comma && JOIN_WORDS.contains(word(first - 1))) {
            first--;
        }
        int end = open(operand) ? partner[operand] + 1 : endOfName(operand);
        if (is(end, "FOR") && is(end + 1, "SYSTEM_TIME")) {
            return;
        }
        found.add(
                new Found(first, comma ? i + 1 : i, startOfBlock(i), Math.min(end, tokens.size())));
    }

    /** True for a comma between tables. */
    private boolean inFrom(int comma) {
        for (int i = comma - 1; i > around[comma]; i--) {
            if (around[i] == around[comma]) {
                String w = word(i);
                if (w.equals("FROM")) {
                    return true;
                }
                if (Set.of("SELECT", "WHERE", "BY", "WITH", "VALUES", "SET", "AS").contains(w)
                        && !(w.equals("AS") && !open(i + 1))) {
                    return false;
                }
            }
        }
        return false;
    }

    private void subQuery(List<Found> found, int i) {
        if (!open(i) || !(is(i + 1, "SELECT") || is(i + 1, "WITH")) || i == 0) {
            return;
        }
        boolean condition = is(i - 1, "IN") || is(i - 1, "EXISTS");
        boolean compared = tokens.get(i - 1).kind() == SqlToken.Kind.SYMBOL && compares(i - 1);
        if (condition || compared) {
            int first = i > 1 && is(i - 2, "NOT") ? i - 2 : i - 1;
            found.add(
                    new Found(
                            first,
                            i - 1,
                            startOfBlock(i),
                            Math.min(partner[i] + 1, tokens.size())));
        }
    }

    private boolean compares(int i) {
        return Set.of("=", "<", ">", "<=", ">=", "<>", "!=").contains(tokens.get(i).text());
    }

    private void over(List<Found> found, int i, boolean topN) {
        if (!is(i, "OVER") || i < 2 || !tokens.get(i - 1).symbol(")")) {
            return;
        }
        int name = Math.max(0, partner[i - 1] - 1);
        boolean numbers = Set.of("ROW_NUMBER", "RANK", "DENSE_RANK").contains(word(name));
        if (numbers == topN) {
            int last = open(i + 1) ? partner[i + 1] : i + 1;
            found.add(block(name, Math.min(last, tokens.size() - 1)));
        }
    }

    /** A set operation works on all before it in its brackets, and on its next branch. */
    private Found operation(int i) {
        int end = i + 1;
        while (end < tokens.size()
                && !(around[end] == around[i] && SET_WORDS.contains(word(end)))) {
            if (around[i] >= 0 && end >= partner[around[i]] || tokens.get(end).symbol(";")) {
                break;
            }
            end++;
        }
        return new Found(i, i, startOfBrackets(i), Math.min(end, tokens.size()));
    }

    /** Within the SELECT around a token. */
    private Found block(int first, int last) {
        int end = first;
        int close = around[first] >= 0 ? partner[around[first]] : tokens.size();
        while (end < Math.min(close, tokens.size())) {
            boolean here = around[end] == around[first];
            if (end > last && here && (SET_WORDS.contains(word(end)) || semicolon(end))) {
                break;
            }
            end++;
        }
        return new Found(first, Math.max(first, last), startOfBlock(first), end);
    }

    private boolean semicolon(int i) {
        return tokens.get(i).symbol(";");
    }

    private int startOfBlock(int i) {
        int start = i;
        while (start > around[i] + 1) {
            if (around[start] == around[i]
                    && (is(start, "SELECT") && start < i + 1
                            || semicolon(start)
                            || start < i && SET_WORDS.contains(word(start)))) {
                return start;
            }
            start--;
        }
        return Math.max(0, start);
    }

    private int startOfBrackets(int i) {
        int start = i;
        while (start > around[i] + 1 && !semicolon(start)) {
            start--;
        }
        return Math.max(0, start);
    }

    private int endOfList(int from) {
        int end = from;
        while (end < tokens.size()) {
            boolean here = around[end] == around[Math.max(0, from - 1)];
            boolean ends = END_OF_LIST.contains(word(end)) || semicolon(end);
            if (here && ends || tokens.get(end).symbol(")") && partner[end] < from - 1) {
                break;
            }
            end++;
        }
        return end;
    }

    private int endOfSelectList(int select) {
        int end = select + 1;
        while (end < tokens.size() && !(is(end, "FROM") && around[end] == around[select])) {
            if (semicolon(end) || tokens.get(end).symbol(")") && partner[end] < select) {
                break;
            }
            end++;
        }
        return end;
    }

    private int endOfName(int from) {
        int end = from + 1;
        while (end + 1 < tokens.size() && tokens.get(end).symbol(".")) {
            end += 2;
        }
        return Math.min(end, tokens.size());
    }

    private boolean open(int i) {
        return i < tokens.size() && tokens.get(i).symbol("(");
    }

    private boolean is(int i, String keyword) {
        return i >= 0 && i < tokens.size() && tokens.get(i).is(keyword);
    }

    private String word(int i) {
        return i >= 0 && i < tokens.size() && tokens.get(i).kind() == SqlToken.Kind.WORD
                ? tokens.get(i).text().toUpperCase(Locale.ROOT)
                : "";
    }
}
