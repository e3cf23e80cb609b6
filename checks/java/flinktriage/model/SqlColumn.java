package flinktriage.model;

/**
 * A column of a table, or of what a query returns.
 *
 * @param type as Flink prints it: {@code DECIMAL(10, 2)}
 */
public record SqlColumn(String name, String type) {}
