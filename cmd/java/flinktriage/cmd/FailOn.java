package flinktriage.cmd;

import java.util.Locale;

/** From which severity on findings change the exit code. */
public enum FailOn {
    WARNING,
    CRITICAL,
    NEVER;

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
