package flinktriage.cmd;

import java.util.Locale;

enum Colour {
    AUTO,
    ALWAYS,
    NEVER;

    /** {@code NO_COLOR} counts if it is set and not empty (no-color.org). */
    boolean wanted(Surroundings surroundings) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                    surroundings.outIsTerminal()
                            && surroundings.variable("NO_COLOR").isEmpty()
                            && !surroundings.variable("TERM").orElse("").equals("dumb");
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
