package flinktriage.model;

import java.util.Optional;

/**
 * A key of SET that Flink does not have.
 *
 * @param nearest the key that it looks like most
 */
public record UnknownKey(SourceSpan at, String key, Optional<String> nearest) {}
