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
        StatementHeader header = StatementHeader.of(tokens, from);
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
}
