package flinktriage.flink;

import java.time.Duration;

/** Waits. Tests pass one that does not. */
@FunctionalInterface
public interface Pause {

    void of(Duration duration);
}
