package flinktriage.model;

/**
 * Sums over the subtasks of a vertex. Absent where Flink says that the sum is incomplete
 * (FLINK-39925: a partial sum looks like an idle vertex).
 *
 * @param recordsIn always 0 for sources up to Flink 1.20
 * @param recordsOut always 0 for sinks up to Flink 2.2
 */
public record VertexTotals(
        Observed<Long> recordsIn,
        Observed<Long> recordsOut,
        Observed<Long> bytesIn,
        Observed<Long> bytesOut) {}
