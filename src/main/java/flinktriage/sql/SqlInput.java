package flinktriage.sql;

import flinktriage.model.SqlScript;
import java.util.Optional;

/**
 * A file as it was read.
 *
 * @param name as the user named it; {@code -} for standard input
 * @param form what it is; empty to find it out from the text
 */
public record SqlInput(String name, String text, Optional<SqlScript.Form> form) {}
