package flinktriage.lab;

import flinktriage.lab.MoreSteps.Failing;
import flinktriage.lab.MoreSteps.Matching;
import flinktriage.lab.MoreSteps.Pausing;
import flinktriage.lab.MoreSteps.Unwritten;
import flinktriage.lab.Steps.Remembering;
import flinktriage.lab.Steps.Store;
import flinktriage.lab.Steps.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Illnesses that only need time, not the CPU, so that one cluster has all of them at once. */
enum MoreIllness implements Shape {
    /** One of two inputs of a two-input operator is an hour behind in event time. */
    CONNECTED_BEHIND(
            env ->
                    matched(
                            LabJob.read(env, "bids", LabSource.of(2, 20)),
                            LabJob.read(
                                    env,
                                    "auctions",
                                    LabSource.of(2, 20).behind(Duration.ofHours(1))))),

    /** One of two inputs of a two-input operator never says anything. */
    CONNECTED_SILENT(
            env ->
                    matched(
                            LabJob.read(env, "bids", LabSource.of(2, 20)),
                            LabJob.read(env, "auctions", LabSource.silent(2)))),

    /** A slow branch and a fast one meet: barriers of the fast one wait for those of the slow. */
    BRANCHES_MEET(
            env -> {
                DataStream<Event> read =
                        LabJob.read(env, "parcels", LabSource.of(2, 200).largeRecords());
                DataStream<Event> slow =
                        read.rebalance().map(new Waiting(30)).name("customs").rebalance();
                DataStream<Event> fast =
                        LabJob.read(env, "letters", LabSource.of(2, 20))
                                .rebalance()
                                .map(new Waiting(0))
                                .name("stamp")
                                .rebalance();
                stored(slow.union(fast).map(new Waiting(0)).name("sorting").rebalance(), 0);
            }),

    /** One source, two sinks, one of them slow. */
    TWO_SINKS(
            env -> {
                DataStream<Event> read =
                        LabJob.read(env, "meters", LabSource.of(2, 200).largeRecords());
                read.rebalance().sinkTo(new Store<>(0)).name("archive");
                read.rebalance().sinkTo(new Store<>(25)).name("billing");
            }),

    /** Two branches that have nothing to do with each other are slow, each on its own. */
    TWO_BOTTLENECKS(
            env -> {
                for (String side : new String[] {"east", "west"}) {
                    stored(
                            LabJob.read(env, side, LabSource.of(2, 200).largeRecords())
                                    .rebalance()
                                    .map(new Waiting(side.equals("east") ? 25 : 40))
                                    .name("check " + side)
                                    .rebalance(),
                            0);
                }
            }),

    /** A deduplicating UNION in front of a slow sink. */
    UNION_ABOVE_SLOW_SINK(env -> MoreSql.unionInto(env, new Store<>(15))),

    /** Three keys for eight subtasks. */
    THREE_KEYS(
            env -> {
                env.setParallelism(8);
                LabJob.read(env, "regions", LabSource.of(8, 40).largeRecords())
                        .keyBy(event -> "region-" + event.id % 3)
                        .process(new Remembering(15))
                        .name("total")
                        .rebalance()
                        .sinkTo(new Store<>(0))
                        .name("archive");
            }),

    /** Two thirds of its time busy, and it keeps up. */
    TWO_THIRDS_BUSY(
            env ->
                    stored(
                            LabJob.read(env, "photos", LabSource.of(2, 6))
                                    .rebalance()
                                    .map(new Waiting(100))
                                    .name("thumbnail")
                                    .rebalance(),
                            0)),

    /** Reads what is three days old as fast as it can write it. */
    OLD_EVENTS(
            env ->
                    window(
                            LabJob.read(
                                    env,
                                    "history",
                                    LabSource.of(2, 50).behind(Duration.ofDays(3))))),

    /** Ends by itself. */
    BOUNDED(env -> MoreSql.boundedInto(env, new Store<>(0))),

    /** Is cancelled by the test. */
    ABANDONED(env -> stored(LabJob.read(env, "drafts", LabSource.of(2, 20)).rebalance(), 0)),

    /** Failed once after more than a minute, and runs again. */
    FAILED_ONCE(
            env ->
                    stored(
                            LabJob.read(env, "calls", LabSource.of(2, 20))
                                    .rebalance()
                                    .map(new Failing(70_000))
                                    .name("rate")
                                    .rebalance(),
                            0)),

    /** The same, while one of its inputs is an hour behind. */
    FAILED_ONCE_AND_BEHIND(
            env ->
                    window(
                            LabJob.read(env, "clicks", LabSource.of(2, 20))
                                    .rebalance()
                                    .map(new Failing(70_000))
                                    .name("clean")
                                    .union(
                                            LabJob.read(
                                                    env,
                                                    "views",
                                                    LabSource.of(2, 20)
                                                            .behind(Duration.ofHours(1)))))),

    /** Stands still for six seconds of every ten, for the synchronous part of its snapshot. */
    LONG_SNAPSHOTS(
            env ->
                    stored(
                            LabJob.read(env, "scans", LabSource.of(2, 50))
                                    .rebalance()
                                    .map(new Pausing(6_000))
                                    .name("index")
                                    .rebalance(),
                            0)),

    /** Its state cannot be written; the job runs on. */
    UNWRITABLE_STATE(
            env ->
                    stored(
                            LabJob.read(env, "logins", LabSource.of(2, 20))
                                    .keyBy(event -> "u" + event.id % 50)
                                    .process(new Unwritten())
                                    .name("last login")
                                    .rebalance(),
                            0)),

    /** Every fifth record is a minute late. */
    LATE_RECORDS(
            env ->
                    window(
                            env.fromSource(
                                    LabSource.of(2, 100),
                                    timed(e -> e.time - (e.id / 2 % 5 == 0 ? 60_000 : 0)),
                                    "trackers"))),

    /** The clock of one of two sources is an hour ahead. */
    AHEAD(
            env ->
                    window(
                            LabJob.read(env, "sensors", LabSource.of(2, 50))
                                    .union(
                                            LabJob.read(
                                                    env,
                                                    "probes",
                                                    LabSource.of(2, 50)
                                                            .behind(Duration.ofHours(-1)))))),

    /** Keeps state, and never saves it. */
    NEVER_SAVED(
            env ->
                    stored(
                            LabJob.read(env, "votes", LabSource.of(2, 50))
                                    .keyBy(event -> "v" + event.id % 50)
                                    .process(new Remembering(0))
                                    .name("count")
                                    .rebalance(),
                            0)) {
        @Override
        public Map<String, String> settings() {
            return Map.of();
        }
    },

    /** Asks for more slots than there are; the last one, because it takes all that are left. */
    WAITING_FOR_SLOTS(
            env -> {
                env.setParallelism(200);
                stored(LabJob.read(env, "pages", LabSource.of(2, 20)).rebalance(), 0);
            });

    private interface Definition {
        void define(StreamExecutionEnvironment env) throws Exception;
    }

    private interface EventTime extends java.io.Serializable {
        long of(Event event);
    }

    /** All but the last one need this many. */
    static final int SLOTS = 60;

    private final Definition definition;

    MoreIllness(Definition definition) {
        this.definition = definition;
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> all = new HashMap<>();
        all.put("execution.checkpointing.interval", "10s");
        all.put("execution.checkpointing.tolerable-failed-checkpoints", "100000");
        all.put("restart-strategy.type", "fixed-delay");
        all.put("restart-strategy.fixed-delay.attempts", "100000");
        all.put("restart-strategy.fixed-delay.delay", "1s");
        return all;
    }

    @Override
    public void define(StreamExecutionEnvironment env) throws Exception {
        env.setParallelism(2);
        definition.define(env);
    }

    private static WatermarkStrategy<Event> timed(EventTime time) {
        return WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofSeconds(1))
                .withTimestampAssigner((event, recorded) -> time.of(event));
    }

    private static void matched(DataStream<Event> one, DataStream<Event> other) {
        stored(
                one.keyBy(event -> "k" + event.id % 16)
                        .connect(other.keyBy(event -> "k" + event.id % 16))
                        .process(new Matching())
                        .name("match")
                        .rebalance(),
                0);
    }

    private static void window(DataStream<Event> events) {
        stored(
                events.keyBy(event -> "k" + event.id % 16)
                        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2)))
                        .reduce((a, b) -> b)
                        .name("latest")
                        .rebalance(),
                0);
    }

    private static void stored(DataStream<Event> events, long millis) {
        events.sinkTo(new Store<>(millis)).name("archive");
    }
}
