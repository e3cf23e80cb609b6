package flinktriage.cmd;

import flinktriage.check.Numbers;
import flinktriage.flink.CollectSettings;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How much is measured, and how long that may take. */
final class SampleOptions {

    private static final int MOST_SAMPLES = 2;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(100);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Spec private CommandSpec own;

    @Option(
            names = "--samples",
            defaultValue = "2",
            paramLabel = "N",
            description = "How often metrics are read, 1 or 2 (default: ${DEFAULT-VALUE}).")
    private int samples;

    // JobManagers fetch metrics every 10 s by default (metrics.fetcher.update-interval).
    @Option(
            names = "--interval",
            defaultValue = "12s",
            converter = Durations.class,
            paramLabel = "TIME",
            description =
                    "Between two samples (default: ${DEFAULT-VALUE}). Flink fetches metrics every"
                            + " 10 s: a shorter time may see the same values twice.")
    private Duration interval;

    @Option(names = "--quick", description = "One sample, no waiting: nothing about growth.")
    private boolean quick;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            converter = Durations.class,
            paramLabel = "TIME",
            description =
                    "For all requests of a sample; what is late counts as missing"
                            + " (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    /** All of them; without a cluster they mean nothing. */
    List<OptionSpec> options() {
        return own.options();
    }

    CollectSettings settings() {
        return new CollectSettings(samples(), interval());
    }

    /** 1 or 2. */
    int samples() {
        if (samples < 1 || samples > MOST_SAMPLES) {
            throw wrong("--samples must be 1 or 2, not " + samples);
        }
        return quick ? 1 : samples;
    }

    Duration interval() {
        return between("--interval", interval, SHORTEST_INTERVAL);
    }

    Duration timeout() {
        return between("--timeout", timeout, SHORTEST_TIMEOUT);
    }

    private Duration between(String option, Duration value, Duration shortest) {
        if (value.compareTo(shortest) < 0 || value.compareTo(LONGEST) > 0) {
            throw wrong(
                    option
                            + " must be between "
                            + Numbers.show(shortest)
                            + " and "
                            + Numbers.show(LONGEST)
                            + ", not "
                            + Numbers.show(value));
        }
        return value;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
