package flinktriage.model;

/**
 * A piece of a file.
 *
 * @param file as the user named it; {@code -} for standard input
 * @param line of its first character, from 1
 * @param column of its first character, from 1, in UTF-16 units
 * @param endLine of its last character
 * @param endColumn of its last character, so that a piece of one character ends where it begins
 */
public record SourceSpan(String file, int line, int column, int endLine, int endColumn) {

    public SourceSpan {
        boolean forward = endLine > line || endLine == line && endColumn >= column;
        if (line < 1 || column < 1 || !forward) {
            throw new IllegalArgumentException(
                    "no piece of a file: %d:%d to %d:%d"
                            .formatted(line, column, endLine, endColumn));
        }
    }

    /** {@code orders.sql:12:8}. */
    public String start() {
        return file + ":" + line + ":" + column;
    }

    /** True if the other piece begins within this one. */
    public boolean contains(SourceSpan other) {
        boolean after = other.line > line || other.line == line && other.column >= column;
        boolean before = other.line < endLine || other.line == endLine && other.column <= endColumn;
        return other.file.equals(file) && after && before;
    }
}
