package flinktriage.model;

import java.util.List;

/**
 * A set operation with the columns that each of its branches returns by itself.
 *
 * @param at the keyword
 * @param branches in the order of the text, at least two
 */
public record SqlUnion(SourceSpan at, List<Branch> branches) {

    /**
     * @param columns empty if the planner rejects the branch by itself
     */
    public record Branch(SourceSpan at, List<SqlColumn> columns) {

        public Branch {
            columns = List.copyOf(columns);
        }
    }

    public SqlUnion {
        branches = List.copyOf(branches);
    }
}
