package flinktriage.plan;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What changed between two versions of a job's SQL, or of its plans. Statements are the same if
 * they write the same tables; those that write none are compared in their order.
 */
public record PlanComparison(List<Pair> statements) {

    /** What becomes of the state of the old version. */
    public enum Restore {
        /** Neither version keeps any. */
        NO_STATE,
        /** The same operators throughout. */
        LIKELY,
        /** The same state, but not the same operators around it. */
        COMPILED_PLAN_ONLY,
        /** An operator that keeps state came, went, or keeps something else. */
        NOT_ALL,
        /** One of the plans is missing. */
        UNKNOWN
    }

    public enum Status {
        SAME,
        CHANGED,
        NEW,
        GONE
    }

    /**
     * @param kind of what changed
     * @param what one line without a final period
     */
    public record Change(Kind kind, String what) {

        public enum Kind {
            COLUMN,
            FILTER,
            OPERATOR,
            TTL,
            STATE
        }
    }

    /**
     * A statement in both versions, or in one.
     *
     * @param name the tables that it writes, or its number
     * @param at in the new version, or in the old one if it is gone
     * @param why what decides about the state, in one line
     */
    public record Pair(
            String name,
            Optional<SourceSpan> at,
            Status status,
            List<Change> changes,
            Restore restore,
            String why) {

        public Pair {
            changes = List.copyOf(changes);
        }
    }

    public PlanComparison {
        statements = List.copyOf(statements);
    }

    public static PlanComparison of(List<SqlScript> before, List<SqlScript> after) {
        Map<String, PlannedSql> old = planned(before);
        Map<String, PlannedSql> now = planned(after);
        List<Pair> pairs = new ArrayList<>();
        now.forEach(
                (name, n) ->
                        pairs.add(
                                old.containsKey(name)
                                        ? StatementComparison.of(name, old.get(name), n)
                                        : only(name, n, Status.NEW)));
        old.forEach(
                (name, o) -> {
                    if (!now.containsKey(name)) {
                        pairs.add(only(name, o, Status.GONE));
                    }
                });
        return new PlanComparison(pairs);
    }

    private static Pair only(String name, PlannedSql statement, Status status) {
        boolean keeps = !statement.keeping().isEmpty();
        String why =
                status == Status.NEW
                        ? "it starts without state"
                        : keeps
                                ? "its state is dropped; Flink restores the job only with"
                                        + " --allowNonRestoredState"
                                : "it kept no state";
        return new Pair(
                name,
                statement.at(),
                status,
                List.of(),
                status == Status.GONE && keeps ? Restore.NOT_ALL : Restore.NO_STATE,
                why);
    }

    /** By the tables that they write. */
    private static Map<String, PlannedSql> planned(List<SqlScript> scripts) {
        Map<String, PlannedSql> all = new LinkedHashMap<>();
        int queries = 0;
        for (SqlScript script : scripts) {
            for (SqlStatement statement : script.statements()) {
                if (!statement.planned()) {
                    continue;
                }
                PlannedSql planned = PlannedSql.of(script, statement);
                String name = planned.written();
                if (name.isEmpty()) {
                    name = "query " + ++queries;
                }
                String unique = name;
                for (int n = 2; all.containsKey(unique); n++) {
                    unique = name + " (" + n + ")";
                }
                all.put(unique, planned);
            }
        }
        return all;
    }
}
