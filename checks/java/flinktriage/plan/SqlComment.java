package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A comment of Flink SQL.
 *
 * @param text without the characters that make it one
 * @param start offset of its first character
 * @param end offset after its last character
 */
public record SqlComment(String text, int start, int end) {

    /** In the order of the text. */
    public static List<SqlComment> in(String text) {
        List<SqlComment> found = new ArrayList<>();
        int from = 0;
        for (SqlToken token : SqlTokens.of(text)) {
            between(text, from, token.start(), found);
            from = token.end();
        }
        between(text, from, text.length(), found);
        return List.copyOf(found);
    }

    /** The text in one line without comments; white space within quotes stays. */
    public static String without(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (SqlToken token : SqlTokens.of(text)) {
            out.append(token.start() > from && !out.isEmpty() ? " " : "").append(token.text());
            from = token.end();
        }
        return out.toString();
    }

    /** What lies between two tokens is white space and comments. */
    private static void between(String text, int from, int to, List<SqlComment> found) {
        int at = from;
        while (at < to) {
            if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                int end = close < 0 ? to : close + 2;
                found.add(new SqlComment(text.substring(at + 2, close < 0 ? to : close), at, end));
                at = end;
            } else if (text.startsWith("--", at) || text.startsWith("//", at)) {
                int end = at;
                while (end < to && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                    end++;
                }
                found.add(new SqlComment(text.substring(at + 2, end), at, end));
                at = end;
            } else {
                at++;
            }
        }
    }
}
