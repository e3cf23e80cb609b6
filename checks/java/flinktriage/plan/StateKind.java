package flinktriage.plan;

/**
 * What an operator keeps in state, and what bounds it.
 *
 * @param keeps completes "it keeps"; empty if nothing is known or kept
 */
public record StateKind(Bound bound, String keeps) {

    /** What makes the state stop growing. */
    public enum Bound {
        /** There is no state, or only what is in flight. */
        NONE,
        /** A number of rows that the query fixes. */
        FIXED,
        /** The watermark, or the end of a window: nothing is kept longer. */
        TIME,
        /** One entry per key: it grows as long as new keys come. */
        KEYS,
        /** Each row is kept: it grows with every row. */
        ROWS,
        /** The plan does not say. */
        UNKNOWN
    }

    private static final StateKind NONE = new StateKind(Bound.NONE, "");
    private static final StateKind UNKNOWN = new StateKind(Bound.UNKNOWN, "");

    /**
     * True if nothing but a state TTL ever removes entries. Whether the job has one is not visible
     * in REST.
     */
    public boolean onlyTtlBounds() {
        return bound == Bound.KEYS || bound == Bound.ROWS;
    }

    /** Unknown for DataStream operators. */
    public static StateKind of(Operator o) {
        if (!o.sql()) {
            return UNKNOWN;
        }
        return switch (o.kind()) {
            case "Join" -> join(o);
            case "MultiJoin" -> rows("all rows of every input");
            case "IntervalJoin" -> time("the rows within the bounds of both sides");
            case "TemporalJoin" -> keys("the last version of each key of the build side");
            case "GroupAggregate",
                    "GlobalGroupAggregate",
                    "IncrementalGroupAggregate",
                    "GroupTableAggregate",
                    "PythonGroupAggregate",
                    "PythonGroupTableAggregate" ->
                    aggregate(o);
            case "GroupWindowAggregate",
                    "PythonGroupWindowAggregate",
                    "WindowAggregate",
                    "GlobalWindowAggregate",
                    "WindowJoin",
                    "WindowRank",
                    "WindowDeduplicate",
                    "WindowTableFunction" ->
                    time("the contents of the open windows");
            case "OverAggregate", "PythonOverAggregate" -> over(o);
            case "Rank" -> rank(o);
            case "SortLimit", "Limit" ->
                    o.attribute("strategy").orElse("").startsWith("Retract")
                            ? rows("all rows")
                            : new StateKind(Bound.FIXED, "the rows within the limit");
            case "Deduplicate" -> keys("one row or flag per key");
            case "ChangelogNormalize" -> keys("the full row of each key");
            case "SinkMaterializer" -> rows("every row of each primary key of the sink");
            case "TemporalSort" -> time("the rows that wait for the watermark");
            case "Match", "ProcessTableFunction" -> UNKNOWN;
            default -> NONE;
        };
    }

    private static StateKind join(Operator o) {
        boolean keyed =
                o.attribute("leftInputSpec").isPresent()
                        && o.attribute("rightInputSpec").isPresent()
                        && !o.attributes().get("leftInputSpec").contains("NoUniqueKey")
                        && !o.attributes().get("rightInputSpec").contains("NoUniqueKey");
        return keyed
                ? keys("the row of each unique key of both sides")
                : rows("all rows of both sides");
    }

    private static StateKind aggregate(Operator o) {
        if (o.distinct()) {
            return keys("one entry per distinct row");
        }
        String select = o.attribute("select").orElse("");
        boolean keepsValues =
                select.contains("DISTINCT")
                        || select.contains("distinct$")
                        || select.contains("LISTAGG")
                        || select.contains("_RETRACT(") && !select.contains("COUNT_RETRACT(");
        boolean grouped =
                !o.list("groupBy").isEmpty()
                        || !o.list("finalAggGrouping").isEmpty()
                        || o.attribute("select").isEmpty();
        if (keepsValues) {
            return rows("the values of each group, for a DISTINCT, LISTAGG or retracting call");
        }
        return grouped
                ? keys("one accumulator per group")
                : new StateKind(Bound.FIXED, "one accumulator");
    }

    private static StateKind over(Operator o) {
        String window = o.attribute("window").orElse("");
        // Flink 1.20 prints RANG for a range with a bound.
        if (window.startsWith("RANG") && !window.contains("UNBOUNDED PRECEDING")) {
            return time("the rows within the range");
        }
        if (o.list("partitionBy").isEmpty()) {
            return new StateKind(Bound.FIXED, "one accumulator");
        }
        return window.contains("UNBOUNDED PRECEDING")
                ? keys("one accumulator per partition")
                : keys("the last rows of each partition");
    }

    private static StateKind rank(Operator o) {
        if (o.attribute("strategy").orElse("").startsWith("Retract")) {
            return rows("all rows of each partition");
        }
        return o.list("partitionBy").isEmpty() && o.attribute("rankRange").isPresent()
                ? new StateKind(Bound.FIXED, "the first rows")
                : keys("the first rows of each partition");
    }

    private static StateKind time(String keeps) {
        return new StateKind(Bound.TIME, keeps);
    }

    private static StateKind keys(String keeps) {
        return new StateKind(Bound.KEYS, keeps);
    }

    private static StateKind rows(String keeps) {
        return new StateKind(Bound.ROWS, keeps);
    }
}
