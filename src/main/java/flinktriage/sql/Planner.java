package flinktriage.sql;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import java.util.List;
import java.util.Map;

/**
 * One session of Flink's table planner. It lives in a class loader of its own: only types of the
 * JDK and of {@code flinktriage.model} and {@code flinktriage.sql} cross this interface. Nothing is
 * executed, no connector is loaded.
 */
public interface Planner {

    /** {@code 2.3.0}. */
    String flinkVersion();

    /**
     * @param settings all that are in force from now on
     * @param functions the result type of each stubbed function, by its name in lower case, as SQL
     */
    void configure(Map<String, String> settings, Map<String, String> functions);

    /**
     * Applies a statement to the catalog, or explains it.
     *
     * @param parts the statement, or all INSERTs of a statement set
     * @param at where it stands
     */
    Answer run(List<String> parts, SourceSpan at);

    /**
     * The columns of a query.
     *
     * @return empty if the planner rejects it
     */
    List<SqlColumn> columns(String query);

    /**
     * Why a value does not fit its option, or an empty text.
     *
     * @param holder {@code class#field} of the option
     */
    String objection(String holder, String key, String value);
}
