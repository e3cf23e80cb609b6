package flinktriage.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A watermark as Flink reports it, without its two sentinels as numbers: {@code Long.MIN_VALUE} is
 * {@link None} (nothing emitted yet), {@code Long.MAX_VALUE} is {@link End} (the input has
 * finished).
 */
public sealed interface Watermark extends Comparable<Watermark> {

    record None() implements Watermark {}

    record At(long epochMillis) implements Watermark {

        /**
         * How far the watermark is behind {@code now} of the JobManager; negative if it is in the
         * future.
         */
        public Duration behind(Instant now) {
            return Duration.ofMillis(now.toEpochMilli() - epochMillis);
        }
    }

    record End() implements Watermark {}

    /**
     * From a metric value; aggregated metrics are doubles, so the sentinels are compared with a
     * margin.
     */
    static Watermark of(double value) {
        if (value <= -9.2e18) {
            return new None();
        }
        return value >= 9.2e18 ? new End() : new At(Math.round(value));
    }

    @Override
    default int compareTo(Watermark other) {
        return Long.compare(order(), other.order());
    }

    private long order() {
        if (this instanceof At at) {
            return at.epochMillis();
        }
        return this instanceof None ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
