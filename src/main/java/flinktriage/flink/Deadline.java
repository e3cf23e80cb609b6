package flinktriage.flink;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The moment after which no reply counts. A new sample has a new one.
 *
 * @param nanoTime nanoseconds of a clock that never goes back; its origin does not matter
 */
record Deadline(LongSupplier nanoTime, Duration limit, long endNanos) {

    static Deadline after(Duration limit, LongSupplier nanoTime) {
        return new Deadline(nanoTime, limit, nanoTime.getAsLong() + limit.toNanos());
    }

    long remainingNanos() {
        return endNanos - nanoTime.getAsLong();
    }

    boolean over() {
        return remainingNanos() <= 0;
    }

    Deadline restarted() {
        return after(limit, nanoTime);
    }

    /** The whole limit, for example {@code 10 s} or {@code 0.5 s}. */
    String shown() {
        return seconds(limit);
    }

    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString()
                + " s";
    }
}
