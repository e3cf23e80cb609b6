package flinktriage.model;

import java.util.ArrayList;
import java.util.List;

/** Tells comments, literals and the rest of a SQL text apart. Any text can be read. */
public final class SqlText {

    /** What a piece of the text is. */
    public enum Kind {
        CODE,
        /** {@code 'a'} or {@code `a`}, with its quotes. */
        QUOTED,
        /** From {@code --} to the end of the line, or within {@code /* *}{@code /}. */
        COMMENT
    }

    /**
     * Together the pieces are the text.
     *
     * @param line of its first character, from 1
     * @param column of its first character, from 1, in UTF-16 units
     */
    public record Piece(Kind kind, String text, int line, int column) {

        /** A comment without the characters that make it one. */
        public String comment() {
            if (text.startsWith("--")) {
                return text.substring(2);
            }
            boolean closed = text.length() >= 4 && text.endsWith("*/");
            return text.substring(Math.min(2, text.length()), text.length() - (closed ? 2 : 0));
        }
    }

    private SqlText() {}

    /** The pieces, none of them empty. A quote or comment that is not closed reaches to the end. */
    public static List<Piece> pieces(String text) {
        List<Piece> pieces = new ArrayList<>();
        int line = 1;
        int column = 1;
        int from = 0;
        while (from < text.length()) {
            Kind kind = kind(text, from);
            int to = end(text, from, kind);
            pieces.add(new Piece(kind, text.substring(from, to), line, column));
            for (; from < to; from++) {
                boolean ends = text.charAt(from) == '\n';
                line += ends ? 1 : 0;
                column = ends ? 1 : column + 1;
            }
        }
        return pieces;
    }

    public static List<Piece> comments(String text) {
        return pieces(text).stream().filter(p -> p.kind() == Kind.COMMENT).toList();
    }

    /** Without comments, and with one space for all white space that is not within quotes. */
    public static String normalized(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (Piece piece : pieces(text)) {
            if (piece.kind() == Kind.QUOTED) {
                out.append(piece.text());
            } else {
                String code = piece.kind() == Kind.COMMENT ? " " : piece.text();
                for (int i = 0; i < code.length(); i++) {
                    char c = code.charAt(i);
                    boolean space = Character.isWhitespace(c);
                    if (!space) {
                        out.append(c);
                    } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                        out.append(' ');
                    }
                }
            }
        }
        return out.toString().strip();
    }

    private static Kind kind(String text, int at) {
        char c = text.charAt(at);
        if (c == '\'' || c == '`') {
            return Kind.QUOTED;
        }
        return comment(text, at) ? Kind.COMMENT : Kind.CODE;
    }

    /** A hint looks like a comment and is none. */
    private static boolean comment(String text, int at) {
        return text.startsWith("--", at)
                || text.startsWith("/*", at) && !text.startsWith("/*+", at);
    }

    private static int end(String text, int from, Kind kind) {
        if (kind == Kind.QUOTED) {
            // A doubled quote ends one piece and begins the next: together they are as long.
            int close = text.indexOf(text.charAt(from), from + 1);
            return close < 0 ? text.length() : close + 1;
        }
        if (kind == Kind.COMMENT) {
            boolean block = text.charAt(from) == '/';
            int close = block ? text.indexOf("*/", from + 2) : text.indexOf('\n', from);
            return close < 0 ? text.length() : close + (block ? 2 : 0);
        }
        int to = from + 1;
        while (to < text.length() && kind(text, to) == Kind.CODE) {
            to++;
        }
        return to;
    }
}
