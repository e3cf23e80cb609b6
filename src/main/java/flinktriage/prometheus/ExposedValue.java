package flinktriage.prometheus;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** One value of Prometheus' text format. */
record ExposedValue(String name, Map<String, String> labels, double value) {

    Optional<String> label(String key) {
        return Optional.ofNullable(labels.get(key));
    }

    /** Empty if the label is missing or not a number from 0 on. */
    OptionalInt number(String key) {
        String text = labels.getOrDefault(key, "");
        return text.matches("\\d{1,9}")
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }
}
