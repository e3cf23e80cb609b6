package flinktriage.sql;

import flinktriage.model.SqlTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the planner says to a statement.
 *
 * @param plan the text of EXPLAIN
 * @param tables all that exist now, by their qualified name
 * @param external the catalogs of the session whose tables are not in the script
 * @param namespace the current catalog and database, with a point between
 */
public record Answer(
        Optional<String> plan,
        Optional<Failure> failure,
        Map<String, SqlTable> tables,
        List<String> external,
        String namespace) {

    /**
     * @param part the index of the part that it is about; -1 for all of them together
     * @param causes the outermost exception first
     */
    public record Failure(int part, List<Cause> causes) {

        public Failure {
            causes = List.copyOf(causes);
        }
    }

    /**
     * @param exception the simple name of its class
     */
    public record Cause(String exception, String message) {}

    public Answer {
        tables = Map.copyOf(tables);
        external = List.copyOf(external);
    }
}
