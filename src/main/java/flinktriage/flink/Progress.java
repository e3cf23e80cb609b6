package flinktriage.flink;

/** Told what the run is waiting for, while it waits. */
@FunctionalInterface
public interface Progress {

    void say(String message);
}
