package flinktriage.model;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span of time as Flink's configuration writes it: {@code 10 s}, {@code 10000}, {@code PT10S}.
 */
public final class ConfiguredTime {

    private static final Pattern SPAN = Pattern.compile("(\\d{1,12})\\s*([a-z]*)");

    private ConfiguredTime() {}

    /** Empty if it cannot be read. A plain number is milliseconds. */
    public static Optional<Duration> of(String text) {
        String value = text.strip().toLowerCase(Locale.ROOT);
        if (value.startsWith("p")) {
            try {
                return Optional.of(Duration.parse(value));
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }
        Matcher parts = SPAN.matcher(value);
        return parts.matches()
                ? unit(parts.group(2)).map(u -> u.multipliedBy(Long.parseLong(parts.group(1))))
                : Optional.empty();
    }

    private static Optional<Duration> unit(String name) {
        return switch (name) {
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" ->
                    Optional.of(Duration.ofMillis(1));
            case "s", "sec", "secs", "second", "seconds" -> Optional.of(Duration.ofSeconds(1));
            case "m", "min", "minute", "minutes" -> Optional.of(Duration.ofMinutes(1));
            case "h", "hour", "hours" -> Optional.of(Duration.ofHours(1));
            case "d", "day", "days" -> Optional.of(Duration.ofDays(1));
            default -> Optional.empty();
        };
    }
}
