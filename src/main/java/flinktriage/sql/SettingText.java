package flinktriage.sql;

import flinktriage.plan.SqlToken;
import flinktriage.plan.StatementText;
import java.util.List;
import java.util.Optional;

/**
 * A SET or RESET as it is written: with literals, or in the old style without quotes.
 *
 * @param key empty for all
 * @param start offset of the key in the statement
 */
record SettingText(boolean reset, Optional<String> key, String value, int start, int end) {

    static SettingText of(StatementText statement) {
        List<SqlToken> tokens = statement.tokens();
        boolean reset = tokens.get(0).is("RESET");
        if (tokens.size() == 1) {
            return new SettingText(reset, Optional.empty(), "", 0, tokens.get(0).end());
        }
        SqlToken key = tokens.get(1);
        String text = statement.source().text();
        if (key.kind() == SqlToken.Kind.LITERAL) {
            String value = tokens.size() > 3 ? tokens.get(3).value() : "";
            return new SettingText(reset, Optional.of(key.value()), value, key.start(), key.end());
        }
        int equals = reset ? text.length() : text.indexOf('=', key.start());
        int end = equals < 0 ? text.length() : equals;
        String name = text.substring(key.start(), end).strip();
        String value = equals < 0 || reset ? "" : text.substring(equals + 1).strip();
        return new SettingText(
                reset,
                Optional.of(name),
                unquoted(value),
                key.start(),
                key.start() + name.length());
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("'") && value.endsWith("'");
        return quoted ? value.substring(1, value.length() - 1).replace("''", "'") : value;
    }
}
