package flinktriage.cmd;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What to look at instead of a cluster. */
final class OfflineOptions {

    @Option(
            names = "--from",
            paramLabel = "CAPTURE",
            description = "Read a capture, a directory or .zip, and no cluster.")
    private Path from;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description =
                    "Read the archive of a job that has ended, as the JobManager writes it to"
                            + " jobmanager.archive.fs.dir, and no cluster.")
    private Path archive;

    Optional<Path> from() {
        return Optional.ofNullable(from);
    }

    Optional<Path> archive() {
        return Optional.ofNullable(archive);
    }

    /** Whether a cluster is not asked at all. */
    boolean offline() {
        return from != null || archive != null;
    }
}
