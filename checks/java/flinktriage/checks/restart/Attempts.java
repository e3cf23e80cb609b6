package flinktriage.checks.restart;

import flinktriage.model.ConfiguredTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How often a restart strategy of the configuration tries again before it gives up.
 *
 * @param count how many restarts
 * @param delay between a failure and its restart
 */
record Attempts(double count, Duration delay) {

    private static final Set<String> FIXED = Set.of("fixed-delay", "fixeddelay");
    private static final Set<String> RATE = Set.of("failure-rate", "failurerate");
    private static final String OF_FIXED = "restart-strategy.fixed-delay.";
    private static final String OF_RATE = "restart-strategy.failure-rate.";

    /** Empty for a strategy that never gives up, and for numbers that cannot be read. */
    static Optional<Attempts> of(String strategy, Map<String, String> keys) {
        // Where a key is not set, these are Flink's defaults.
        if (FIXED.contains(strategy)) {
            return attempts(keys, OF_FIXED + "attempts", OF_FIXED + "delay");
        }
        if (!RATE.contains(strategy)) {
            return Optional.empty();
        }
        Optional<Duration> interval =
                ConfiguredTime.of(keys.getOrDefault(OF_RATE + "failure-rate-interval", "1 min"));
        // Restarts that are too far apart to be counted together never use it up.
        return attempts(keys, OF_RATE + "max-failures-per-interval", OF_RATE + "delay")
                .filter(a -> interval.filter(i -> a.lasts() < i.toMillis()).isPresent());
    }

    static boolean counted(String strategy) {
        return FIXED.contains(strategy);
    }

    /** Milliseconds of an outage that it survives, if each restart fails at once. */
    double lasts() {
        return count * delay.toMillis();
    }

    private static Optional<Attempts> attempts(
            Map<String, String> keys, String count, String delay) {
        Optional<Double> number =
                Optional.of(keys.getOrDefault(count, "1").strip())
                        .filter(text -> text.matches("[1-9]\\d{0,9}"))
                        .map(Double::parseDouble);
        return number.flatMap(
                n ->
                        ConfiguredTime.of(keys.getOrDefault(delay, "1 s"))
                                .map(d -> new Attempts(n, d)));
    }
}
