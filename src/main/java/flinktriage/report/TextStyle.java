package flinktriage.report;

import java.util.Locale;

/**
 * How a text report is shown.
 *
 * @param columns of the terminal
 * @param colour whether to add colour to the words; the words stay
 */
public record TextStyle(int columns, boolean colour, Show show) {

    public enum Show {
        /** Only what is wrong and what to do. */
        CAUSES,
        STANDARD,
        /** Also the checks that found nothing, and the evidence of symptoms. */
        ALL;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int NARROWEST = 40;

    /** Lines longer than this are hard to read, however wide the terminal is. */
    private static final int WIDEST = 140;

    public static final TextStyle PLAIN = new TextStyle(100, false, Show.STANDARD);

    public TextStyle {
        columns = Math.max(NARROWEST, Math.min(WIDEST, columns));
    }
}
