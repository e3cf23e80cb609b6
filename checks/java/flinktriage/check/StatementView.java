package flinktriage.check;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;

/**
 * A statement in its script.
 *
 * @param statement one of the script's
 */
public record StatementView(SqlScript script, SqlStatement statement) {}
