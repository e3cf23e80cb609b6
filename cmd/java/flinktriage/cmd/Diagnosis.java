package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.engine.Engine;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.Collector;
import flinktriage.flink.JobChoice;
import flinktriage.flink.JobListing;
import flinktriage.flink.Pause;
import flinktriage.flink.Progress;
import flinktriage.flink.RecordingSource;
import flinktriage.flink.RestSource;
import flinktriage.flink.Source;
import flinktriage.model.Target;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/** One look at one cluster: the objects are wired here, for every command that looks. */
final class Diagnosis implements AutoCloseable {

    private final Surroundings surroundings;
    private final Source source;
    private final Target target;
    private final Collector collector;

    /**
     * Looks at a cluster.
     *
     * @param source closed with this
     */
    Diagnosis(Surroundings surroundings, RestSource source, Progress progress) {
        this(
                surroundings,
                source,
                new Target(source.shownUrl(), source.shownUrl()),
                surroundings.clock(),
                Diagnosis::sleep,
                progress);
    }

    private Diagnosis(
            Surroundings surroundings,
            Source source,
            Target target,
            Clock clock,
            Pause pause,
            Progress progress) {
        this.surroundings = surroundings;
        this.source = source;
        this.target = target;
        collector = new Collector(source, clock, pause, progress);
    }

    /**
     * Looks at a cluster, and keeps what it says.
     *
     * @param recording closed with this
     */
    static Diagnosis recorded(
            Surroundings surroundings,
            RecordingSource recording,
            Target target,
            Progress progress) {
        return new Diagnosis(
                surroundings, recording, target, surroundings.clock(), Diagnosis::sleep, progress);
    }

    /**
     * Looks at files; it is as late as it was then, and there is nothing to wait for.
     *
     * @param source closed with this
     */
    static Diagnosis offline(
            Surroundings surroundings, Source source, Target target, Instant takenAt) {
        return new Diagnosis(
                surroundings,
                source,
                target,
                Clock.fixed(takenAt, ZoneOffset.UTC),
                pause -> {},
                message -> {});
    }

    /** The address, without secrets. */
    String target() {
        return target.url().isEmpty() ? target.name() : target.url();
    }

    Target about() {
        return target;
    }

    JobListing jobs() {
        return collector.jobs();
    }

    Collected collect(JobChoice choice, CollectSettings settings) {
        return collector.collect(target, choice, settings);
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
