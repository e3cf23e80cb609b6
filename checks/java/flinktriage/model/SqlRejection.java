package flinktriage.model;

/**
 * What the planner has against a statement.
 *
 * @param at the cause as exactly as the planner says it, otherwise the whole statement
 * @param message of the innermost exception, without its position
 * @param exception the simple name of its class
 */
public record SqlRejection(SourceSpan at, String message, String exception) {}
