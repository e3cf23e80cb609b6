package flinktriage.checks.backpressure;

import static flinktriage.checks.backpressure.Chain.chain;
import static flinktriage.checks.backpressure.Chain.taskManager;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

class BottleneckReasonTest {

    private static final String CPU = "Status.JVM.CPU.Load";
    private static final String GC = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    private final Bottleneck check = new Bottleneck();

    @Test
    void judgesByTheHottestSubtaskAndCallsItSkewWhenTheOthersHaveTime() {
        Finding finding =
                Examined.of(
                                check,
                                chain("src", "count")
                                        .vertex(
                                                "src",
                                                v ->
                                                        v.busy(0, 0)
                                                                .backpressured(0.4, 0.5)
                                                                .idle(0.6, 0.5))
                                        .vertex(
                                                "count",
                                                v ->
                                                        v.parallelism(4)
                                                                .busy(0.02, 0.05, 1, 0.03)
                                                                .backpressured(0, 0, 0, 0)
                                                                .idle(0.98, 0.95, 0, 0.97))
                                        .build())
                        .finding();

        assertThat(finding.reason()).isEqualTo("SKEW");
        assertThat(finding.subject().subtask()).contains(2);
        assertThat(finding.summary())
                .isEqualTo(
                        "count cannot keep up: subtask 2 is busy 100 % while half of its siblings are below 3 %");
    }

    @Test
    void aTaskThatPausesForGarbageCollectionIsNotCalledBusyWithItsWork() {
        Finding finding =
                Examined.of(
                                check,
                                chain("src", "map")
                                        .vertex(
                                                "src",
                                                v ->
                                                        v.busy(0, 0)
                                                                .backpressured(0.9, 0.9)
                                                                .idle(0.1, 0.1))
                                        .vertex(
                                                "map",
                                                v -> v.busy(1, 1).backpressured(0, 0).idle(0, 0))
                                        .taskManagers(taskManager(2))
                                        .taskManagerMetric(CPU, 0.9, 0.9, 0.9, 0.9)
                                        .taskManagerMetric(GC, 250, 250, 250, 250)
                                        .build())
                        .finding();

        assertThat(finding.reason()).isEqualTo("GC");
        assertThat(finding.summary()).endsWith("and garbage collection takes 25 % of the time");
    }

    @Test
    void aLookupJoinThatWaitsIsToldFromComputation() {
        JobBuilder world =
                chain("src", "LookupJoin[4]")
                        .vertex("src", v -> v.busy(0, 0).backpressured(0.9, 0.9).idle(0.1, 0.1))
                        .vertex(
                                "LookupJoin[4]",
                                v ->
                                        v.description(
                                                        "[4]:LookupJoin(table=[dim], joinType=[LeftOuterJoin])")
                                                .busy(1, 1)
                                                .backpressured(0, 0)
                                                .idle(0, 0))
                        .taskManagers(taskManager(2));

        assertThat(
                        Examined.of(
                                        check,
                                        world.taskManagerMetric(CPU, 0.05, 0.05, 0.05, 0.05)
                                                .build())
                                .finding()
                                .reason())
                .isEqualTo("LOOKUP_SLOW");
        assertThat(Examined.of(check, world.taskManagerMetric(CPU, 1, 1, 1, 1).build()).finding())
                .satisfies(f -> assertThat(f.reason()).isEqualTo("BUSY"))
                .satisfies(f -> assertThat(f.summary()).endsWith("and it computes"));
    }

    @Test
    void measuredCpuTimeCountsBeforeFlinksLoadWhichIsZeroWhenAskedTwiceInAMoment() {
        JobBuilder world =
                chain("src", "out: Writer")
                        .vertex("src", v -> v.busy(0, 0).backpressured(0.9, 0.9).idle(0.1, 0.1))
                        .vertex("out: Writer", v -> v.busy(1, 1).backpressured(0, 0).idle(0, 0))
                        .taskManagers(taskManager(2))
                        .taskManagerMetric(CPU, 0, 0, 0, 0);

        assertThat(Examined.of(check, world.build()).finding().summary())
                .isEqualTo("out: Writer cannot keep up: busy 100 % on 2 of 2 subtasks");
        assertThat(Examined.of(check, world.coresInUse(0.11).build()).finding().reason())
                .isEqualTo("SINK_SLOW");
        assertThat(Examined.of(check, world.coresInUse(1.9).build()).finding().summary())
                .isEqualTo(
                        "out: Writer cannot keep up: busy 100 % on 2 of 2 subtasks, and it computes");
    }
}
