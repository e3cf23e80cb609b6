package flinktriage.plan;

import flinktriage.model.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Finds the set operations of a statement, at every depth, with the text of their branches. */
public final class SetOperations {

    private static final int DEPTH = 200;

    private final SourceText source;
    private final List<SqlToken> tokens;
    private final List<SetOperation> found = new ArrayList<>();

    private SetOperations(SourceText source) {
        this.source = source;
        this.tokens =
                SqlTokens.of(source.text()).stream()
                        .filter(t -> t.kind() != SqlToken.Kind.HINT)
                        .toList();
    }

    public static List<SetOperation> in(SourceText statement) {
        SetOperations search = new SetOperations(statement);
        search.query(search.start(), search.tokens.size(), List.of(), 0);
        return List.copyOf(search.found);
    }

    /** Where the query begins, behind INSERT INTO, CREATE VIEW and the like. */
    private int start() {
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken t = tokens.get(i);
            boolean with = t.is("WITH") && !symbol(i + 1, "(");
            if (depth == 0 && (t.is("SELECT") || t.is("VALUES") || with)
                    || t.symbol("(") && beginsQuery(i + 1)) {
                return i;
            }
            depth += t.symbol("(") ? 1 : t.symbol(")") ? -1 : 0;
        }
        return tokens.size();
    }

    private boolean beginsQuery(int i) {
        int at = i;
        while (symbol(at, "(")) {
            at++;
        }
        return word(at, "SELECT") || word(at, "WITH");
    }

    /**
     * @param with the common table expressions that it can see
     */
    private void query(int from, int end, List<String> with, int depth) {
        if (depth > DEPTH) {
            return;
        }
        int at = from;
        List<String> visible = new ArrayList<>(with);
        if (word(at, "WITH")) {
            at = commonTables(at, end, visible, depth);
        }
        List<Integer> outer = new ArrayList<>();
        List<Integer> inner = new ArrayList<>();
        int last = end;
        int i = at;
        while (i < end) {
            SqlToken t = tokens.get(i);
            if (t.symbol("(")) {
                int close = closing(i, end);
                query(i + 1, close, visible, depth + 1);
                i = close;
            } else if (t.is("UNION") || t.is("EXCEPT") || t.is("MINUS")) {
                outer.add(i);
            } else if (t.is("INTERSECT")) {
                inner.add(i);
            } else if (!outer.isEmpty() || !inner.isEmpty()) {
                last = last == end && endsQuery(i) ? i : last;
            }
            i++;
        }
        operation(at, last, outer, visible);
        intersections(at, last, outer, inner, visible);
    }

    private int commonTables(int from, int end, List<String> visible, int depth) {
        int at = from + 1;
        while (at < end) {
            int name = at;
            while (at < end && !(word(at, "AS") && symbol(at + 1, "("))) {
                at = symbol(at, "(") ? closing(at, end) + 1 : at + 1;
            }
            if (at >= end) {
                return end;
            }
            int close = closing(at + 1, end);
            query(at + 2, close, visible, depth + 1);
            if (close >= end) {
                return end;
            }
            visible.add(text(name, close + 1));
            at = close + 1;
            if (!symbol(at, ",")) {
                return at;
            }
            at++;
        }
        return at;
    }

    /** INTERSECT binds more closely than the others. */
    private void intersections(
            int from, int end, List<Integer> outer, List<Integer> inner, List<String> with) {
        int start = from;
        List<Integer> bounds = new ArrayList<>(outer);
        bounds.add(end);
        for (int bound : bounds) {
            int low = start;
            operation(low, bound, inner.stream().filter(k -> k >= low && k < bound).toList(), with);
            start = afterKeyword(bound);
        }
    }

    private void operation(int from, int end, List<Integer> keywords, List<String> with) {
        if (keywords.isEmpty()) {
            return;
        }
        List<SetOperation.Branch> branches = new ArrayList<>();
        int start = from;
        List<Integer> bounds = new ArrayList<>(keywords);
        bounds.add(end);
        for (int bound : bounds) {
            if (start < bound) {
                SourceSpan at = source.span(tokens.get(start).start(), tokens.get(bound - 1).end());
                String prefix = with.isEmpty() ? "" : "WITH " + String.join(", ", with) + " ";
                branches.add(new SetOperation.Branch(at, prefix + text(start, bound)));
            }
            start = afterKeyword(bound);
        }
        if (branches.size() > 1) {
            found.add(new SetOperation(source.span(tokens.get(keywords.get(0))), branches));
        }
    }

    private int afterKeyword(int keyword) {
        return word(keyword + 1, "ALL") || word(keyword + 1, "DISTINCT")
                ? keyword + 2
                : keyword + 1;
    }

    private boolean endsQuery(int i) {
        return word(i, "ORDER")
                || word(i, "LIMIT")
                || word(i, "OFFSET")
                || word(i, "FETCH")
                || word(i, "ON") && word(i + 1, "CONFLICT");
    }

    private int closing(int open, int end) {
        int depth = 0;
        for (int i = open; i < end; i++) {
            depth += symbol(i, "(") ? 1 : symbol(i, ")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return end;
    }

    private String text(int from, int end) {
        return source.text().substring(tokens.get(from).start(), tokens.get(end - 1).end());
    }

    private boolean word(int i, String keyword) {
        return i < tokens.size() && tokens.get(i).is(keyword);
    }

    private boolean symbol(int i, String symbol) {
        return i < tokens.size() && tokens.get(i).symbol(symbol);
    }
}
