package flinktriage.plan;

import flinktriage.plan.RowTypes.Column;
import flinktriage.plan.StateEstimate.Part;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes of columns, by their types, and what had to be assumed for that. */
final class Widths {

    /** Of a text without a length: about a UUID, a name or a short path. */
    private static final int TEXT = 32;

    private static final int UNKNOWN = 16;
    private static final Pattern LENGTH = Pattern.compile("\\w+\\((\\d{1,10})\\).*");

    private final Map<String, Double> known;
    private final Set<String> assumed = new LinkedHashSet<>();

    Widths(Map<String, Double> known) {
        this.known = known;
    }

    List<String> assumed() {
        return List.copyOf(assumed);
    }

    /** Of all of them together. */
    Part of(String what, List<Column> columns) {
        double low = 0;
        double high = 0;
        for (Column c : columns) {
            Part part = of(c);
            low += part.low();
            high += part.high();
        }
        return new Part(what, low, high);
    }

    private Part of(Column c) {
        Optional<Double> said = Optional.ofNullable(known.get(c.name()));
        String type = c.type().map(t -> t.toUpperCase(Locale.ROOT)).orElse("");
        String base = type.split("[( ]", 2)[0];
        double fixed =
                switch (base) {
                    case "BOOLEAN", "TINYINT" -> 1;
                    case "SMALLINT" -> 2;
                    case "INT", "INTEGER", "DATE", "TIME", "FLOAT" -> 4;
                    case "BIGINT", "DOUBLE", "INTERVAL" -> 8;
                    case "TIMESTAMP", "TIMESTAMP_LTZ" -> 8;
                    case "DECIMAL", "NUMERIC" -> length(type).orElse(38) <= 18 ? 8 : 16;
                    default -> 0;
                };
        if (fixed > 0) {
            return new Part(c.name(), fixed, fixed);
        }
        boolean text =
                Set.of("CHAR", "VARCHAR", "STRING", "BINARY", "VARBINARY", "BYTES").contains(base);
        double bytes =
                said.orElseGet(
                        () -> {
                            Optional<Integer> length = length(type).filter(n -> n <= 2 * TEXT);
                            if (length.isEmpty()) {
                                assumed.add(
                                        "%d B for %s (--width %s=N)"
                                                .formatted(
                                                        text ? TEXT : UNKNOWN, c.name(), c.name()));
                            }
                            return (double) length.orElse(text ? TEXT : UNKNOWN);
                        });
        // A text is stored with its length and padded to words, and keys hold it twice.
        return text ? new Part(c.name(), 1.5 * bytes, 2 * bytes) : new Part(c.name(), bytes, bytes);
    }

    private static Optional<Integer> length(String type) {
        Matcher m = LENGTH.matcher(type.replace(", ", ")"));
        return m.matches()
                ? Optional.of((int) Math.min(Integer.MAX_VALUE, Long.parseLong(m.group(1))))
                : Optional.empty();
    }
}
