package flinktriage.plan;

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
    /** The table that the operator reads. */
    TABLE,
    /** The table that an INSERT writes. */
    INTO
}
