package flinktriage.sql;

import flinktriage.model.SqlView;
import flinktriage.plan.SqlNames;
import flinktriage.plan.SqlTokens;
import flinktriage.plan.StatementText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The views of a session, with their texts. */
final class Views {

    private final Map<String, SqlView> views = new HashMap<>();
    private final Map<String, String> namespaces = new HashMap<>();

    /**
     * @param namespace the current catalog and database
     */
    void created(StatementText text, String namespace) {
        for (SqlNames.Name name : SqlNames.defined(text.tokens(), "VIEW")) {
            String qualified = name.qualified(namespace);
            views.put(qualified, new SqlView(qualified, text.at(), text.source().text()));
            namespaces.put(qualified, namespace);
        }
    }

    void dropped(StatementText text, String namespace) {
        SqlNames.defined(text.tokens(), "VIEW")
                .forEach(name -> views.remove(name.qualified(namespace)));
    }

    /** Those that a statement reads, directly or not, nearest first. */
    List<SqlView> readBy(StatementText text, String namespace) {
        if (views.isEmpty()) {
            return List.of();
        }
        Map<String, SqlView> found = new LinkedHashMap<>();
        Deque<SqlView> next = new ArrayDeque<>();
        reads(SqlNames.tables(text.tokens()), namespace, next);
        while (!next.isEmpty()) {
            SqlView view = next.poll();
            if (!view.at().equals(text.at()) && found.putIfAbsent(view.name(), view) == null) {
                reads(
                        SqlNames.tables(SqlTokens.of(view.text())),
                        namespaces.get(view.name()),
                        next);
            }
        }
        return new ArrayList<>(found.values());
    }

    private void reads(List<SqlNames.Name> names, String namespace, Deque<SqlView> next) {
        for (SqlNames.Name name : names) {
            SqlView view = views.get(name.qualified(namespace));
            if (view != null) {
                next.add(view);
            }
        }
    }
}
