package flinktriage.checks.backpressure;

import static flinktriage.checks.backpressure.Chain.chain;
import static flinktriage.checks.backpressure.Chain.taskManager;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.on;
import static flinktriage.world.JobBuilder.notAsked;
import static flinktriage.world.JobBuilder.present;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.model.Checkpoint;
import flinktriage.model.Job;
import flinktriage.model.JvmUse;
import flinktriage.model.Observed;
import flinktriage.model.Reporter;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BottleneckReasonTest {

    private static final String CPU = "Status.JVM.CPU.Load";
    private static final String GC = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    private final Bottleneck check = new Bottleneck();

    @Test
    void judgesByTheHottestSubtaskAndCallsItSkewWhenItHasTheRecordsOfTheOthers() {
        Finding finding = Examined.of(check, lopsided(900, 1_100, 60_000, 1_000).build()).finding();

        assertThat(finding.reason()).isEqualTo("SKEW");
        assertThat(finding.subject().subtask()).contains(2);
        assertThat(finding.summary())
                .isEqualTo(
                        "count cannot keep up: subtask 2 is busy 100 % while half of its siblings are below 3 %");
        assertThat(finding.evidence())
                .extracting(Evidence::label)
                .contains("records of subtask 2 over the median of its siblings");
    }

    @Test
    void withEvenRecordsItIsTheMachineOfTheBusySubtaskAndNoSkew() {
        JobBuilder world =
                lopsided(1_000, 1_010, 990, 1_000)
                        .vertex("count", v -> v.taskManagers("tm-1", "tm-1", "tm-2", "tm-1"));

        Finding finding = Examined.of(check, world.build()).finding();

        assertThat(finding.reason()).isEqualTo("BUSY");
        assertThat(finding.subject().subtask()).contains(2);
        assertThat(finding.summary())
                .isEqualTo(
                        "count cannot keep up: subtask 2 is busy 100 % while half of its siblings are"
                                + " below 3 %, which is not explained by its records; all busy ones"
                                + " are on tm-2 and get no more records than the others: that"
                                + " machine is slow, unless their records cost more");
    }

    @Test
    void aSlowMachineIsNamedWhetherFewOrMostSubtasksRunOnIt() {
        long[] even = {1_000, 1_000, 1_000, 1_000};
        String[] three = {"tm-2", "tm-2", "tm-2", "tm-1"};

        assertThat(onHosts(three, even, 0.95, 0.97, 0.9, 0.3))
                .isEqualTo(
                        "count cannot keep up: busy 97 % on 3 of 4 subtasks; all busy ones are on"
                                + " tm-2 and get no more records than the others: that machine"
                                + " is slow, unless their records cost more");
        // A sibling on the other machine is nearly as busy, or is not measured.
        assertThat(onHosts(three, even, 0.95, 0.97, 0.9, 0.7)).doesNotContain("machine");
        assertThat(onHosts(three, even, 0.95, 0.97, 0.9, Double.NaN)).doesNotContain("machine");
        // One on the same machine has time.
        assertThat(onHosts(three, even, 0.95, 0.97, 0.3, 0.3)).doesNotContain("machine");
    }

    @Test
    void aMachineIsNotCalledSlowWhereItsSubtasksHaveMoreRecordsOrNobodyCountsThem() {
        String[] three = {"tm-2", "tm-2", "tm-2", "tm-1"};

        assertThat(onHosts(three, new long[] {1_300, 1_300, 1_300, 1_000}, 0.95, 0.97, 0.9, 0.5))
                .endsWith("; all busy ones are on tm-2, look at that machine first");
        assertThat(onHosts(three, new long[] {1_000, 1_000, 1_000}, 0.95, 0.97, 0.9, 0.5))
                .endsWith("; all busy ones are on tm-2, look at that machine first");
    }

    private String onHosts(String[] machines, long[] records, double... busy) {
        JobBuilder world =
                job(busy).vertex("count", v -> v.taskManagers(machines).subtaskRecordsIn(records));
        return Examined.of(check, world.build()).finding().summary();
    }

    @Test
    void noMachineIsBlamedWhereASiblingOnItHasTime() {
        JobBuilder world =
                lopsided(1_000, 1_010, 990, 1_000)
                        .vertex("count", v -> v.taskManagers("tm-1", "tm-2", "tm-2", "tm-1"));

        assertThat(Examined.of(check, world.build()).finding().summary())
                .endsWith("below 3 %, which is not explained by its records");
    }

    @Test
    void unevenRecordsOfBeforeExplainNothingIfTheirRateIsEvenNow() {
        JobBuilder world =
                lopsided(900, 1_100, 60_000, 1_000)
                        .vertex("count", v -> v.metric("numRecordsInPerSecond", 9, 11, 10, 40));

        assertThat(Examined.of(check, world.build()).finding().reason()).isEqualTo("BUSY");
    }

    @Test
    void threeKeysOfManyRecordsAreSkewAlthoughTheyShareThem() {
        JobBuilder world =
                job().vertex(
                                "count",
                                v ->
                                        v.parallelism(8)
                                                .busy(1, 1, 1, 0, 0, 0, 0, 0)
                                                .backpressured(0, 0, 0, 0, 0, 0, 0, 0)
                                                .subtaskRecordsIn(50, 48, 51, 0, 0, 0, 0, 0)
                                                .metric(
                                                        "numRecordsInPerSecond",
                                                        0,
                                                        340,
                                                        125,
                                                        1_000));

        assertThat(Examined.of(check, world.build()).finding().reason()).isEqualTo("SKEW");
    }

    @Test
    void recordsAreThePartOfTheDifferenceFromHalfOfItOnTheScaleOfRatios() {
        // 1 of the time against 0.04: 25 times as busy, so 5 times the records.
        assertThat(reason(busyLike(0.04), 1_000, 1_000, 5_000, 1_000)).isEqualTo("SKEW");
        assertThat(reason(busyLike(0.04), 1_000, 1_000, 4_999, 1_000)).isEqualTo("BUSY");
    }

    @Test
    void withoutRecordsPerSubtaskItIsNotCalledSkew() {
        JobBuilder world = job(busyLike(0.04));

        assertThat(Examined.of(check, world.build()).finding().reason()).isEqualTo("BUSY");
        assertThat(Examined.of(check, world.build()).finding().summary())
                .endsWith("; how the records are spread is not known");
    }

    private String reason(double[] busy, long... records) {
        return Examined.of(
                        check, job(busy).vertex("count", v -> v.subtaskRecordsIn(records)).build())
                .finding()
                .reason();
    }

    private static double[] busyLike(double others) {
        return new double[] {others, others, 1, others};
    }

    private static JobBuilder job(double... busy) {
        return chain("src", "count")
                .vertex("src", v -> v.busy(0, 0).backpressured(0.4, 0.5).idle(0.6, 0.5))
                .vertex("count", v -> v.parallelism(4).busy(busy).backpressured(0, 0, 0, 0));
    }

    private static JobBuilder lopsided(long... records) {
        return job(0.02, 0.05, 1, 0.03).vertex("count", v -> v.subtaskRecordsIn(records));
    }

    @Test
    void aVertexWhoseStateIsLargerThanItsMemoryWaitsForTheDiskAndNotForTheSystemBehindIt() {
        JobBuilder world = waiting("state: Writer", "").taskManagers(taskManager(2));

        // 4 slots share 256 MB, two subtasks have 128 MB.
        assertThat(Examined.of(check, withState(world, 128L << 20)).finding().reason())
                .isEqualTo("SINK_SLOW");
        Finding finding = Examined.of(check, withState(world, (128L << 20) + 1)).finding();
        assertThat(finding.reason()).isEqualTo("STATE_ACCESS");
        assertThat(finding.summary()).contains(": it waits, for its state on disk");
        assertThat(
                        Examined.of(
                                        check,
                                        withState(
                                                world.checkpointConfig(
                                                        on(
                                                                "HashMapStateBackend",
                                                                every(Duration.ofMinutes(1)))),
                                                1L << 30))
                                .finding()
                                .reason())
                .isEqualTo("SINK_SLOW");
    }

    @Test
    void aTaskThatWaitsForUploadsOfItsChangelogIsToldByItsOwnMetric() {
        JobBuilder world = waiting("count", "").taskManagers(taskManager(2)).coresInUse(0.1);
        world.vertex("count", v -> v.metric("changelogBusyTimeMsPerSecond", 480, 499, 490, 980));
        assertThat(Examined.of(check, world.build()).finding().reason()).isEqualTo("BUSY");

        world.vertex("count", v -> v.metric("changelogBusyTimeMsPerSecond", 480, 500, 490, 980));
        assertThat(Examined.of(check, world.build()).finding())
                .satisfies(f -> assertThat(f.reason()).isEqualTo("STATE_ACCESS"))
                .satisfies(
                        f ->
                                assertThat(f.summary())
                                        .endsWith(
                                                "and waits 50 % of the time for uploads of its changelog"));
    }

    @Test
    void theCpusOfTheBusySubtasksCountWhereEachTaskManagerWasAsked() {
        JobBuilder world =
                waiting("out: Writer", "")
                        .vertex("out: Writer", v -> v.taskManagers("tm-1", "tm-1"))
                        .taskManagers(taskManager(4))
                        .otherJobs(1)
                        .coresInUse(7);

        assertThat(Examined.of(check, world.build()).finding().reason()).isEqualTo("BUSY");
        Finding finding = Examined.of(check, world.reporter(cpu("tm-1", 0.02)).build()).finding();
        assertThat(finding.reason()).isEqualTo("SINK_SLOW");
        assertThat(finding.summary()).contains("the TaskManagers of these use 0.08 CPU cores");
        assertThat(
                        Examined.of(check, world.reporter(cpu("another", 0.02)).build())
                                .finding()
                                .reason())
                .isEqualTo("BUSY");
    }

    @Test
    void aVertexThatTakesAndPassesOnNothingIsSaidToStand() {
        JobBuilder world =
                chain("src", "map", "out")
                        .vertex("src", v -> v.busy(0, 0).backpressured(1, 1).idle(0, 0))
                        .vertex(
                                "map",
                                v ->
                                        v.busy(1, 1)
                                                .backpressured(0, 0)
                                                .metric("numRecordsInPerSecond", 0, 0, 0, 0)
                                                .metric("numRecordsOutPerSecond", 0, 0, 0, 0))
                        .vertex("out", v -> v.busy(0, 0).backpressured(0, 0).idle(1, 1));

        Finding finding = Examined.of(check, world.build()).finding();
        assertThat(finding.summary())
                .isEqualTo(
                        "map cannot keep up: busy 100 % on 2 of 2 subtasks, and not one record passes it");
        assertThat(finding.evidence())
                .extracting(Evidence::label)
                .contains("records in", "records out");
        // Its rates still remember the start.
        assertThat(
                        Examined.of(check, world.runningFor(Duration.ofSeconds(74)).build())
                                .finding()
                                .summary())
                .endsWith("2 of 2 subtasks");
    }

    private static JobBuilder waiting(String name, String plan) {
        return chain("src", name)
                .vertex("src", v -> v.busy(0, 0).backpressured(0.9, 0.9).idle(0.1, 0.1))
                .vertex(name, v -> v.description(plan).busy(1, 1).backpressured(0, 0).idle(0, 0))
                .coresInUse(0.1)
                .checkpointConfig(every(Duration.ofMinutes(1)));
    }

    private static Job withState(JobBuilder world, long bytes) {
        Checkpoint done = completed(7, Duration.ofSeconds(20), Duration.ofSeconds(2), bytes);
        return world.checkpointDetails(detail(done).state("state: Writer", bytes).build()).build();
    }

    private static Reporter cpu(String taskManager, double share) {
        Observed<Double> none = notAsked("share");
        return new Reporter(
                Map.of(),
                List.of(new JvmUse(taskManager, none, none, none, present(share, "CPU"))),
                true);
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
