package flinktriage.cmd;

import flinktriage.flink.Access;
import flinktriage.flink.RestSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Which cluster, and how to get at it. No secret is ever an argument: other users of the machine
 * see the arguments of a process.
 */
final class TargetOptions {

    static final String STANDARD_URL = "http://localhost:8081";

    private static final long MOST_SECRET_BYTES = 64 * 1024;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Spec private CommandSpec own;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Of the JobManager's REST API or of the History Server (default:"
                            + " FLINK_TRIAGE_URL, else "
                            + STANDARD_URL
                            + ").")
    private String url;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "Sent with every request; for a proxy. Repeatable.")
    private List<String> headers = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Holds a bearer token (or set FLINK_TRIAGE_TOKEN).")
    private Path tokenFile;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "For basic authentication; the password is in FLINK_TRIAGE_PASSWORD.")
    private String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "Holds the password of --user.")
    private Path passwordFile;

    @Option(names = "--insecure", description = "Accept any TLS certificate.")
    private boolean insecure;

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            description =
                    "The authorities to trust: JKS, PKCS12 or PEM; its password is in"
                            + " FLINK_TRIAGE_TRUSTSTORE_PASSWORD.")
    private Path truststore;

    @Option(
            names = "--keystore",
            paramLabel = "FILE",
            description =
                    "Our own key and certificate: JKS or PKCS12; its password is in"
                            + " FLINK_TRIAGE_KEYSTORE_PASSWORD.")
    private Path keystore;

    /** All of them; without a cluster they mean nothing. */
    List<OptionSpec> options() {
        return own.options();
    }

    /** Whether a cluster is named on the command line. */
    boolean named() {
        return url != null;
    }

    /**
     * Opens what the options name.
     *
     * @param timeout for all requests of a sample
     */
    RestSource open(Surroundings surroundings, Duration timeout) {
        try {
            return new RestSource(url(surroundings), access(surroundings), timeout);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    String url(Surroundings surroundings) {
        return Optional.ofNullable(url)
                .filter(u -> !u.isBlank())
                .or(() -> surroundings.variable("FLINK_TRIAGE_URL"))
                .orElse(STANDARD_URL)
                .strip();
    }

    /**
     * @throws IllegalArgumentException if there is more than one way to authorize
     */
    Access access(Surroundings surroundings) {
        return new Access(
                headers(),
                token(surroundings),
                login(surroundings).map(l -> new Access.Login(l.getKey(), l.getValue())),
                insecure,
                store(truststore, surroundings.variable("FLINK_TRIAGE_TRUSTSTORE_PASSWORD")),
                store(keystore, surroundings.variable("FLINK_TRIAGE_KEYSTORE_PASSWORD")));
    }

    private static Optional<Access.Store> store(Path file, Optional<String> password) {
        return Optional.ofNullable(file).map(f -> new Access.Store(f, password));
    }

    /** By name. */
    Map<String, String> headers() {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1 || header.substring(0, colon).isBlank()) {
                throw wrong("--header takes 'Name: value', there is no name before a colon");
            }
            byName.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
        }
        return byName;
    }

    Optional<String> token(Surroundings surroundings) {
        return tokenFile != null
                ? Optional.of(secret("--token-file", tokenFile))
                : login(surroundings).isPresent() || headers().containsKey("Authorization")
                        ? Optional.empty()
                        : surroundings.variable("FLINK_TRIAGE_TOKEN");
    }

    /** User, then password. */
    Optional<Map.Entry<String, String>> login(Surroundings surroundings) {
        if (user == null) {
            if (passwordFile != null) {
                throw wrong("--password-file needs --user");
            }
            return Optional.empty();
        }
        if (user.contains(":")) {
            throw wrong(
                    "--user takes the name only; the password comes from --password-file or"
                            + " FLINK_TRIAGE_PASSWORD");
        }
        String password =
                passwordFile != null
                        ? secret("--password-file", passwordFile)
                        : surroundings
                                .variable("FLINK_TRIAGE_PASSWORD")
                                .orElseThrow(
                                        () ->
                                                wrong(
                                                        "--user needs --password-file or"
                                                                + " FLINK_TRIAGE_PASSWORD"));
        return Optional.of(Map.entry(user, password));
    }

    /** The first line of a file. */
    private String secret(String option, Path file) {
        try {
            if (Files.size(file) > MOST_SECRET_BYTES) {
                throw wrong(option + ": " + file + " is too large to hold a secret");
            }
            String text = Files.readString(file).strip();
            if (text.isEmpty()) {
                throw wrong(option + ": " + file + " is empty");
            }
            return text.lines().findFirst().orElse(text);
        } catch (IOException e) {
            throw wrong(option + ": cannot read " + file);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
