package flinktriage.plan;

import java.util.List;

/** A part of a query that an operator of its plan may come from. */
public enum Clause {
    /** A UNION without ALL. */
    UNION,
    /** SELECT DISTINCT. */
    DISTINCT,
    GROUP_BY,
    /** A JOIN, or the comma of a FROM. */
    JOIN,
    /** IN, EXISTS, or another sub-query of a condition. */
    SUB_QUERY,
    /** INTERSECT or EXCEPT. */
    SET_OPERATION,
    /** ROW_NUMBER() OVER (...). */
    TOP_N,
    /** The call of a function OVER (...). */
    OVER,
    LIMIT,
    ORDER_BY,
    /** TUMBLE, HOP, CUMULATE or SESSION. */
    WINDOW,
    MATCH,
    /** FOR SYSTEM_TIME AS OF. */
    AS_OF,
    /** UNION, with or without ALL. */
    ANY_UNION,
    /** A table that the operator reads. */
    TABLE,
    /** The table that an INSERT writes. */
    INTO,
    /** A SELECT as a whole. */
    SELECT;

    /** Where an operator of this kind comes from as a rule. */
    public static List<Clause> of(Operator o) {
        return switch (o.kind()) {
            case "Join", "IntervalJoin", "MultiJoin", "WindowJoin" ->
                    List.of(JOIN, SUB_QUERY, SET_OPERATION);
            case "TemporalJoin", "LookupJoin" -> List.of(AS_OF, JOIN);
            case "OverAggregate" -> List.of(OVER);
            case "Rank", "Deduplicate", "WindowRank", "WindowDeduplicate" -> List.of(TOP_N);
            case "Limit", "SortLimit" -> List.of(LIMIT, ORDER_BY);
            case "Sort", "TemporalSort" -> List.of(ORDER_BY);
            case "Match" -> List.of(MATCH);
            case "Union" -> List.of(ANY_UNION);
            case "Sink", "LegacySink" -> List.of(INTO);
            case "ChangelogNormalize", "TableSourceScan" -> List.of(TABLE);
            case "WindowTableFunction" -> List.of(WINDOW);
            default ->
                    o.kind().endsWith("GroupAggregate") && o.list("groupBy").isEmpty()
                            ? List.of(SELECT)
                            : o.kind().contains("Aggregate") && o.kind().contains("Window")
                                    ? List.of(WINDOW, GROUP_BY)
                                    : List.of(GROUP_BY, DISTINCT, SELECT);
        };
    }
}
