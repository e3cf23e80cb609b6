package flinktriage.flink;

/**
 * Finds pairs of a secret key and its value in text: {@code password=x}, {@code "token": "x"},
 * {@code 'password' = 'x'}, {@code s3.secret-key: x}. One pass; what is looked at around each
 * separator is bounded, so the time is linear in the length of the text.
 */
final class SecretPairs {

    private static final int MAX_KEY_CHARACTERS = 128;
    private static final int MAX_SPACES = 8;
    private static final String QUOTES = "\"'`";
    private static final String ENDS = ",;&)]}\"'`<>|";

    private final String text;
    private final StringBuilder masked = new StringBuilder();
    private int copied;

    private SecretPairs(String text) {
        this.text = text;
    }

    static String mask(String text) {
        return new SecretPairs(text).run();
    }

    private String run() {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '=' || c == ':') {
                at = Math.max(at, pair(at));
            }
        }
        return copied == 0 ? text : masked.append(text, copied, text.length()).toString();
    }

    /** Masks the value behind this separator if it is a secret; returns where to go on. */
    private int pair(int separator) {
        int start = valueStart(separator);
        if (start < 0) {
            return block(separator);
        }
        int keyEnd = keyEnd(separator);
        int keyStart = keyStart(keyEnd);
        String key = text.substring(keyStart, keyEnd);
        boolean quoted = keyEnd < separator && QUOTES.indexOf(text.charAt(keyEnd)) >= 0;
        if (key.isEmpty()
                || !(SecretKeys.isSecret(key) || isSecretParameter(key, keyStart))
                || (text.charAt(separator) == ':' && !quoted && isName(key, keyStart))) {
            return separator;
        }
        int from = afterQuote(start);
        int to = from > start ? closing(from) : end(key, start);
        String value = text.substring(from, to);
        if (isHarmless(value)
                || (text.charAt(separator) == ':'
                        && !quoted
                        && isProse(key, keyStart, separator, value))) {
            return separator;
        }
        masked.append(text, copied, from).append(Redaction.MASK);
        copied = to;
        return to - 1;
    }

    /** Where the value begins, or -1 if this is an operator such as {@code ==} or {@code ://}. */
    private int valueStart(int separator) {
        int next = separator + 1;
        if (next >= text.length()) {
            return -1;
        }
        char c = text.charAt(next);
        if (c == '=' || c == ':' || text.startsWith("//", next)) {
            return -1;
        }
        if (c == '>') {
            next++;
        }
        int start = afterSpaces(next);
        if (start >= text.length() || isLineEnd(text.charAt(start))) {
            return -1;
        }
        if (text.charAt(start) == '|' || text.charAt(start) == '>') {
            return folded(start);
        }
        boolean object = text.charAt(start) == '{' || text.charAt(start) == '[';
        return text.charAt(separator) == ':' && object ? -1 : start;
    }

    private int afterSpaces(int from) {
        int to = from;
        while (to < text.length()
                && to - from < MAX_SPACES
                && (text.charAt(to) == ' ' || text.charAt(to) == '\t')) {
            to++;
        }
        return to;
    }

    /** The lines of a block of YAML may have been joined; -1 if they were not. */
    private int folded(int indicator) {
        int end = indicator + 1;
        if (end < text.length() && "+-".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        int start = afterSpaces(end);
        boolean joined = start > end && start < text.length() && !isLineEnd(text.charAt(start));
        return joined ? start : -1;
    }

    private int keyEnd(int separator) {
        int end = separator;
        while (end > 0 && separator - end < MAX_SPACES && text.charAt(end - 1) == ' ') {
            end--;
        }
        if (end > 0 && text.charAt(end - 1) == ']') {
            end--;
            int digits = end;
            while (digits > 0
                    && end - digits < MAX_SPACES
                    && Character.isDigit(text.charAt(digits - 1))) {
                digits--;
            }
            boolean index = digits < end && digits > 0 && text.charAt(digits - 1) == '[';
            end = index ? digits - 1 : end;
        }
        if (end > 0 && QUOTES.indexOf(text.charAt(end - 1)) >= 0) {
            end -= 1 + backslashesBefore(end - 1);
        }
        return end;
    }

    private int keyStart(int end) {
        int start = end;
        while (start > 0 && end - start < MAX_KEY_CHARACTERS && isKey(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    /** Behind an opening quote or bracket, or the same place if there is none. */
    private int afterQuote(int start) {
        char c = text.charAt(start);
        if (c == '\\') {
            int quote = start;
            while (quote < text.length() - 1
                    && quote - start < MAX_SPACES
                    && text.charAt(quote) == '\\') {
                quote++;
            }
            return text.charAt(quote) == '"' ? quote + 1 : start;
        }
        return QUOTES.indexOf(c) >= 0 || c == '{' || c == '[' ? start + 1 : start;
    }

    /** Quotes inside of JSON inside of JSON have as many backslashes as the one that opened. */
    private int closing(int from) {
        char open = text.charAt(from - 1);
        char close = open == '{' ? '}' : open == '[' ? ']' : open;
        int depth = backslashesBefore(from - 1);
        int backslashes = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                backslashes++;
                continue;
            }
            if (c == close && (depth == 0 ? backslashes % 2 == 0 : backslashes <= depth)) {
                boolean doubled =
                        c == '\'' && at + 1 < text.length() && text.charAt(at + 1) == '\'';
                if (!doubled) {
                    return at - (depth == 0 ? 0 : backslashes);
                }
                at++;
            }
            backslashes = 0;
        }
        return text.length();
    }

    private int backslashesBefore(int at) {
        int first = at;
        while (first > 0 && at - first < MAX_SPACES && text.charAt(first - 1) == '\\') {
            first--;
        }
        return at - first;
    }

    private int end(String key, int start) {
        boolean spaces = SecretKeys.hasSpacesInValue(key);
        int end = start;
        while (end < text.length()) {
            char c = text.charAt(end);
            boolean ends = c == ' ' || c == '\t' || ENDS.indexOf(c) >= 0;
            if (isLineEnd(c) || (!spaces && ends && !isInside(end))) {
                break;
            }
            end++;
        }
        return end;
    }

    /** True for a comma or semicolon with neither a space nor another pair behind it. */
    private boolean isInside(int at) {
        if (text.charAt(at) != ',' && text.charAt(at) != ';') {
            return false;
        }
        int next = at + 1;
        while (next < text.length() && next - at <= MAX_KEY_CHARACTERS) {
            char c = text.charAt(next);
            if (c == '=' || c == ':' || QUOTES.indexOf(c) >= 0) {
                return false;
            }
            if (Character.isWhitespace(c) || ENDS.indexOf(c) >= 0) {
                break;
            }
            next++;
        }
        return next > at + 1;
    }

    /** A value on the lines below its key, as in YAML: those that are further in than the key. */
    private int block(int separator) {
        int from = separator + 1;
        while (from < text.length()
                && from - separator < MAX_SPACES
                && " |>+-\r".indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        if (from >= text.length() || text.charAt(from) != '\n') {
            return separator;
        }
        int keyEnd = keyEnd(separator);
        int keyStart = keyStart(keyEnd);
        String key = text.substring(keyStart, keyEnd);
        int spaces = 0;
        while (keyStart - spaces > 0
                && spaces < MAX_KEY_CHARACTERS
                && text.charAt(keyStart - spaces - 1) == ' ') {
            spaces++;
        }
        boolean first = keyStart == spaces || text.charAt(keyStart - spaces - 1) == '\n';
        if (!first || !SecretKeys.isSecret(key) || isName(key, keyStart)) {
            return separator;
        }
        int to = from;
        while (to < text.length() && isFurtherIn(to + 1, spaces)) {
            int lineEnd = text.indexOf('\n', to + 1);
            to = lineEnd < 0 ? text.length() : lineEnd;
        }
        int value = from + 1;
        while (value < to && Character.isWhitespace(text.charAt(value))) {
            value++;
        }
        if (value >= to || isHarmless(text.substring(value, to))) {
            return separator;
        }
        masked.append(text, copied, value).append(Redaction.MASK);
        copied = to;
        return to - 1;
    }

    /** The lines of a stack trace are further in as well. */
    private boolean isFurtherIn(int lineStart, int spaces) {
        int at = lineStart;
        while (at < text.length()
                && text.charAt(at) == ' '
                && at - lineStart < MAX_KEY_CHARACTERS) {
            at++;
        }
        return at - lineStart > spaces && !text.startsWith("at ", at);
    }

    /** {@code ?code=x}: a secret as a parameter of an address, a word like others elsewhere. */
    private boolean isSecretParameter(String key, int keyStart) {
        return keyStart > 0
                && "?&".indexOf(text.charAt(keyStart - 1)) >= 0
                && SecretKeys.isSecretParameter(key);
    }

    /** The name of a class or a source file, as in front of the message of an exception. */
    private boolean isName(String key, int keyStart) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        boolean camelCase =
                last.length() > 1
                        && Character.isUpperCase(last.charAt(0))
                        && Character.isLowerCase(last.charAt(1));
        boolean nested = keyStart > 0 && text.charAt(keyStart - 1) == '$';
        return (camelCase && (nested || last.length() < key.length()))
                || key.endsWith("Exception")
                || key.endsWith("Error")
                || key.endsWith(".java")
                || key.endsWith(".scala")
                || key.endsWith(".kt");
    }

    /** "Invalid token: unexpected end", or the port in {@code token-service:8080}. */
    private boolean isProse(String key, int keyStart, int separator, String value) {
        if (SecretKeys.isPassword(key)) {
            return false;
        }
        boolean touches = text.charAt(separator + 1) != ' ';
        if (touches) {
            boolean host = keyStart > 0 && text.charAt(keyStart - 1) == '/';
            return host || (value.length() <= 5 && value.chars().allMatch(Character::isDigit));
        }
        boolean afterWord =
                keyStart > 1
                        && text.charAt(keyStart - 1) == ' '
                        && Character.isLetter(text.charAt(keyStart - 2));
        return afterWord && value.chars().allMatch(c -> c >= 'a' && c <= 'z');
    }

    private static boolean isHarmless(String value) {
        return value.isBlank()
                || value.equals("null")
                || value.equals("true")
                || value.equals("false")
                // "using password: NO", as MySQL says
                || value.equals("YES")
                || value.equals("NO")
                || value.chars().allMatch(c -> c == '*');
    }

    private static boolean isKey(char c) {
        return c == '.' || c == '_' || c == '-' || (c < 128 && Character.isLetterOrDigit(c));
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }
}
