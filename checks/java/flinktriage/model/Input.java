package flinktriage.model;

/**
 * One edge of the job graph into a vertex. The same upstream vertex can appear twice (a self
 * union).
 *
 * @param gate Flink's {@code num}: the index of the input gate, not the logical input of the
 *     operator
 * @param ship FORWARD, HASH, REBALANCE, RESCALE, BROADCAST, GLOBAL, SHUFFLE, CUSTOM, or empty where
 *     Flink has none
 */
public record Input(int gate, VertexId from, String ship) {

    /**
     * Each subtask reads only from its own upstream subtask (or a fixed group), not from all of
     * them.
     */
    public boolean pointwise() {
        return ship.equals("FORWARD") || ship.equals("RESCALE");
    }
}
