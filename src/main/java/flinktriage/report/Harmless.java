package flinktriage.report;

/**
 * Makes text from a cluster safe to show: job names, exceptions and plans are written by others,
 * and a terminal obeys what it is sent. What would act or hide becomes a visible escape, so that
 * the reader sees that something was there. Markup is left to the renderers that have one.
 */
public final class Harmless {

    /**
     * Enough for any name or summary; longer text is cut, so that one line cannot fill a screen.
     */
    public static final int LINE_LIMIT = 2_000;

    /** Stacked marks paint over the lines above and below. */
    private static final int MARKS_IN_A_ROW = 2;

    private static final String CUT = "...";

    private Harmless() {}

    /** One line of at most {@link #LINE_LIMIT} characters. */
    public static String line(String text) {
        return line(text, LINE_LIMIT);
    }

    /**
     * One line: line breaks and tabs become one space, controls and invisible characters become
     * {@code \x1b} or {@code \\u202e}.
     *
     * @param limit characters of the result, at least 4; a longer text ends with three dots
     */
    public static String line(String text, int limit) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), limit) + 16);
        int marks = 0;
        int i = 0;
        while (i < text.length() && out.length() <= limit) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            marks = mark(c) ? marks + 1 : 0;
            if (marks > MARKS_IN_A_ROW) {
                continue;
            }
            if (space(c)) {
                if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                }
            } else if (visible(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(escaped(c));
            }
        }
        String shown = out.toString().strip();
        return shown.length() <= limit && i >= text.length() ? shown : cut(shown, limit);
    }

    private static String cut(String text, int limit) {
        int end = Math.min(text.length(), limit - CUT.length());
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + CUT;
    }

    private static boolean mark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static boolean space(int c) {
        return c == '\n'
                || c == '\r'
                || c == '\t'
                || c == 0x85
                || Character.getType(c) == Character.SPACE_SEPARATOR
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
    }

    private static boolean visible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> !blankLetter(c);
        };
    }

    /**
     * Letters and symbols that draw nothing: Hangul fillers, the empty Braille pattern, selectors.
     */
    private static boolean blankLetter(int c) {
        return c == 0x115F
                || c == 0x1160
                || c == 0x3164
                || c == 0xFFA0
                || c == 0x2800
                || c == 0x034F
                || (c >= 0xFE00 && c <= 0xFE0F)
                || (c >= 0xE0100 && c <= 0xE01EF);
    }

    private static String escaped(int c) {
        String hex = Integer.toHexString(c);
        return c <= 0xFF
                ? "\\x" + "0".repeat(2 - hex.length()) + hex
                : "\\u" + "0".repeat(Math.max(0, 4 - hex.length())) + hex;
    }
}
