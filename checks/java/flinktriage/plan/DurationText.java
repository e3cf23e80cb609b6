package flinktriage.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A duration as Flink reads and prints it: {@code 1 h}, {@code 10min}, {@code 500} for ms. */
public final class DurationText {

    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([a-zµ]*)");

    private DurationText() {}

    /** Empty for what Flink does not accept either. */
    public static Optional<Duration> parse(String text) {
        Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return Optional.empty();
        }
        long n = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "d", "day", "days" -> Optional.of(Duration.ofDays(n));
            case "h", "hour", "hours" -> Optional.of(Duration.ofHours(n));
            case "m", "min", "minute", "minutes" -> Optional.of(Duration.ofMinutes(n));
            case "s", "sec", "secs", "second", "seconds" -> Optional.of(Duration.ofSeconds(n));
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" ->
                    Optional.of(Duration.ofMillis(n));
            case "µs", "micro", "micros", "microsecond", "microseconds" ->
                    Optional.of(Duration.ofNanos(n * 1000));
            case "ns", "nano", "nanos", "nanosecond", "nanoseconds" ->
                    Optional.of(Duration.ofNanos(n));
            default -> Optional.empty();
        };
    }

    /** {@code 1 h}, {@code 90 min}: a whole number in the largest unit that fits. */
    public static String print(Duration d) {
        if (d.isZero()) {
            return "0";
        }
        long millis = d.toMillis();
        if (millis % 86_400_000 == 0) {
            return millis / 86_400_000 + " d";
        }
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + " h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + " min";
        }
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
