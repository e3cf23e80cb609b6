package flinktriage.lab;

import flinktriage.lab.MoreSteps.Failing;
import flinktriage.lab.MoreSteps.Hoarding;
import flinktriage.lab.MoreSteps.Leaking;
import flinktriage.lab.MoreSteps.Telling;
import flinktriage.lab.MoreSteps.Tiring;
import flinktriage.lab.Steps.Store;
import flinktriage.lab.Steps.Waiting;
import flinktriage.world.PlantedSecrets;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Illnesses of the processes of a cluster, each on a {@link StandaloneCluster} of its own. */
enum ProcessIllness implements Shape {
    /** State on the heap that grows until the heap of a small TaskManager is full. */
    STATE_FILLS_HEAP(
            env ->
                    LabJob.read(env, "uploads", LabSource.of(2, 1))
                            .keyBy(event -> "upload-" + event.id)
                            .process(new Hoarding())
                            .name("thumbnails")),

    /** Objects that are nobody's state, until the heap is full. */
    LEAK(
            env ->
                    LabJob.read(env, "pictures", LabSource.of(2, 1))
                            .rebalance()
                            .map(new Leaking())
                            .name("resize")),

    /** Needs the slots of two TaskManagers, and nothing else. */
    ON_TWO_TASK_MANAGERS(
            env -> {
                env.setParallelism(4);
                return LabJob.read(env, "visits", LabSource.of(4, 50))
                        .rebalance()
                        .map(new Waiting(0))
                        .name("decode");
            }),

    /** From the second minute on each record takes 40 ms. */
    SLOW_LATER(
            env ->
                    LabJob.read(env, "orders", LabSource.of(2, 100).largeRecords())
                            .rebalance()
                            .map(new Tiring(70_000, 40))
                            .name("tax service")),

    /** Fails again and again, and tells secrets in all that it says. */
    TELLS_SECRETS(
            env ->
                    LabJob.read(env, "uploads", LabSource.of(2, 20))
                            .rebalance()
                            .map(new Telling(3_000, PlantedSecrets.EVERYTHING))
                            .name("fetch from " + PlantedSecrets.EVERYTHING)) {
        @Override
        public String title() {
            return "fetch with " + PlantedSecrets.EVERYTHING;
        }
    },

    /** Fails after some seconds, and is not started again. */
    FAILS(
            env ->
                    LabJob.read(env, "uploads", LabSource.of(2, 20))
                            .rebalance()
                            .map(new Failing(8_000))
                            .name("rate")) {
        @Override
        public Map<String, String> settings() {
            Map<String, String> all = new HashMap<>(super.settings());
            all.put("restart-strategy.type", "none");
            return all;
        }
    };

    private interface Definition {
        DataStream<Event> define(StreamExecutionEnvironment env);
    }

    private final Definition definition;

    ProcessIllness(Definition definition) {
        this.definition = definition;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "execution.checkpointing.interval", "3s",
                "execution.checkpointing.tolerable-failed-checkpoints", "100000",
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "100000",
                "restart-strategy.fixed-delay.delay", "1s");
    }

    @Override
    public void define(StreamExecutionEnvironment env) {
        env.setParallelism(2);
        definition.define(env).rebalance().sinkTo(new Store<>(0)).name("archive");
    }
}
