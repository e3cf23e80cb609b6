package flinktriage.lab;

import flinktriage.lab.Steps.Asking;
import flinktriage.lab.Steps.Computing;
import flinktriage.lab.Steps.Parsing;
import flinktriage.lab.Steps.Remembering;
import flinktriage.lab.Steps.Store;
import flinktriage.lab.Steps.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/**
 * One small job for each illness, with API that Flink 1.20 and 2.3 share. Records are large where a
 * job is held back, so that the network buffers are full within seconds.
 */
enum LabJob {
    /** Every stage is a vertex of its own and mostly idle. */
    HEALTHY(
            env -> {
                DataStream<Event> read = read(env, "visits", LabSource.of(4, 50)).rebalance();
                DataStream<Event> counted =
                        read.map(same())
                                .name("decode")
                                .keyBy(event -> "k" + event.id % 64)
                                .process(new Remembering(0))
                                .name("count");
                counted.rebalance().sinkTo(new Store<>(0)).name("archive");
            }),

    /** The writer waits 40 ms for each record; two vertices and the source stand above it. */
    SLOW_SINK(
            env ->
                    unchained(env, LabSource.of(4, 500).largeRecords())
                            .sinkTo(new Store<>(40))
                            .name("ledger")),

    /** One stage burns 10 ms of CPU for each record, the sink behind it has nothing to do. */
    HOT_MAP(
            env ->
                    read(env, "clicks", LabSource.of(4, 500).largeRecords())
                            .rebalance()
                            .map(new Computing(10))
                            .name("score")
                            .rebalance()
                            .sinkTo(new Store<>(0))
                            .name("archive")),

    /** Nine of ten records have the same key, each takes 5 ms. */
    KEY_SKEW(
            env -> {
                env.setParallelism(4);
                read(env, "payments", LabSource.of(4, 200).largeRecords())
                        .keyBy(event -> event.id % 10 == 0 ? "shop-" + event.id % 970 : "shop-1")
                        .process(new Remembering(5))
                        .name("balance")
                        .rebalance()
                        .sinkTo(new Store<>(0))
                        .name("archive");
            }),

    /** The event time of one of two sources is an hour behind. */
    UNION_LAGGING(
            env ->
                    windowed(
                            read(env, "web", LabSource.of(2, 50)),
                            read(env, "import", LabSource.of(2, 50).behind(Duration.ofHours(1))))),

    /** One of two sources never gives a record, so the window never fires. */
    UNION_SILENT(
            env ->
                    windowed(
                            read(env, "web", LabSource.of(2, 50)),
                            read(env, "coupons", LabSource.silent(2)))),

    /** The same, but silence is declared idle, and the window fires: healthy. */
    UNION_SILENT_IDLE(
            env ->
                    windowed(
                            read(env, "web", LabSource.of(2, 50)),
                            env.fromSource(
                                    LabSource.silent(2),
                                    watermarks().withIdleness(Duration.ofSeconds(2)),
                                    "coupons"))),

    /** Three splits for four readers: the fourth has no watermark. */
    FEW_SPLITS(
            env -> {
                env.setParallelism(4);
                window(read(env, "sensors", LabSource.of(3, 50)));
            }),

    /** Barriers queue behind large records and slow calls for longer than a checkpoint may take. */
    CHECKPOINT_TIMEOUT(
            Map.of(
                    "execution.checkpointing.timeout", "3s",
                    "execution.checkpointing.tolerable-failed-checkpoints", "100000"),
            LabJob::slowCalls),

    /** The same, with unaligned checkpoints, which overtake. */
    UNALIGNED(Map.of("execution.checkpointing.unaligned.enabled", "true"), LabJob::slowCalls),

    /** The same, with so much room in the network that a recovery would read it for long. */
    MUCH_IN_FLIGHT(
            Map.of(
                    "execution.checkpointing.unaligned.enabled", "true",
                    "taskmanager.memory.segment-size", "4mb",
                    "taskmanager.memory.network.min", "640mb",
                    "taskmanager.memory.network.max", "640mb"),
            LabJob::slowCalls),

    /** One record cannot be parsed, again and again. */
    RESTART_LOOP(
            Map.of(
                    "restart-strategy.type", "fixed-delay",
                    "restart-strategy.fixed-delay.attempts", "100000",
                    "restart-strategy.fixed-delay.delay", "1s"),
            env ->
                    read(env, "uploads", LabSource.of(2, 100))
                            .rebalance()
                            .map(new Parsing(100))
                            .name("parse amount")
                            .sinkTo(new Store<>(0))
                            .name("archive")),

    /** Every record has a new key, and no key is ever forgotten. */
    STATE_GROWTH(
            env ->
                    read(env, "sessions", LabSource.of(2, 200).largeRecords())
                            .keyBy(event -> "session-" + event.id)
                            .process(new Remembering(0))
                            .name("last seen")
                            .rebalance()
                            .sinkTo(new Store<>(0))
                            .name("archive")),

    /** Twenty reads of state for each record, from files, because the cache has no room for it. */
    SMALL_BLOCK_CACHE(
            Map.of(
                    "state.backend.type", "rocksdb",
                    "state.backend.rocksdb.memory.managed", "false",
                    "state.backend.rocksdb.block.cache-size", "1mb",
                    "state.backend.rocksdb.writebuffer.size", "4mb",
                    "state.backend.rocksdb.metrics.block-cache-hit", "true",
                    "state.backend.rocksdb.metrics.block-cache-miss", "true",
                    "state.backend.rocksdb.metrics.is-write-stopped", "true",
                    "state.backend.rocksdb.metrics.estimate-pending-compaction-bytes", "true"),
            LabJob::reads),

    /** The same, and RocksDB says nothing about it. */
    SMALL_BLOCK_CACHE_UNSEEN(
            Map.of(
                    "state.backend.type", "rocksdb",
                    "state.backend.rocksdb.memory.managed", "false",
                    "state.backend.rocksdb.block.cache-size", "1mb",
                    "state.backend.rocksdb.writebuffer.size", "4mb"),
            LabJob::reads),

    /** Four calls at a time, each of 200 ms. */
    ASYNC_LOOKUP(
            env ->
                    AsyncDataStream.unorderedWait(
                                    read(env, "baskets", LabSource.of(4, 200).largeRecords())
                                            .rebalance(),
                                    new Asking(200),
                                    60,
                                    TimeUnit.SECONDS,
                                    4)
                            .name("price service")
                            .rebalance()
                            .sinkTo(new Store<>(0))
                            .name("archive")),

    /** The source waits 50 ms for each record, nothing else is busy. */
    SLOW_SOURCE(
            env ->
                    read(env, "partner api", LabSource.of(2, 500).fetching(Duration.ofMillis(50)))
                            .rebalance()
                            .map(same())
                            .name("decode")
                            .rebalance()
                            .sinkTo(new Store<>(0))
                            .name("archive")),

    /** UNION where UNION ALL was meant. */
    UNION_DISTINCT(env -> LabSql.union(env, "UNION")),

    UNION_ALL(env -> LabSql.union(env, "UNION ALL"));

    private final Map<String, String> settings;
    private final Consumer<StreamExecutionEnvironment> definition;

    LabJob(Consumer<StreamExecutionEnvironment> definition) {
        this(Map.of(), definition);
    }

    LabJob(Map<String, String> settings, Consumer<StreamExecutionEnvironment> definition) {
        this.settings = settings;
        this.definition = definition;
    }

    /** Of the cluster and the job. */
    Map<String, String> settings() {
        Map<String, String> all = new HashMap<>();
        all.put("execution.checkpointing.interval", "2s");
        all.putAll(settings);
        return all;
    }

    void define(StreamExecutionEnvironment env) {
        env.setParallelism(2);
        definition.accept(env);
    }

    static DataStream<Event> read(StreamExecutionEnvironment env, String name, LabSource source) {
        return env.fromSource(source, watermarks(), name);
    }

    private static WatermarkStrategy<Event> watermarks() {
        return WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofSeconds(1))
                .withTimestampAssigner((event, recorded) -> event.time);
    }

    private static DataStream<Event> unchained(StreamExecutionEnvironment env, LabSource source) {
        return read(env, "orders", source)
                .rebalance()
                .map(same())
                .name("decode")
                .rebalance()
                .map(same())
                .name("price")
                .rebalance();
    }

    private static void slowCalls(StreamExecutionEnvironment env) {
        unchained(env, LabSource.of(4, 500).largeRecords())
                .map(new Waiting(50))
                .name("tax service")
                .rebalance()
                .sinkTo(new Store<>(0))
                .name("archive");
    }

    private static void reads(StreamExecutionEnvironment env) {
        read(env, "visits", LabSource.of(2, 5_000))
                .keyBy(event -> "page-" + event.id % 64)
                .process(new MoreSteps.Leafing())
                .name("history")
                .rebalance()
                .sinkTo(new Store<>(0))
                .name("archive");
    }

    private static void windowed(DataStream<Event> one, DataStream<Event> other) {
        window(one.union(other));
    }

    private static void window(DataStream<Event> events) {
        events.keyBy(event -> "k" + event.id % 16)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2)))
                .reduce((a, b) -> b)
                .name("latest")
                .rebalance()
                .sinkTo(new Store<>(0))
                .name("archive");
    }

    private static MapFunction<Event, Event> same() {
        return event -> event;
    }
}
