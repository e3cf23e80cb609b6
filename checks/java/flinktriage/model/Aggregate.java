package flinktriage.model;

/**
 * A metric over the subtasks of a vertex (or over TaskManagers), as Flink aggregates it. All four
 * are finite.
 */
public record Aggregate(double min, double max, double avg, double sum) {}
