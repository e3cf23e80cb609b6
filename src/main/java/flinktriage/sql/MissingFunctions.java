package flinktriage.sql;

import flinktriage.model.SqlColumn;
import flinktriage.model.SqlTable;
import flinktriage.model.SqlView;
import flinktriage.plan.SqlNames;
import flinktriage.plan.SqlToken;
import flinktriage.plan.SqlTokens;
import flinktriage.plan.StatementText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The functions that scripts create and whose classes are not here. Their result type is taken from
 * the way in which a statement uses them, where that leaves no choice.
 */
final class MissingFunctions {

    /**
     * What the functions of a statement return.
     *
     * @param types by name in lower case
     * @param unknown why the statement cannot be planned
     */
    record Use(Map<String, String> types, Optional<String> unknown) {}

    private final Map<String, String> classes = new HashMap<>();

    void created(StatementText text) {
        List<SqlToken> tokens = text.tokens();
        for (SqlNames.Name name : SqlNames.defined(tokens, "FUNCTION")) {
            String type =
                    name.next() + 1 < tokens.size() ? tokens.get(name.next() + 1).value() : "";
            classes.put(name.last().toLowerCase(Locale.ROOT), type);
        }
    }

    void dropped(StatementText text) {
        SqlNames.defined(text.tokens(), "FUNCTION")
                .forEach(name -> classes.remove(name.last().toLowerCase(Locale.ROOT)));
    }

    Use usedBy(
            StatementText text,
            List<SqlView> views,
            Map<String, SqlTable> tables,
            String namespace) {
        Map<String, String> types = new HashMap<>();
        if (classes.isEmpty()) {
            return new Use(types, Optional.empty());
        }
        Optional<String> unknown =
                collect(text.tokens(), Optional.of(text), tables, namespace, types);
        for (SqlView view : views) {
            if (unknown.isEmpty()) {
                unknown =
                        collect(
                                SqlTokens.of(view.text()),
                                Optional.empty(),
                                tables,
                                namespace,
                                types);
            }
        }
        return new Use(types, unknown);
    }

    private Optional<String> collect(
            List<SqlToken> tokens,
            Optional<StatementText> insert,
            Map<String, SqlTable> tables,
            String namespace,
            Map<String, String> types) {
        for (SqlNames.Name call : SqlNames.calls(tokens)) {
            String name = call.last().toLowerCase(Locale.ROOT);
            if (!classes.containsKey(name) || defined(tokens, call)) {
                continue;
            }
            String says =
                    "function %s (class %s) is not here".formatted(call.last(), classes.get(name));
            if (call.first() > 1
                    && tokens.get(call.first() - 1).symbol("(")
                    && tokens.get(call.first() - 2).is("TABLE")) {
                return Optional.of(says + ", and a table function's columns cannot be guessed");
            }
            Optional<String> type = new CallSite(tokens, call).type();
            if (type.isEmpty() && insert.isPresent()) {
                type = target(tokens, call, tables, namespace);
            }
            if (type.isEmpty()) {
                return Optional.of(
                        says
                                + ", and its use does not show what it returns; a CAST around it would");
            }
            String other = types.putIfAbsent(name, type.get());
            if (other != null && !other.equalsIgnoreCase(type.get())) {
                return Optional.of(
                        says
                                + ", and the statement uses it as %s and %s"
                                        .formatted(other, type.get()));
            }
        }
        return Optional.empty();
    }

    private static boolean defined(List<SqlToken> tokens, SqlNames.Name call) {
        return call.first() > 0 && tokens.get(call.first() - 1).is("FUNCTION");
    }

    /** The column of the sink that an item of an INSERT's outermost select list goes to. */
    private static Optional<String> target(
            List<SqlToken> tokens,
            SqlNames.Name call,
            Map<String, SqlTable> tables,
            String namespace) {
        if (!tokens.get(0).is("INSERT") || tokens.size() < 4 || !tokens.get(2).identifier()) {
            return Optional.empty();
        }
        SqlNames.Name sink = SqlNames.at(tokens, 2);
        SqlTable table = tables.get(sink.qualified(namespace));
        if (table == null
                || sink.next() >= tokens.size()
                || !tokens.get(sink.next()).is("SELECT")) {
            return Optional.empty();
        }
        int item = 0;
        int depth = 0;
        for (int i = sink.next() + 1; i < tokens.size(); i++) {
            SqlToken t = tokens.get(i);
            if (i == call.first()) {
                boolean whole =
                        depth == 0
                                && (tokens.get(i - 1).symbol(",") || i == sink.next() + 1)
                                && new CallSite(tokens, call).endsItem();
                return whole && item < table.columns().size()
                        ? Optional.of(plain(table.columns().get(item)))
                        : Optional.empty();
            }
            if (depth == 0 && (t.is("FROM") || t.is("UNION"))) {
                return Optional.empty();
            }
            depth += t.symbol("(") ? 1 : t.symbol(")") ? -1 : 0;
            item += depth == 0 && t.symbol(",") ? 1 : 0;
        }
        return Optional.empty();
    }

    private static String plain(SqlColumn column) {
        return column.type().replaceAll(" \\*(ROWTIME|PROCTIME)\\*", "").replace(" NOT NULL", "");
    }
}
