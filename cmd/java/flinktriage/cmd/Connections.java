package flinktriage.cmd;

import flinktriage.flink.RestSource;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Opens what the options of a command name. */
final class Connections {

    private Connections() {}

    /**
     * @param command whose usage is wrong if an option cannot be used
     */
    static RestSource open(
            TargetOptions options,
            Surroundings surroundings,
            Duration timeout,
            CommandLine command) {
        try {
            return new RestSource(options.url(surroundings), options.access(surroundings), timeout);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }
}
