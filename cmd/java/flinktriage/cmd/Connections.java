package flinktriage.cmd;

import flinktriage.flink.Access;
import flinktriage.flink.RestSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
            return new RestSource(
                    options.url(surroundings), access(options, surroundings), timeout);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    private static Access access(TargetOptions options, Surroundings surroundings) {
        return new Access(
                options.headers(),
                options.token(surroundings),
                options.login(surroundings)
                        .map(login -> new Access.Login(login.getKey(), login.getValue())),
                options.insecure(),
                store(options.truststore(), surroundings, "FLINK_TRIAGE_TRUSTSTORE_PASSWORD"),
                store(options.keystore(), surroundings, "FLINK_TRIAGE_KEYSTORE_PASSWORD"));
    }

    private static Optional<Access.Store> store(
            Optional<Path> file, Surroundings surroundings, String password) {
        return file.map(path -> new Access.Store(path, surroundings.variable(password)));
    }
}
