package flinktriage.prometheus;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Prometheus' text format, as far as it is wanted. Tolerant: a line that cannot be read is counted
 * and skipped.
 *
 * @param unreadable lines that are neither a value nor a comment
 * @param cut whether there was more than is read
 */
record Exposition(List<ExposedValue> values, int unreadable, boolean cut) {

    private static final int MOST_VALUES = 200_000;
    private static final int MOST_LABELS = 64;

    Exposition {
        values = List.copyOf(values);
    }

    /**
     * @param wanted by the name of the metric; most lines are not
     */
    static Exposition read(BufferedReader lines, Predicate<String> wanted) throws IOException {
        List<ExposedValue> values = new ArrayList<>();
        int unreadable = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String name = name(line);
            if (name.isEmpty()) {
                unreadable++;
            } else if (wanted.test(name)) {
                if (values.size() == MOST_VALUES) {
                    return new Exposition(values, unreadable, true);
                }
                Optional<ExposedValue> value = new Cursor(line, name.length()).value(name);
                value.ifPresent(values::add);
                unreadable += value.isPresent() ? 0 : 1;
            }
        }
        return new Exposition(values, unreadable, false);
    }

    private static String name(String line) {
        int end = 0;
        while (end < line.length() && nameCharacter(line.charAt(end))) {
            end++;
        }
        return line.substring(0, end);
    }

    private static boolean nameCharacter(char c) {
        return c == '_'
                || c == ':'
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9');
    }

    /** Reads what follows the name. */
    private static final class Cursor {

        private final String line;
        private int at;

        Cursor(String line, int at) {
            this.line = line;
            this.at = at;
        }

        Optional<ExposedValue> value(String name) {
            Map<String, String> labels = new HashMap<>();
            skipSpace();
            if (at < line.length() && line.charAt(at) == '{' && !labels(labels)) {
                return Optional.empty();
            }
            skipSpace();
            int end = at;
            while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
                end++;
            }
            return number(line.substring(at, end))
                    .map(value -> new ExposedValue(name, Map.copyOf(labels), value));
        }

        private boolean labels(Map<String, String> labels) {
            at++;
            while (at < line.length()) {
                skipSpace();
                if (at < line.length() && line.charAt(at) == '}') {
                    at++;
                    return true;
                }
                int equals = line.indexOf('=', at);
                if (equals < 0) {
                    return false;
                }
                String key = line.substring(at, equals).strip();
                at = equals + 1;
                skipSpace();
                if (at >= line.length() || line.charAt(at++) != '"') {
                    return false;
                }
                Optional<String> value = quoted();
                if (value.isEmpty() || labels.size() == MOST_LABELS) {
                    return false;
                }
                labels.put(key, value.get());
                skipSpace();
                // Flink's reporter ends the list with a comma.
                if (at < line.length() && line.charAt(at) == ',') {
                    at++;
                }
            }
            return false;
        }

        private Optional<String> quoted() {
            StringBuilder text = new StringBuilder();
            while (at < line.length()) {
                char c = line.charAt(at++);
                if (c == '"') {
                    return Optional.of(text.toString());
                }
                if (c == '\\' && at < line.length()) {
                    char escaped = line.charAt(at++);
                    text.append(escaped == 'n' ? '\n' : escaped);
                } else {
                    text.append(c);
                }
            }
            return Optional.empty();
        }

        private void skipSpace() {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
        }
    }

    /** NaN is a value of the format, and none for us. */
    private static Optional<Double> number(String text) {
        if (text.isEmpty() || text.length() > 64) {
            return Optional.empty();
        }
        switch (text) {
            case "+Inf", "Inf":
                return Optional.of(Double.POSITIVE_INFINITY);
            case "-Inf":
                return Optional.of(Double.NEGATIVE_INFINITY);
            default:
                try {
                    return Optional.of(Double.parseDouble(text));
                } catch (NumberFormatException e) {
                    return Optional.empty();
                }
        }
    }
}
