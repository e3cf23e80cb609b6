package flinktriage.cmd;

import flinktriage.flink.Redaction;
import flinktriage.plan.SqlToken;
import flinktriage.plan.SqlTokens;
import java.util.List;

/**
 * A script without its secrets, and as long as before, so that lines and columns stay where they
 * are.
 */
final class MaskedSource {

    private MaskedSource() {}

    static String of(String text) {
        StringBuilder masked = new StringBuilder(text);
        List<SqlToken> tokens = SqlTokens.of(text);
        int from = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            comment(masked, text, from, token.start());
            from = token.end();
            if (token.kind() == SqlToken.Kind.LITERAL) {
                literal(masked, tokens, i);
            } else if (token.kind() == SqlToken.Kind.HINT) {
                put(masked, token.start(), token.text(), Redaction.text(token.text()));
            } else if (token.is("SET") && begins(tokens, i)) {
                setting(masked, text, token.start());
            }
        }
        comment(masked, text, from, text.length());
        return masked.toString();
    }

    /** {@code 'key' = 'value'} of an option; or whatever a literal holds by itself. */
    private static void literal(StringBuilder masked, List<SqlToken> tokens, int index) {
        SqlToken token = tokens.get(index);
        boolean secret =
                index >= 2
                        && tokens.get(index - 1).symbol("=")
                        && tokens.get(index - 2).kind() == SqlToken.Kind.LITERAL
                        && Redaction.isSecretKey(tokens.get(index - 2).value());
        int open = token.text().indexOf('\'') + 1;
        boolean closed = token.text().length() > open && token.text().endsWith("'");
        int end = token.text().length() - (closed ? 1 : 0);
        String inner = token.text().substring(open, Math.max(open, end));
        put(masked, token.start() + open, inner, secret ? "" : Redaction.text(inner));
    }

    /** {@code SET key = value} without quotes, as the SQL client also takes it. */
    private static void setting(StringBuilder masked, String text, int start) {
        int end = text.indexOf(';', start);
        String line = text.substring(start, end < 0 ? text.length() : end);
        int equals = line.indexOf('=');
        if (equals < 0 || line.indexOf('\'') >= 0) {
            return;
        }
        String key = line.substring("SET".length(), equals).strip();
        int value = equals + 1;
        while (value < line.length() && Character.isWhitespace(line.charAt(value))) {
            value++;
        }
        String said = line.substring(value);
        put(masked, start + value, said, Redaction.isSecretKey(key) ? "" : Redaction.text(said));
    }

    private static boolean begins(List<SqlToken> tokens, int index) {
        return index == 0 || tokens.get(index - 1).symbol(";");
    }

    private static void comment(StringBuilder masked, String text, int from, int to) {
        String gap = text.substring(from, to);
        if (!gap.isBlank()) {
            put(masked, from, gap, Redaction.text(gap));
        }
    }

    /** Writes stars over what is different. */
    private static void put(StringBuilder masked, int at, String text, String redacted) {
        if (text.equals(redacted)) {
            return;
        }
        int shorter = Math.min(text.length(), redacted.length());
        int before = 0;
        while (before < shorter && text.charAt(before) == redacted.charAt(before)) {
            before++;
        }
        int after = 0;
        while (after < shorter - before
                && text.charAt(text.length() - 1 - after)
                        == redacted.charAt(redacted.length() - 1 - after)) {
            after++;
        }
        for (int i = before; i < text.length() - after; i++) {
            if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                masked.setCharAt(at + i, '*');
            }
        }
    }
}
