package flinktriage.cmd;

import flinktriage.kafka.KafkaSettings;
import flinktriage.prometheus.HistoryCollector;
import flinktriage.prometheus.ReporterCollector;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whom else to ask than the JobManager. Only reads, all of it can be left out. */
final class EvidenceOptions {

    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(5);
    private static final Duration HISTORY = Duration.ofHours(6);
    private static final int MOST_ENDPOINTS = 256;
    private static final long MOST_CONFIG_BYTES = 256 * 1024;
    private static final Pattern BOOTSTRAP =
            Pattern.compile("[^\\s,:/]+:\\d{1,5}|\\[[0-9a-fA-F:.]+]:\\d{1,5}");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Spec private CommandSpec own;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description =
                    "Ask this Kafka about the topics that the job reads: all partitions, and what is"
                            + " not read yet. Several brokers separated by commas.")
    private String kafka;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description =
                    "Properties of Kafka's clients (security.protocol, sasl.*, ssl.*, group.id).")
    private Path kafkaConfig;

    @Option(
            names = "--kafka-group",
            paramLabel = "NAME",
            description = "The job's consumer group, for what it has committed.")
    private String kafkaGroup;

    @Option(
            names = "--metrics-url",
            paramLabel = "URL",
            description =
                    "Endpoint of a TaskManager's Prometheus reporter: who reads which partition, and"
                            + " each TaskManager by itself. Repeatable, one a TaskManager.")
    private List<String> metricsUrls = List.of();

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description =
                    "A Prometheus server that scrapes the job: since when it is ill, in the last 6 h,"
                            + " and what changed just before. A bearer token is in"
                            + " FLINK_TRIAGE_PROMETHEUS_TOKEN.")
    private String prometheus;

    /** All of them; without a cluster they mean nothing. */
    List<OptionSpec> options() {
        return own.options();
    }

    /**
     * @param timeout for each of them
     * @param twice whether growth is wanted, which takes a second reading
     */
    OutsideSources sources(Surroundings surroundings, Duration timeout, boolean twice) {
        return new OutsideSources(
                kafka(timeout, twice), reporter(timeout), history(surroundings, timeout));
    }

    private Optional<HistoryCollector> history(Surroundings surroundings, Duration timeout) {
        if (prometheus == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new HistoryCollector(
                            prometheus,
                            surroundings.variable("FLINK_TRIAGE_PROMETHEUS_TOKEN"),
                            timeout,
                            HISTORY));
        } catch (IllegalArgumentException e) {
            throw wrong("--prometheus: " + e.getMessage());
        }
    }

    /** Empty if no endpoint is named. */
    private Optional<ReporterCollector> reporter(Duration timeout) {
        if (metricsUrls.size() > MOST_ENDPOINTS) {
            throw wrong("--metrics-url can be given " + MOST_ENDPOINTS + " times at most");
        }
        try {
            return metricsUrls.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ReporterCollector(metricsUrls, timeout));
        } catch (IllegalArgumentException e) {
            throw wrong("--metrics-url: " + e.getMessage());
        }
    }

    /**
     * Empty if Kafka is not to be asked.
     *
     * @param twice whether growth is wanted, which takes a second reading
     */
    private Optional<KafkaSettings> kafka(Duration timeout, boolean twice) {
        if (kafka == null) {
            if (kafkaConfig != null || kafkaGroup != null) {
                throw wrong("--kafka-config and --kafka-group need --kafka");
            }
            return Optional.empty();
        }
        for (String broker : kafka.split(",", -1)) {
            if (!BOOTSTRAP.matcher(broker.strip()).matches()) {
                // A user's name and password do not belong there, and not into a log.
                throw wrong(
                        broker.contains("@")
                                ? "--kafka takes host:port; who logs in stands in --kafka-config"
                                : "--kafka takes host:port, not '" + broker.strip() + "'");
            }
        }
        Properties config = kafkaConfig == null ? new Properties() : properties(kafkaConfig);
        Optional<String> group =
                Optional.ofNullable(kafkaGroup)
                        .or(() -> Optional.ofNullable(config.getProperty("group.id")))
                        .filter(name -> !name.isBlank());
        return Optional.of(
                new KafkaSettings(
                        kafka.strip(),
                        security(config),
                        group,
                        timeout,
                        twice ? Optional.of(BETWEEN_READINGS) : Optional.empty()));
    }

    /** A file for consumers holds much that an administration client does not know. */
    private static Properties security(Properties config) {
        Properties kept = new Properties();
        for (String name : config.stringPropertyNames()) {
            if (name.startsWith("security.")
                    || name.startsWith("sasl.")
                    || name.startsWith("ssl.")
                    || name.equals("client.dns.lookup")) {
                kept.setProperty(name, config.getProperty(name));
            }
        }
        return kept;
    }

    private Properties properties(Path file) {
        Properties config = new Properties();
        try {
            if (Files.size(file) > MOST_CONFIG_BYTES) {
                throw wrong("--kafka-config: " + file + " is too large for properties");
            }
            try (Reader reader = Files.newBufferedReader(file)) {
                config.load(reader);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw wrong("--kafka-config: cannot read " + file);
        }
        return config;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
