package flinktriage.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A piece of a reply, read tolerantly: every field is optional, unknown ones are ignored, a field
 * of another type than expected is like an absent one.
 */
final class Json {

    /** Long enough for every name a person gives, short enough to keep a report readable. */
    static final int NAME = 1_000;

    /** Longer than a secret and its key. */
    private static final int MARGIN = 4_000;

    private static final String GAP = "\n\t[...]\n";

    /** More than the sum of Long.MIN_VALUE, which is no watermark, over 100,000 subtasks. */
    private static final double LARGEST = 1e24;

    private static final double SMALLEST = 1e-12;

    private static final long YEAR_9999 = 253_402_300_799_999L;
    private static final long MILLENNIUM = Duration.ofDays(365_250).toMillis();

    /**
     * Keys, values and brackets of one reply. A job of 2,000 vertices, or a vertex of 2,000
     * subtasks, has some 200,000; each takes up to 90 bytes of a heap of 256 MB.
     */
    private static final int MOST_TOKENS = 1_000_000;

    /** Characters of one string; half of the longest reply. */
    private static final int LONGEST_STRING = 8 * 1024 * 1024;

    private static final ObjectMapper MAPPER =
            new ObjectMapper(
                    JsonFactory.builder()
                            // Names of fields are as many as a reply wants; the JVM never forgets
                            // one.
                            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                            .streamReadConstraints(
                                    StreamReadConstraints.builder()
                                            .maxTokenCount(MOST_TOKENS)
                                            .maxStringLength(LONGEST_STRING)
                                            .build())
                            .build());

    private final JsonNode node;

    private Json(JsonNode node) {
        this.node = node;
    }

    /**
     * @throws IOException if it is not JSON, or nested or stretched beyond Jackson's limits
     */
    static Json parse(byte[] body) throws IOException {
        JsonNode tree = MAPPER.readTree(body);
        if (tree == null || tree.isMissingNode()) {
            throw new IOException("no JSON");
        }
        return new Json(tree);
    }

    Json at(String field) {
        return new Json(node.path(field));
    }

    boolean exists() {
        return !node.isMissingNode() && !node.isNull();
    }

    boolean isObject() {
        return node.isObject();
    }

    boolean isArray() {
        return node.isArray();
    }

    /** The elements of an array, or nothing. */
    List<Json> items() {
        if (!node.isArray()) {
            return List.of();
        }
        List<Json> items = new ArrayList<>(node.size());
        node.forEach(item -> items.add(new Json(item)));
        return items;
    }

    /** The strings of an array. */
    List<String> texts() {
        return items().stream()
                .filter(item -> item.node.isTextual())
                .map(item -> cut(item.node.textValue(), NAME))
                .toList();
    }

    /** The fields of an object, or nothing. */
    List<Map.Entry<String, Json>> fields() {
        List<Map.Entry<String, Json>> fields = new ArrayList<>(node.size());
        node.properties().forEach(e -> fields.add(Map.entry(e.getKey(), new Json(e.getValue()))));
        return fields;
    }

    Optional<String> text(String field) {
        return text(field, NAME);
    }

    /** A string, cut. */
    Optional<String> text(String field, int limit) {
        JsonNode value = node.path(field);
        return value.isTextual() ? Optional.of(cut(value.textValue(), limit)) : Optional.empty();
    }

    /** A string without secrets, cut: the text of an exception, the value of a setting. */
    Optional<String> secretFree(String field, int limit) {
        // A little more is looked at, so that a secret at the end is still recognized.
        return text(field, limit + MARGIN).map(Redaction::text).map(text -> cut(text, limit));
    }

    /** The same, cut in the middle: the real cause of an exception is the last "Caused by". */
    Optional<String> secretFreeEnds(String field, int limit) {
        String text = node.path(field).isTextual() ? node.path(field).textValue() : "";
        if (text.length() <= limit + 2 * MARGIN) {
            Optional<String> whole = secretFree(field, limit + 2 * MARGIN);
            if (whole.isEmpty() || whole.get().length() <= limit) {
                return whole;
            }
        }
        int half = (limit - GAP.length()) / 2;
        String head = Redaction.text(cut(text, half + MARGIN));
        String tail = Redaction.text(text.substring(Math.max(0, text.length() - half - MARGIN)));
        int from = Math.max(0, tail.length() - half);
        return Optional.of(cut(head, half) + GAP + tail.substring(from));
    }

    /** A whole number, also one that is written as a string, as metric values are. */
    OptionalLong whole(String field) {
        JsonNode value = node.path(field);
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return OptionalLong.of(value.longValue());
        }
        OptionalDouble number = number(field);
        return number.isPresent() && Double.isFinite(number.getAsDouble())
                ? OptionalLong.of(Math.round(number.getAsDouble()))
                : OptionalLong.empty();
    }

    /** A whole number from 0 to the largest int; anything else is the default. */
    int count(String field, int otherwise) {
        OptionalLong value = whole(field);
        return value.isPresent() && value.getAsLong() >= 0 && value.getAsLong() <= Integer.MAX_VALUE
                ? (int) value.getAsLong()
                : otherwise;
    }

    /** Milliseconds since the epoch, from 1970 to 9999: arithmetic on them cannot overflow. */
    Optional<Instant> instant(String field) {
        OptionalLong value = whole(field);
        return value.isPresent() && value.getAsLong() > 0
                ? Optional.of(Instant.ofEpochMilli(Math.min(value.getAsLong(), YEAR_9999)))
                : Optional.empty();
    }

    /** Milliseconds, 0 if there is no positive number, at most 1,000 years. */
    Duration millis(String field) {
        return Duration.ofMillis(Math.max(0, Math.min(whole(field).orElse(0), MILLENNIUM)));
    }

    /**
     * A number, possibly NaN or infinite, which Flink writes as strings. What is too large to be
     * measured is infinite, too, and what is too small is 0: one divided by the other stays finite.
     */
    OptionalDouble number(String field) {
        JsonNode value = node.path(field);
        if (value.isNumber()) {
            return OptionalDouble.of(measurable(value.doubleValue()));
        }
        if (!value.isTextual() || value.textValue().length() > 64) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(measurable(Double.parseDouble(value.textValue())));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static double measurable(double value) {
        double size = Math.abs(value);
        if (size > LARGEST) {
            return value * Double.POSITIVE_INFINITY;
        }
        return size < SMALLEST ? 0 : value;
    }

    boolean flag(String field, boolean otherwise) {
        return node.path(field).asBoolean(otherwise);
    }

    private static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end);
    }
}
