package flinktriage.plan;

/**
 * One token of Flink SQL.
 *
 * @param text as written, with its quotes
 * @param start offset of its first character in the text
 * @param end offset after its last character
 * @param line from 1
 * @param column from 1, in UTF-16 units
 */
public record SqlToken(Kind kind, String text, int start, int end, int line, int column) {

    public enum Kind {
        /** A keyword or a plain identifier. */
        WORD,
        /** An identifier in backticks. */
        QUOTED,
        /** {@code 'it''s'}, also {@code U&'...'} and {@code X'...'}. */
        LITERAL,
        NUMBER,
        /** {@code /*+ ... *}{@code /}. */
        HINT,
        SYMBOL
    }

    /** True for the keyword, which is given in upper case. */
    public boolean is(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    public boolean symbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    public boolean identifier() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /** Without quotes, and with the doubled ones made single. */
    public String value() {
        if (kind == Kind.QUOTED) {
            return inner(0).replace("``", "`");
        }
        if (kind == Kind.LITERAL) {
            return inner(text.indexOf('\'')).replace("''", "'");
        }
        return text;
    }

    private String inner(int open) {
        char quote = text.charAt(open);
        boolean closed = text.length() > open + 1 && text.charAt(text.length() - 1) == quote;
        return text.substring(open + 1, text.length() - (closed ? 1 : 0));
    }
}
