package flinktriage.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Reads the text of one operator, in one pass over it; never fails. */
final class Digest {

    private Digest() {}

    static Operator read(int index, OptionalInt parent, String raw) {
        String text = raw.strip();
        OptionalInt number = OptionalInt.empty();
        String rest = text;
        if (text.startsWith("[")) {
            int close = text.indexOf("]:");
            number = close < 0 ? OptionalInt.empty() : number(text.substring(1, close));
            rest = number.isPresent() ? text.substring(close + 2).strip() : text;
        }
        int end = 0;
        while (end < rest.length() && identifier(rest.charAt(end))) {
            end++;
        }
        if (end > 0 && end < rest.length() && rest.charAt(end) == '(') {
            return new Operator(
                    index, parent, number, rest.substring(0, end), attributes(rest, end + 1), text);
        }
        if (number.isPresent()) {
            String kind = end > 0 ? rest.substring(0, end) : rest;
            return new Operator(index, parent, number, kind, Map.of(), text);
        }
        return plain(index, parent, text);
    }

    /** {@code orders[12]: Writer}, or the name of a DataStream operator. */
    private static Operator plain(int index, OptionalInt parent, String text) {
        int open = text.lastIndexOf('[');
        int close = open < 0 ? -1 : text.indexOf(']', open);
        if (close > 0) {
            OptionalInt number = number(text.substring(open + 1, close));
            if (number.isPresent()) {
                String kind = text.substring(0, open) + text.substring(close + 1);
                return new Operator(index, parent, number, kind, Map.of(), text);
            }
        }
        return new Operator(index, parent, OptionalInt.empty(), text, Map.of(), text);
    }

    private static Map<String, String> attributes(String text, int from) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String part : parts(text, from)) {
            int equals = 0;
            while (equals < part.length()
                    && (identifier(part.charAt(equals)) || part.charAt(equals) == '#')) {
                equals++;
            }
            if (equals > 0 && equals < part.length() && part.charAt(equals) == '=') {
                String value = part.substring(equals + 1);
                if (value.startsWith("[")) {
                    value = value.substring(1, value.length() - (value.endsWith("]") ? 1 : 0));
                }
                found.putIfAbsent(part.substring(0, equals), value.strip());
            }
        }
        return Collections.unmodifiableMap(found);
    }

    /** Splits at the commas that are not inside of brackets or literals. */
    static List<String> split(String list) {
        return parts(list, 0);
    }

    /** Up to the bracket that closes the surrounding one, or to the end of a truncated text. */
    private static List<String> parts(String text, int from) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = from;
        int i = from;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                i = endOfLiteral(text, i);
            } else if (opens(c)) {
                depth++;
            } else if (closes(c) && --depth < 0) {
                break;
            } else if (c == ',' && depth == 0) {
                add(parts, text.substring(start, i));
                start = i + 1;
            }
        }
        add(parts, text.substring(start, Math.min(i, text.length())));
        return List.copyOf(parts);
    }

    private static void add(List<String> parts, String part) {
        if (!part.isBlank()) {
            parts.add(part.strip());
        }
    }

    /**
     * The index of the last character of the literal that starts at {@code quote}. The planner
     * prints a reference to a window as {@code 'w$}, which is no literal and never closed.
     */
    static int endOfLiteral(String text, int quote) {
        if (text.startsWith("'w$", quote)) {
            return quote;
        }
        int close = text.indexOf('\'', quote + 1);
        return close < 0 ? quote : close;
    }

    static boolean opens(char c) {
        return c == '(' || c == '[' || c == '{';
    }

    static boolean closes(char c) {
        return c == ')' || c == ']' || c == '}';
    }

    private static boolean identifier(char c) {
        return c == '_' || c == '$' || Character.isLetterOrDigit(c);
    }

    private static OptionalInt number(String digits) {
        boolean fits = !digits.isEmpty() && digits.length() <= 9;
        return fits && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalInt.of(Integer.parseInt(digits))
                : OptionalInt.empty();
    }
}
