package flinktriage.model;

/**
 * A view that a statement reads.
 *
 * @param name qualified
 * @param at the statement that creates it
 * @param text of that statement
 */
public record SqlView(String name, SourceSpan at, String text) {}
