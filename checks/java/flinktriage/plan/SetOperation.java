package flinktriage.plan;

import flinktriage.model.SourceSpan;
import java.util.List;

/**
 * UNION, INTERSECT or EXCEPT of two or more queries, as written.
 *
 * @param at the first of its keywords
 */
public record SetOperation(SourceSpan at, List<Branch> branches) {

    /**
     * @param query that stands alone: with the WITH clauses that the branch can see
     */
    public record Branch(SourceSpan at, String query) {}

    public SetOperation {
        branches = List.copyOf(branches);
    }
}
