package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts Flink SQL into tokens, without comments. Lines end as in Flink's parser: {@code \n}, {@code
 * \r\n} or a lone {@code \r}. Any text has tokens: what is not closed reaches to the end.
 */
public final class SqlTokens {

    private final String text;
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private int counted;

    private SqlTokens(String text) {
        this.text = text;
    }

    public static List<SqlToken> of(String text) {
        SqlTokens lexer = new SqlTokens(text);
        while (lexer.at < text.length()) {
            lexer.next();
        }
        return List.copyOf(lexer.tokens);
    }

    private void next() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c) || c == '\uFEFF') {
            at++;
        } else if (text.startsWith("--", at) || slashes()) {
            at = endOfLine(at);
        } else if (text.startsWith("/*+", at)) {
            add(SqlToken.Kind.HINT, after("*/", at + 3));
        } else if (text.startsWith("/*", at)) {
            at = after("*/", at + 2);
        } else if (c == '\'') {
            add(SqlToken.Kind.LITERAL, endOfQuoted(at));
        } else if (c == '`') {
            add(SqlToken.Kind.QUOTED, endOfQuoted(at));
        } else if (literalPrefix() > 0) {
            add(SqlToken.Kind.LITERAL, endOfQuoted(at + literalPrefix()));
        } else if (Character.isJavaIdentifierStart(c)) {
            add(SqlToken.Kind.WORD, endOfWord(at));
        } else if (c >= '0' && c <= '9') {
            add(SqlToken.Kind.NUMBER, endOfNumber(at));
        } else {
            add(SqlToken.Kind.SYMBOL, at + symbolLength());
        }
    }

    /** Calcite knows this comment, too; but not in {@code SET k=s3://bucket}. */
    private boolean slashes() {
        return text.startsWith("//", at) && (at == 0 || text.charAt(at - 1) != ':');
    }

    private void add(SqlToken.Kind kind, int end) {
        for (; counted < at; counted++) {
            char c = text.charAt(counted);
            boolean crLf =
                    c == '\r' && counted + 1 < text.length() && text.charAt(counted + 1) == '\n';
            if (c == '\n' || c == '\r' && !crLf) {
                line++;
                lineStart = counted + 1;
            }
        }
        tokens.add(new SqlToken(kind, text.substring(at, end), at, end, line, at - lineStart + 1));
        at = end;
    }

    private int endOfLine(int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            i++;
        }
        return i;
    }

    private int after(String close, int from) {
        int found = text.indexOf(close, from);
        return found < 0 ? text.length() : found + close.length();
    }

    private int endOfQuoted(int open) {
        char quote = text.charAt(open);
        int i = open + 1;
        while (i < text.length()) {
            if (text.charAt(i) == quote) {
                if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i + 1;
                }
            }
            i++;
        }
        return text.length();
    }

    /** Characters before the quote of {@code U&'..'}, {@code X'..'}, {@code N'..'}; else 0. */
    private int literalPrefix() {
        if (text.startsWith("U&'", at) || text.startsWith("u&'", at)) {
            return 2;
        }
        boolean letter = "xXnN".indexOf(text.charAt(at)) >= 0;
        return letter && at + 1 < text.length() && text.charAt(at + 1) == '\'' ? 1 : 0;
    }

    private int endOfWord(int from) {
        int i = from;
        while (i < text.length() && Character.isJavaIdentifierPart(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private int endOfNumber(int from) {
        int i = from;
        while (i < text.length()
                && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '.')) {
            i++;
        }
        return i;
    }

    private int symbolLength() {
        for (String two : new String[] {"<=", ">=", "<>", "!=", "||", "=>"}) {
            if (text.startsWith(two, at)) {
                return 2;
            }
        }
        return 1;
    }
}
