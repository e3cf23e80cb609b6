package flinktriage.lab;

import flinktriage.lab.Steps.Asking;
import flinktriage.lab.Steps.Store;
import flinktriage.lab.Steps.Waiting;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Jobs that wait for answers, so that the CPU has nothing to do. */
enum SlowIllness implements Shape {
    /** A lookup join that keeps its thread for 50 ms a record. */
    LOOKUP_JOIN(env -> MoreSql.lookup(env, "'millis' = '50'")),

    /** The same, four lookups at a time, each of 200 ms. */
    ASYNC_LOOKUP_JOIN(env -> MoreSql.lookup(env, "'millis' = '200', 'async' = 'true'")),

    /** Four calls at a time, each of 200 ms; the operator has the name that Flink gives it. */
    ASYNC_WAIT(
            env ->
                    AsyncDataStream.unorderedWait(
                            baskets(env, "baskets").rebalance(),
                            new Asking(200),
                            60,
                            TimeUnit.SECONDS,
                            4)),

    /** Two branches of one pipeline, each of them with a slow step of its own. */
    TWO_BRANCHES(env -> slow(env, "web", 25).union(slow(env, "shop", 30)));

    private interface Definition {
        DataStream<?> define(StreamExecutionEnvironment env);
    }

    static final int SLOTS = 8;

    private final Definition definition;

    SlowIllness(Definition definition) {
        this.definition = definition;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("execution.checkpointing.interval", "10s");
    }

    @Override
    public void define(StreamExecutionEnvironment env) {
        env.setParallelism(2);
        store(definition.define(env));
    }

    private static <T> void store(DataStream<T> results) {
        results.rebalance().sinkTo(new Store<>(0)).name("archive");
    }

    private static DataStream<Event> slow(
            StreamExecutionEnvironment env, String side, long millis) {
        return baskets(env, side).rebalance().map(new Waiting(millis)).name("check " + side);
    }

    private static DataStream<Event> baskets(StreamExecutionEnvironment env, String name) {
        return LabJob.read(env, name, LabSource.of(2, 200).largeRecords());
    }
}
