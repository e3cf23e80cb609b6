package flinktriage.model;

import java.time.Duration;
import java.util.Optional;

/**
 * @param interval empty if periodic checkpoints are off (Flink answers Long.MAX_VALUE)
 * @param stateBackend the class's simple name, for example EmbeddedRocksDBStateBackend
 */
public record CheckpointConfig(
        Optional<Duration> interval,
        Duration timeout,
        Duration minPause,
        int maxConcurrent,
        boolean exactlyOnce,
        boolean unaligned,
        int tolerableFailures,
        String stateBackend) {}
