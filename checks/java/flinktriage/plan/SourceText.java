package flinktriage.plan;

import flinktriage.model.SourceSpan;

/**
 * A piece of a file with its place.
 *
 * @param line of its first character in the file, from 1
 * @param column of its first character in the file, from 1
 */
public record SourceText(String file, String text, int line, int column) {

    /** All of it. */
    public SourceSpan span() {
        return span(0, text.length());
    }

    /**
     * The part between two offsets.
     *
     * @param end after the last character; a part is at least one character long
     */
    public SourceSpan span(int start, int end) {
        int last = Math.max(start, end - 1);
        int[] from = place(start);
        int[] to = place(last);
        return new SourceSpan(file, from[0], from[1], to[0], to[1]);
    }

    public SourceSpan span(SqlToken token) {
        return span(token.start(), token.end());
    }

    /** True if the text has a character at this line and column, both from 1. */
    public boolean has(int textLine, int textColumn) {
        return offset(textLine, textColumn) >= 0;
    }

    /**
     * The offset of a place in this text.
     *
     * @return -1 if it has no such place
     */
    public int offset(int textLine, int textColumn) {
        int at = 0;
        for (int l = 1; l < textLine; l++) {
            at = nextLine(at);
            if (at < 0) {
                return -1;
            }
        }
        int offset = at + textColumn - 1;
        int next = nextLine(at);
        return textColumn > 0 && offset < (next < 0 ? text.length() : next) ? offset : -1;
    }

    public SourceText part(int start, int end) {
        int[] from = place(start);
        return new SourceText(file, text.substring(start, end), from[0], from[1]);
    }

    private int nextLine(int from) {
        for (int i = from; i < text.length(); i++) {
            if (endsLine(i)) {
                return i + 1;
            }
        }
        return -1;
    }

    private int[] place(int offset) {
        int l = line;
        int start = 1 - column;
        for (int i = 0; i < Math.min(offset, text.length()); i++) {
            if (endsLine(i)) {
                l++;
                start = i + 1;
            }
        }
        return new int[] {l, offset - start + 1};
    }

    private boolean endsLine(int i) {
        char c = text.charAt(i);
        return c == '\n' || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n');
    }
}
