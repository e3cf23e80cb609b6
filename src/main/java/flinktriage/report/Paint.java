package flinktriage.report;

import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;

/** Adds colour to words where it is wanted; the words stay. */
record Paint(boolean colour) {

    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String RED = "\u001b[1;31m";
    private static final String GREEN = "\u001b[1;32m";
    private static final String YELLOW = "\u001b[1;33m";
    private static final String MAGENTA = "\u001b[1;35m";

    String bold(String text) {
        return painted(text, BOLD);
    }

    String dim(String text) {
        return painted(text, DIM);
    }

    String red(String text) {
        return painted(text, RED);
    }

    String verdict(RunVerdict verdict) {
        return painted(
                verdict.name(),
                switch (verdict) {
                    case OK -> GREEN;
                    case UNKNOWN -> MAGENTA;
                    case WARNING -> YELLOW;
                    case CRITICAL -> RED;
                });
    }

    /** In the colour of a severity. */
    String as(Severity severity, String text) {
        return painted(
                text,
                switch (severity) {
                    case INFO -> BOLD;
                    case WARNING -> YELLOW;
                    case CRITICAL -> RED;
                });
    }

    private String painted(String text, String code) {
        return colour && !text.isEmpty() ? code + text + RESET : text;
    }
}
