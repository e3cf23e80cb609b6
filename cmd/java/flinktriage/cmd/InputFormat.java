package flinktriage.cmd;

import flinktriage.model.SqlScript;
import java.util.Locale;
import java.util.Optional;

/** What a file for lint holds. */
enum InputFormat {
    AUTO(Optional.empty()),
    SQL(Optional.of(SqlScript.Form.SQL)),
    EXPLAIN(Optional.of(SqlScript.Form.EXPLAIN)),
    COMPILED_PLAN(Optional.of(SqlScript.Form.COMPILED_PLAN));

    private final Optional<SqlScript.Form> form;

    InputFormat(Optional<SqlScript.Form> form) {
        this.form = form;
    }

    /** Empty to find it out from the text. */
    Optional<SqlScript.Form> form() {
        return form;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
