package flinktriage.checks.watermark;

import flinktriage.model.Quantity;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A distance in event time.
 *
 * @param length may be negative
 */
record Lag(Duration length) {

    /** How far {@code behind} is behind {@code ahead}; empty unless both are points in time. */
    static Optional<Lag> between(Watermark behind, Watermark ahead) {
        return behind instanceof Watermark.At b && ahead instanceof Watermark.At a
                ? Optional.of(new Lag(Duration.ofMillis(minus(a.epochMillis(), b.epochMillis()))))
                : Optional.empty();
    }

    /** Timestamps are the user's, any number is possible; the longest distance is the limit. */
    private static long minus(long a, long b) {
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        return overflow ? (a < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE) : difference;
    }

    /** How far a watermark is behind the JobManager's clock; empty unless it is a point in time. */
    static Optional<Lag> behind(Watermark w, Instant now) {
        return w instanceof Watermark.At at
                ? Optional.of(new Lag(at.behind(now)))
                : Optional.empty();
    }

    double millis() {
        return length.toMillis();
    }

    Quantity quantity() {
        return Quantity.of(length);
    }

    /** {@code 1 h 1 min}: the two largest units, without a sign. */
    String words() {
        Duration d = length.abs();
        if (d.toDays() > 0) {
            return two(d.toDays(), "d", d.toHoursPart(), "h");
        }
        if (d.toHours() > 0) {
            return two(d.toHours(), "h", d.toMinutesPart(), "min");
        }
        if (d.toMinutes() > 0) {
            return two(d.toMinutes(), "min", d.toSecondsPart(), "s");
        }
        return d.toSeconds() + " s";
    }

    private static String two(long first, String unit, int second, String smallerUnit) {
        return first + " " + unit + (second == 0 ? "" : " " + second + " " + smallerUnit);
    }
}
