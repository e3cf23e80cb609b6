package flinktriage.sql.planner;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.RowKind;

/**
 * What the connector of a table can do, known by its name and options: the connector itself is not
 * there. An unknown one is taken for the least demanding kind.
 *
 * @param name in lower case
 * @param options of the table, as in the script
 * @param keyed true if the table has a primary key
 */
record Connector(String name, Map<String, String> options, boolean keyed) {

    private static final Set<String> SINKS_ONLY =
            Set.of(
                    "print",
                    "blackhole",
                    "elasticsearch-6",
                    "elasticsearch-7",
                    "elasticsearch-8",
                    "opensearch",
                    "opensearch-1",
                    "opensearch-2",
                    "firehose",
                    "prometheus",
                    "redshift");
    private static final Set<String> SOURCES_ONLY = Set.of("datagen", "faker");
    private static final Set<String> LOOKUPS =
            Set.of(
                    "jdbc",
                    "redis",
                    "redis-lookup",
                    "hbase-1.4",
                    "hbase-2.2",
                    "hbase-2.4",
                    "hbase-2.5",
                    "mongodb",
                    "paimon",
                    "hudi",
                    "hive",
                    "filesystem",
                    "fluss",
                    "doris",
                    "starrocks",
                    "clickhouse",
                    "kudu",
                    "rest-lookup",
                    "http",
                    "phoenix-jdbc",
                    "tablestore",
                    "table-store",
                    "ignite",
                    "cassandra",
                    "aerospike",
                    "dynamodb");
    private static final Set<String> BATCH_SCANS =
            Set.of(
                    "jdbc",
                    "hbase-1.4",
                    "hbase-2.2",
                    "hbase-2.4",
                    "hbase-2.5",
                    "mongodb",
                    "doris",
                    "starrocks",
                    "clickhouse",
                    "kudu");
    private static final Set<String> CHANGELOG_FORMATS =
            Set.of(
                    "debezium-json",
                    "debezium-avro-confluent",
                    "canal-json",
                    "maxwell-json",
                    "ogg-json",
                    "changelog-json",
                    "canal-protobuf");
    private static final Set<String> LAKES =
            Set.of("filesystem", "hive", "iceberg", "paimon", "hudi", "table-store", "delta");

    static Connector of(String name, Map<String, String> options, boolean keyed) {
        return new Connector(name.toLowerCase(Locale.ROOT), Map.copyOf(options), keyed);
    }

    boolean known() {
        return SINKS_ONLY.contains(name)
                || SOURCES_ONLY.contains(name)
                || LOOKUPS.contains(name)
                || name.endsWith("-cdc")
                || LAKES.contains(name)
                || Set.of(
                                "kafka",
                                "upsert-kafka",
                                "pulsar",
                                "upsert-pulsar",
                                "kinesis",
                                "rabbitmq",
                                "pubsub",
                                "rocketmq",
                                "sqs",
                                "nats")
                        .contains(name);
    }

    /** What the table emits. */
    ChangelogMode source() {
        if (name.endsWith("-cdc")) {
            return cdc();
        }
        return switch (name) {
            case "upsert-kafka", "upsert-pulsar" -> ChangelogMode.upsert();
            case "paimon", "table-store" -> paimon();
            case "hudi" ->
                    on("changelog.enabled") ? ChangelogMode.all() : ChangelogMode.insertOnly();
            case "fluss" -> keyed ? ChangelogMode.all() : ChangelogMode.insertOnly();
            case "iceberg" -> ChangelogMode.insertOnly();
            default -> changelogFormat() ? ChangelogMode.all() : ChangelogMode.insertOnly();
        };
    }

    private ChangelogMode cdc() {
        boolean upsert =
                name.equals("mongodb-cdc") && !on("scan.full-changelog")
                        || "upsert".equalsIgnoreCase(options.get("changelog-mode"));
        return on("scan.read-changelog-as-append-only.enabled")
                ? ChangelogMode.insertOnly()
                : upsert ? ChangelogMode.upsert() : ChangelogMode.all();
    }

    /**
     * Without a changelog producer, Paimon leaves it to Flink to find the values before updates.
     */
    private ChangelogMode paimon() {
        String engine = options.getOrDefault("merge-engine", "deduplicate");
        if (!keyed || engine.equals("first-row")) {
            return ChangelogMode.insertOnly();
        }
        boolean complete =
                !options.getOrDefault("changelog-producer", "none").equals("none")
                        || on("scan.remove-normalize");
        return complete ? ChangelogMode.all() : ChangelogMode.upsert();
    }

    /** Which changes the table takes of those that a query offers. */
    ChangelogMode sink(ChangelogMode offered) {
        boolean appendOnly = offered.containsOnly(RowKind.INSERT);
        return switch (name) {
            case "print", "blackhole", "iceberg", "fluss", "delta" -> offered;
            case "upsert-kafka", "upsert-pulsar" -> ChangelogMode.upsert();
            case "jdbc",
                    "phoenix-jdbc",
                    "elasticsearch-6",
                    "elasticsearch-7",
                    "elasticsearch-8",
                    "opensearch",
                    "opensearch-1",
                    "opensearch-2",
                    "mongodb",
                    "doris",
                    "starrocks",
                    "clickhouse",
                    "kudu",
                    "redis",
                    "cassandra",
                    "dynamodb" ->
                    keyedSink(appendOnly);
            case "hbase-1.4", "hbase-2.2", "hbase-2.4", "hbase-2.5" -> upserts(offered);
            case "hudi" -> on("changelog.enabled") ? ChangelogMode.all() : ChangelogMode.upsert();
            case "paimon", "table-store" -> paimonSink(offered);
            case "kafka",
                    "pulsar",
                    "kinesis",
                    "rabbitmq",
                    "filesystem",
                    "hive",
                    "firehose",
                    "rocketmq",
                    "pubsub" ->
                    changelogFormat() ? ChangelogMode.all() : ChangelogMode.insertOnly();
            default -> offered;
        };
    }

    private ChangelogMode keyedSink(boolean appendOnly) {
        if (!appendOnly && !keyed) {
            throw new ValidationException(
                    "please declare primary key for sink table when query contains update/delete record.");
        }
        return keyed ? ChangelogMode.upsert() : ChangelogMode.insertOnly();
    }

    private ChangelogMode paimonSink(ChangelogMode offered) {
        String engine = options.getOrDefault("merge-engine", "deduplicate");
        boolean all =
                !keyed
                        || !engine.equals("deduplicate") && !engine.equals("partial-update")
                        || "input".equals(options.get("changelog-producer"));
        return all ? offered : upserts(offered);
    }

    private static ChangelogMode upserts(ChangelogMode offered) {
        ChangelogMode.Builder without = ChangelogMode.newBuilder();
        offered.getContainedKinds().stream()
                .filter(k -> k != RowKind.UPDATE_BEFORE)
                .forEach(without::addContainedKind);
        return without.build();
    }

    void requireSource() {
        if (SINKS_ONLY.contains(name)) {
            throw new ValidationException(
                    "Connector '%s' can only be used as a sink. It cannot be used as a source."
                            .formatted(name));
        }
        requireKey();
    }

    void requireSink() {
        if (SOURCES_ONLY.contains(name) || name.endsWith("-cdc")) {
            throw new ValidationException(
                    "Connector '%s' can only be used as a source. It cannot be used as a sink."
                            .formatted(name));
        }
        requireKey();
    }

    private void requireKey() {
        if (!keyed && (name.equals("upsert-kafka") || name.equals("upsert-pulsar"))) {
            throw new ValidationException(
                    "'%s' tables require to define a PRIMARY KEY constraint.".formatted(name));
        }
    }

    boolean lookup() {
        return LOOKUPS.contains(name) || !known();
    }

    /** True if it can answer without waiting, where the planner or a hint asks for that. */
    boolean asyncLookup() {
        return on("lookup.async") || name.equals("fluss") || !known();
    }

    /** Whether the connector of this kind ends by itself, as batch execution demands. */
    boolean bounded() {
        boolean byOption =
                options.containsKey("number-of-rows")
                        || !options.getOrDefault("scan.bounded.mode", "unbounded")
                                .equals("unbounded");
        boolean stream =
                name.endsWith("-cdc")
                        || SOURCES_ONLY.contains(name)
                        || Set.of(
                                        "kafka",
                                        "upsert-kafka",
                                        "pulsar",
                                        "kinesis",
                                        "rabbitmq",
                                        "pubsub")
                                .contains(name);
        return byOption || BATCH_SCANS.contains(name) || !stream;
    }

    /** True if it has partitions and can be overwritten, as tables of files can. */
    boolean files() {
        return LAKES.contains(name) || !known();
    }

    private boolean changelogFormat() {
        String format = options.getOrDefault("value.format", options.getOrDefault("format", ""));
        return CHANGELOG_FORMATS.contains(format.toLowerCase(Locale.ROOT));
    }

    private boolean on(String key) {
        return "true".equalsIgnoreCase(options.get(key));
    }
}
