package flinktriage.cmd;

import java.util.Locale;

enum OutputFormat {
    TEXT,
    JSON;

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
