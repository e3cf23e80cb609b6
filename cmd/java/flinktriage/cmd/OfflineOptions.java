package flinktriage.cmd;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What to look at instead of a cluster. */
final class OfflineOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "CAPTURE",
            description =
                    "Read a capture, a directory or .zip, and ask nobody: also what it holds of"
                            + " Kafka, Prometheus and the TaskManagers' endpoints.")
    private Path from;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description =
                    "Read the archive of a job that has ended, as the JobManager writes it to"
                            + " jobmanager.archive.fs.dir, and ask nobody.")
    private Path archive;

    /** Whether nobody is asked. */
    boolean offline() {
        return from != null || archive != null;
    }

    /**
     * Opens the file that is named, if one is.
     *
     * @param live the options that mean nothing if nobody is asked
     * @throws ParameterException if one of them is on the command line, or two files are
     */
    Optional<Looking> open(Surroundings surroundings, List<OptionSpec> live) {
        if (from != null && archive != null) {
            throw wrong("--from and --archive exclude each other: one file is looked at");
        }
        String wrong = Given.among(spec, live);
        if (offline() && !wrong.isEmpty()) {
            throw wrong(
                    (from != null ? "--from reads a capture" : "--archive reads a file")
                            + " and asks nobody; leave out "
                            + wrong);
        }
        return from != null
                ? Optional.of(Looking.atCapture(surroundings, from))
                : Optional.ofNullable(archive).map(file -> Looking.atArchive(surroundings, file));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
