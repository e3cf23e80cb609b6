package flinktriage.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table that a script creates.
 *
 * @param name qualified, as plans print it: {@code default_catalog.default_database.orders}
 * @param at where it is created
 * @param connector in lower case; empty for a table without one
 * @param columns all, computed and metadata columns included
 * @param primaryKey empty if there is none
 * @param rowtime the column of the watermark
 * @param watermark the expression, as Flink prints it
 * @param changelog what the connector emits, as plans print it: {@code I}, {@code I,UB,UA,D}
 * @param options without secrets
 */
public record SqlTable(
        String name,
        SourceSpan at,
        String connector,
        List<SqlColumn> columns,
        List<String> primaryKey,
        Optional<String> rowtime,
        Optional<String> watermark,
        String changelog,
        Map<String, String> options) {

    public SqlTable {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        options = Map.copyOf(options);
    }

    /** The name without catalog and database. */
    public String shortName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
