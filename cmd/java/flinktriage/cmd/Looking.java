package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.flink.ArchiveSource;
import flinktriage.flink.CaptureSource;
import flinktriage.flink.CollectSettings;
import flinktriage.flink.Collected;
import flinktriage.flink.JobChoice;
import flinktriage.flink.JobListing;
import flinktriage.flink.Progress;
import flinktriage.flink.RecordingSource;
import flinktriage.flink.RestSource;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One look at a cluster, which may be kept, or at files. */
final class Looking implements AutoCloseable {

    private final Diagnosis diagnosis;
    private final Optional<Kept> kept;
    private final Optional<Captured> captured;

    private record Kept(Path file, RecordingSource recording) {}

    private record Captured(Path file, CaptureSource source) {}

    private Looking(Diagnosis diagnosis, Optional<Kept> kept, Optional<Captured> captured) {
        this.diagnosis = diagnosis;
        this.kept = kept;
        this.captured = captured;
    }

    /**
     * @param rest closed with this
     */
    static Looking atCluster(Surroundings surroundings, RestSource rest, Progress progress) {
        return new Looking(
                new Diagnosis(surroundings, rest, progress), Optional.empty(), Optional.empty());
    }

    /**
     * @param rest closed with this
     * @param file where the capture is written
     */
    static Looking keeping(
            Surroundings surroundings, RestSource rest, Path file, Progress progress) {
        try {
            RecordingSource recording =
                    RecordingSource.to(file, rest, surroundings.clock(), progress);
            Target target = new Target(rest.shownUrl(), rest.shownUrl());
            return new Looking(
                    Diagnosis.recorded(surroundings, recording, target, progress),
                    Optional.of(new Kept(file, recording)),
                    Optional.empty());
        } catch (IOException e) {
            rest.close();
            throw new UnusableFile(file, e);
        }
    }

    static Looking atCapture(Surroundings surroundings, Path file) {
        try {
            CaptureSource source = CaptureSource.open(file);
            return new Looking(
                    Diagnosis.offline(surroundings, source, source.target(), source.takenAt()),
                    Optional.empty(),
                    Optional.of(new Captured(file, source)));
        } catch (IOException e) {
            throw new UnusableFile(file, e);
        }
    }

    static Looking atArchive(Surroundings surroundings, Path file) {
        try {
            ArchiveSource source = ArchiveSource.open(file);
            return new Looking(
                    Diagnosis.offline(
                            surroundings,
                            source,
                            new Target("archive " + file.getFileName(), ""),
                            source.writtenAt()),
                    Optional.empty(),
                    Optional.empty());
        } catch (IOException e) {
            throw new UnusableFile(file, e);
        }
    }

    String target() {
        return diagnosis.target();
    }

    /** What is looked at, a cluster or a file. */
    Target about() {
        return diagnosis.about();
    }

    /**
     * @param job as on the command line; empty for the only one, or the one that was captured
     * @param outside whom else to ask; a capture has what they said
     * @throws UnusableFile if a capture turns out to be broken
     */
    Collected collect(
            String job, CollectSettings settings, OutsideSources outside, Progress progress) {
        Collected collected = collect(job, settings);
        if (!outside.named() || !(collected instanceof Collected.Taken taken)) {
            return collected;
        }
        Snapshot completed = outside.complete(taken.snapshot(), Diagnosis::sleep, progress);
        return new Collected.Taken(
                kept.map(k -> k.recording().keepOutside(taken.snapshot(), completed))
                        .orElse(completed));
    }

    private Collected collect(String job, CollectSettings settings) {
        if (captured.isEmpty()) {
            return diagnosis.collect(new JobChoice(job), settings);
        }
        CaptureSource source = captured.get().source();
        Collected collected =
                diagnosis.collect(
                        new JobChoice(job.isEmpty() ? source.job() : job),
                        new CollectSettings(source.samples(), settings.interval()));
        requireWhole(captured.get());
        return collected instanceof Collected.Taken taken
                ? new Collected.Taken(source.asTaken(taken.snapshot()))
                : collected;
    }

    JobListing jobs() {
        JobListing listing = diagnosis.jobs();
        captured.ifPresent(Looking::requireWhole);
        return listing;
    }

    /** What was made of a part of the replies is worth nothing. */
    private static void requireWhole(Captured captured) {
        captured.source()
                .broken()
                .ifPresent(
                        e -> {
                            throw new UnusableFile(captured.file(), e);
                        });
    }

    Report judge(Collected.Taken taken) {
        return diagnosis.judge(taken);
    }

    /**
     * Completes the capture, if there is to be one and there was an answer.
     *
     * @return what was written
     * @throws UnusableFile if it cannot be written
     */
    Optional<Written> keep(Collected.Taken taken) {
        if (kept.isEmpty() || taken.snapshot().unreachable().isPresent()) {
            return Optional.empty();
        }
        RecordingSource recording = kept.get().recording();
        try {
            recording.finish(taken.snapshot(), ToolVersion.NUMBER);
        } catch (IOException e) {
            throw new UnusableFile(kept.get().file(), e);
        }
        return Optional.of(new Written(kept.get().file(), recording.replies(), recording.size()));
    }

    /**
     * A capture.
     *
     * @param bytes of the replies, as they are without compression
     */
    record Written(Path file, int replies, long bytes) {}

    @Override
    public void close() {
        diagnosis.close();
    }
}
