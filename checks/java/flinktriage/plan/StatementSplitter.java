package flinktriage.plan;

import flinktriage.model.SqlStatement.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits a script into statements, as Flink's SQL client does, with their places. */
public final class StatementSplitter {

    private final SourceText script;
    private final List<SqlToken> tokens;
    private final List<StatementText> statements = new ArrayList<>();

    private StatementSplitter(SourceText script) {
        this.script = script;
        this.tokens = SqlTokens.of(script.text());
    }

    /**
     * @param text without a byte order mark
     */
    public static List<StatementText> split(String file, String text) {
        StatementSplitter splitter = new StatementSplitter(new SourceText(file, text, 1, 1));
        int from = 0;
        while (from < splitter.tokens.size()) {
            from = splitter.statement(from);
        }
        return List.copyOf(splitter.statements);
    }

    /**
     * @return the index after the statement's semicolon
     */
    private int statement(int from) {
        if (tokens.get(from).symbol(";")) {
            return from + 1;
        }
        Header header = Header.of(tokens, from);
        if (header.statementSet()) {
            return statementSet(from, header.body());
        }
        int end = semicolon(header.body());
        if (end > from) {
            SourceText whole = piece(from, end);
            SourceText planned = header.body() < end ? piece(header.body(), end) : whole;
            statements.add(
                    new StatementText(
                            kind(header.body(), end),
                            whole,
                            relative(from, end),
                            List.of(planned),
                            true));
        }
        return end + 1;
    }

    /** CASE has an END, too; the one of the set stands where an INSERT would begin. */
    private int statementSet(int from, int body) {
        List<SourceText> parts = new ArrayList<>();
        int at = body;
        while (at < tokens.size() && !tokens.get(at).is("END")) {
            int end = semicolon(at);
            if (end > at) {
                parts.add(piece(at, end));
            }
            at = end + 1;
        }
        boolean complete = at < tokens.size();
        int end = complete ? semicolon(at) : tokens.size();
        statements.add(
                new StatementText(
                        Kind.STATEMENT_SET,
                        piece(from, end),
                        relative(from, end),
                        parts,
                        complete));
        return end + 1;
    }

    private int semicolon(int from) {
        int i = from;
        while (i < tokens.size() && !tokens.get(i).symbol(";")) {
            i++;
        }
        return i;
    }

    private SourceText piece(int from, int end) {
        SqlToken first = tokens.get(from);
        String text = script.text().substring(first.start(), tokens.get(end - 1).end());
        return new SourceText(script.file(), text, first.line(), first.column());
    }

    private List<SqlToken> relative(int from, int end) {
        SqlToken first = tokens.get(from);
        List<SqlToken> moved = new ArrayList<>();
        for (SqlToken t : tokens.subList(from, end)) {
            int column = t.line() == first.line() ? t.column() - first.column() + 1 : t.column();
            moved.add(
                    new SqlToken(
                            t.kind(),
                            t.text(),
                            t.start() - first.start(),
                            t.end() - first.start(),
                            t.line() - first.line() + 1,
                            column));
        }
        return moved;
    }

    private Kind kind(int from, int end) {
        if (from >= end) {
            return Kind.OTHER;
        }
        SqlToken first = tokens.get(from);
        if (first.is("SET") || first.is("RESET")) {
            return Kind.SET;
        }
        if (first.is("INSERT") || first.is("UPSERT")) {
            return Kind.INSERT;
        }
        if (first.is("SELECT") || first.is("WITH") || first.is("VALUES") || first.symbol("(")) {
            return Kind.QUERY;
        }
        return first.is("CREATE") || first.is("REPLACE") ? created(from + 1, end) : Kind.OTHER;
    }

    private Kind created(int from, int end) {
        for (int i = from; i < end; i++) {
            SqlToken t = tokens.get(i);
            if (t.is("TABLE")) {
                return filled(i, end) ? Kind.INSERT : Kind.CREATE_TABLE;
            }
            if (t.is("VIEW")) {
                return Kind.CREATE_VIEW;
            }
            if (t.is("FUNCTION")) {
                return Kind.CREATE_FUNCTION;
            }
            if (!t.is("TEMPORARY")
                    && !t.is("SYSTEM")
                    && !t.is("OR")
                    && !t.is("REPLACE")
                    && !t.is("MATERIALIZED")
                    && !t.is("ALTER")) {
                return Kind.OTHER;
            }
        }
        return Kind.OTHER;
    }

    /** True for CREATE TABLE ... AS SELECT, outside of all brackets. */
    private boolean filled(int from, int end) {
        int depth = 0;
        for (int i = from; i + 1 < end; i++) {
            SqlToken t = tokens.get(i);
            SqlToken next = tokens.get(i + 1);
            depth += t.symbol("(") ? 1 : t.symbol(")") ? -1 : 0;
            boolean query =
                    next.is("SELECT") || next.is("WITH") || next.is("VALUES") || next.symbol("(");
            if (depth == 0 && t.is("AS") && query) {
                return true;
            }
        }
        return false;
    }

    /**
     * What stands before the statement that is meant.
     *
     * @param body the index of its first token, after EXPLAIN, COMPILE PLAN or BEGIN
     */
    private record Header(int body, boolean statementSet) {

        static Header of(List<SqlToken> tokens, int from) {
            int at = afterExplain(tokens, afterCompile(tokens, from));
            int words = is(tokens, at, "EXECUTE") ? at + 1 : at;
            if (is(tokens, words, "STATEMENT", "SET", "BEGIN")) {
                return new Header(words + 3, true);
            }
            if (is(tokens, at, "BEGIN", "STATEMENT", "SET")
                    && at + 3 < tokens.size()
                    && tokens.get(at + 3).symbol(";")) {
                return new Header(at + 4, true);
            }
            boolean executed =
                    is(tokens, at, "EXECUTE", "INSERT") || is(tokens, at, "EXECUTE", "SELECT");
            return new Header(executed ? at + 1 : at, false);
        }

        private static int afterExplain(List<SqlToken> tokens, int from) {
            if (!is(tokens, from, "EXPLAIN")) {
                return from;
            }
            int at = from + 1;
            if (is(tokens, at, "PLAN", "FOR")) {
                return at + 2;
            }
            while (at < tokens.size()
                    && (tokens.get(at).symbol(",")
                            || is(tokens, at, "ESTIMATED_COST")
                            || is(tokens, at, "CHANGELOG_MODE")
                            || is(tokens, at, "JSON_EXECUTION_PLAN")
                            || is(tokens, at, "PLAN_ADVICE"))) {
                at++;
            }
            return at;
        }

        private static int afterCompile(List<SqlToken> tokens, int from) {
            boolean compiles =
                    is(tokens, from, "COMPILE", "PLAN")
                            || is(tokens, from, "COMPILE", "AND", "EXECUTE", "PLAN");
            if (!compiles) {
                return from;
            }
            int at = from;
            while (at < tokens.size() && !tokens.get(at).symbol(";")) {
                if (tokens.get(at).is("FOR")) {
                    return at + 1;
                }
                at++;
            }
            return from;
        }

        private static boolean is(List<SqlToken> tokens, int from, String... keywords) {
            for (int i = 0; i < keywords.length; i++) {
                if (from + i >= tokens.size() || !tokens.get(from + i).is(keywords[i])) {
                    return false;
                }
            }
            return true;
        }
    }
}
