package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.engine.Engine;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.Collector;
import flinktriage.flink.JobChoice;
import flinktriage.flink.JobListing;
import flinktriage.flink.Progress;
import flinktriage.flink.RestSource;
import flinktriage.model.Target;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One look at one cluster: the objects are wired here, for every command that looks. */
final class Diagnosis implements AutoCloseable {

    private final Surroundings surroundings;
    private final RestSource source;
    private final Collector collector;

    /**
     * @param source closed with this
     */
    Diagnosis(Surroundings surroundings, RestSource source, Progress progress) {
        this.surroundings = surroundings;
        this.source = source;
        collector = new Collector(source, surroundings.clock(), Diagnosis::sleep, progress);
    }

    /** The address, without secrets. */
    String target() {
        return source.shownUrl();
    }

    JobListing jobs() {
        return collector.jobs();
    }

    Collected collect(JobChoice choice, CollectSettings settings) {
        return collector.collect(new Target(target(), target()), choice, settings);
    }

    Report judge(Collected.Taken taken) {
        return new Engine(surroundings.checks().get(), ToolVersion.NUMBER)
                .diagnose(taken.snapshot());
    }

    @Override
    public void close() {
        source.close();
    }

    static void sleep(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while waiting"));
        }
    }
}
