package flinktriage.cmd;

import java.util.Locale;

enum LintFormat {
    TEXT,
    JSON,
    SARIF,
    JUNIT;

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
