package flinktriage.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One statement of a script, or a plan without its SQL.
 *
 * @param at the whole statement without its semicolon; of a plan without SQL the whole file
 * @param text as in the file; empty for a plan without SQL
 * @param views the statements that created the views that this one reads, directly or not, nearest
 *     first
 * @param settings in force for it, from SET, as written
 * @param tables that exist when it runs, by their qualified name
 * @param hints of its text
 * @param unions of its text
 * @param plan absent for a statement that has none, or with the reason why there is none
 * @param unknownKey of a SET that has no effect
 */
public record SqlStatement(
        Kind kind,
        SourceSpan at,
        String text,
        List<SqlView> views,
        Map<String, String> settings,
        Map<String, SqlTable> tables,
        List<SqlHint> hints,
        List<SqlUnion> unions,
        Observed<SqlPlan> plan,
        Optional<SqlRejection> rejection,
        Optional<UnknownKey> unknownKey) {

    public enum Kind {
        SET,
        CREATE_TABLE,
        CREATE_VIEW,
        CREATE_FUNCTION,
        INSERT,
        STATEMENT_SET,
        QUERY,
        /** Such as USE, DROP or SHOW; also a plan without SQL. */
        OTHER
    }

    public SqlStatement {
        views = List.copyOf(views);
        settings = Map.copyOf(settings);
        tables = Map.copyOf(tables);
        hints = List.copyOf(hints);
        unions = List.copyOf(unions);
    }

    /** A plan without its SQL. */
    public static SqlStatement ofPlan(SourceSpan at, Observed<SqlPlan> plan) {
        return new SqlStatement(
                Kind.OTHER,
                at,
                "",
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                plan,
                Optional.empty(),
                Optional.empty());
    }

    /** True if a plan is expected of it. */
    public boolean planned() {
        return kind == Kind.INSERT
                || kind == Kind.STATEMENT_SET
                || kind == Kind.QUERY
                || plan.isPresent();
    }
}
