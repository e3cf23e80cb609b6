package flinktriage.flink;

import java.time.Duration;

/**
 * How much to collect.
 *
 * @param samples how often metrics are read, 1 or 2
 * @param interval between two samples; JobManagers fetch metrics from TaskManagers every 10 s by
 *     default (metrics.fetcher.update-interval), so that two readings closer than that are often
 *     the same data
 */
public record CollectSettings(int samples, Duration interval) {

    private static final Duration LONGER_THAN_THE_FETCHER = Duration.ofSeconds(12);

    public CollectSettings {
        if (samples < 1 || samples > 2) {
            throw new IllegalArgumentException("1 or 2 samples, not " + samples);
        }
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval " + interval);
        }
    }

    /** Two samples, 12 s apart. */
    public static CollectSettings standard() {
        return new CollectSettings(2, LONGER_THAN_THE_FETCHER);
    }

    /** One sample: no rates from counters. */
    public static CollectSettings quick() {
        return new CollectSettings(1, LONGER_THAN_THE_FETCHER);
    }
}
