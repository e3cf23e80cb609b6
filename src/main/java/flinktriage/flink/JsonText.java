package flinktriage.flink;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON that cannot be read as such: half of a reply, or more than one. */
final class JsonText {

    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|([\"\\\\/bfnrt]))");

    private JsonText() {}

    /**
     * Without secrets. Escapes hide where a secret begins: the line feed before a key is the
     * letters {@code \n}. So they are resolved where that shows one, and the text is no JSON any
     * more, which it was not before.
     */
    static String redacted(String text) {
        String plain = plain(text);
        String redacted = Redaction.textOrHtml(plain);
        return redacted.equals(plain) ? Redaction.textOrHtml(text) : redacted;
    }

    private static String plain(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(
                        m ->
                                Matcher.quoteReplacement(
                                        m.group(1) != null
                                                ? String.valueOf(
                                                        (char) Integer.parseInt(m.group(1), 16))
                                                : letter(m.group(2))));
    }

    private static String letter(String escaped) {
        return switch (escaped) {
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            case "b", "f" -> " ";
            default -> escaped;
        };
    }
}
