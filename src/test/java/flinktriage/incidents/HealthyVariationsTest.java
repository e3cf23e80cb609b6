package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.hotKey;
import static flinktriage.incidents.Calm.one;
import static flinktriage.incidents.Calm.outputWatermark;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.steady;
import static flinktriage.incidents.Calm.taskManager;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.off;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Checkpoints.unaligned;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobState;
import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Jobs that are well although a number looks ill. Nothing above INFO, and each note is stated. */
class HealthyVariationsTest {

    private static final String OUT = "count -> out: Writer";

    @Test
    void oneChainWithParallelismOneHasTimeToSpare() {
        assertThat(
                        text(
                                Calm.job("chained")
                                        .vertex(
                                                "Source: in -> map -> out: Writer",
                                                v -> source(v, 1, 100).busy(0.9).idle(0.1))))
                .isEqualTo("OK\n");
    }

    @Test
    void aLegacySourceThatTellsNoTimeIsNotHealthyButUnknownAndBlamesNobody() {
        Diagnosed diagnosed =
                Diagnosed.of(
                        plain("legacy", 2, 100)
                                .vertex(
                                        "Source: in",
                                        v ->
                                                v.busy(all(2, Double.NaN))
                                                        .backpressured(all(2, 0))
                                                        .idle(all(2, 0))));

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-BP-001"))
                .isEqualTo("Flink reports no busy time for Source: in (a legacy source)");
    }

    @Test
    void aSessionClusterWithoutAFreeSlotIsFull() {
        assertThat(
                        text(
                                plain("session", 4, 100)
                                        .otherJobs(5)
                                        .taskManagers(taskManager("tm1", 8, 0))))
                .isEqualTo("OK\n");
    }

    @Test
    void aFinishedJobIsNotMeasuredByItsLastValues() {
        JobBuilder world = plain("finished", 2, 100).state(JobState.FINISHED);
        Consumer<VertexBuilder> finished =
                v -> v.state("FINISHED", Map.of("FINISHED", 2)).busy(all(2, 1));

        Diagnosed diagnosed =
                Diagnosed.of(world.vertex("Source: in", finished).vertex(OUT, finished));

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-BP-001")).isEqualTo("the job is FINISHED");
    }

    @Test
    void aBatchJobIsBusyUnevenAndBehindAndAllIsWell() {
        JobBuilder world =
                plain("batch", 4, 4_000)
                        .batch()
                        .checkpointConfig(off())
                        .checkpoints(history())
                        .vertex(
                                "Source: in",
                                v ->
                                        backlog(v, 1e6, 2e6)
                                                .busy(all(4, 0.05))
                                                .backpressured(all(4, 0.9)))
                        .vertex(OUT, v -> hotKey(v, 4, 1, 4_000).busy(one(4, 1, 1, 0.1)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        for (String code :
                new String[] {
                    "FT-BP-001",
                    "FT-BP-002",
                    "FT-BP-003",
                    "FT-BP-004",
                    "FT-LG-001",
                    "FT-PA-001",
                    "FT-PA-002",
                    "FT-PA-003",
                    "FT-RD-001"
                }) {
            assertThat(diagnosed.lacks(code))
                    .as(code)
                    .isEqualTo("a batch job works as fast as it can, and ends");
        }
    }

    @Test
    void aJobThatHasJustStartedHasZerosOnly() {
        Duration age = Duration.ofSeconds(6);
        Diagnosed diagnosed =
                Diagnosed.of(
                        plain("new", 2, 0)
                                .runningFor(age)
                                .checkpoints(history())
                                .vertex("Source: in", v -> v.idle(all(2, 0)).started(age, 0))
                                .vertex(OUT, v -> v.idle(all(2, 0)).started(age, 0)));

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-BP-001")).endsWith("too young to judge");
    }

    @Test
    void anIdleJobAtNightIsHoursBehindInEventTimeAndWaitsForRecords() {
        Duration behind = Duration.ofHours(8);
        JobBuilder world =
                timed("night", 4, 0, behind, behind)
                        .runningFor(Duration.ofHours(30))
                        .vertex(
                                "Source: in",
                                v ->
                                        v.metric("Source.sourceIdleTime", 28e6, 28.8e6, 28e6, 1e8)
                                                .subtaskRecordsOut(5_000, 5_000, 5_000, 5_000));

        assertThat(text(world)).isEqualTo("OK\nnote FT-WM-003 DELAY Source: in (info)\n");
    }

    @Test
    void aJobThatCatchesUpIsAtItsLimitAndNotIll() {
        Duration behind = Duration.ofHours(3);
        JobBuilder world =
                timed("replay", 2, 1_000, behind.plusMinutes(10), behind)
                        .vertex("Source: in", v -> v.busy(all(2, 0.2)).backpressured(all(2, 0.8)))
                        .vertex("window -> out: Writer", v -> v.busy(all(2, 1)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        OK
                        note FT-BP-001 BUSY window -> out: Writer (info)
                        note FT-WM-003 BACKLOG Source: in (info)
                        """);
        assertThat(diagnosed.says("FT-BP-001"))
                .endsWith(
                        "; it catches up: event time runs 21 times as fast as the clock, 9 min are left");
    }

    @Test
    void aJobThatWouldCatchUpTomorrowOrFallsBehindIsIll() {
        Duration behind = Duration.ofHours(3);
        for (Duration before :
                new Duration[] {
                    // A third of the clock, and four thirds: 9 hours are left.
                    behind.minusSeconds(20), behind.plusSeconds(10)
                }) {
            JobBuilder world =
                    timed("slow", 2, 1_000, before, behind)
                            .vertex(
                                    "Source: in",
                                    v -> v.busy(all(2, 0.2)).backpressured(all(2, 0.8)))
                            .vertex("window -> out: Writer", v -> v.busy(all(2, 1)));

            assertThat(text(world)).startsWith("WARNING\nFT-BP-001 BUSY window -> out: Writer\n");
        }
    }

    @Test
    void theCommitterOfATransactionalSinkIsIdleBetweenCheckpoints() {
        JobBuilder world =
                plain("kafka", 2, 100)
                        .vertex(
                                "out: Committer",
                                v ->
                                        vertex(v, 2, 0)
                                                .input(OUT, "FORWARD")
                                                .busy(all(2, 0))
                                                .idle(all(2, 1)));

        assertThat(text(world)).isEqualTo("OK\n");
    }

    @Test
    void hugeStateThatStaysIsNoGrowth() {
        assertThat(
                        text(
                                plain("two-terabytes", 16, 100_000)
                                        .checkpoints(
                                                steady(
                                                        10,
                                                        id -> (2_000L + id % 3) * 1_000_000_000L))))
                .isEqualTo("OK\n");
        assertThat(
                        text(
                                plain("two-terabytes", 16, 100_000)
                                        .checkpoints(
                                                steady(
                                                        10,
                                                        id ->
                                                                2_000_000_000_000L
                                                                        + id * 10_000_000L))))
                .isEqualTo("OK\n");
    }

    @Test
    void aLongIntervalIsNotOverdueInAYoungJobNorBetweenTwoCheckpoints() {
        assertThat(
                        text(
                                plain("six-hours", 2, 100)
                                        .runningFor(Duration.ofMinutes(20))
                                        .checkpointConfig(every(Duration.ofHours(6)))
                                        .checkpoints(history())))
                .isEqualTo("OK\n");
        assertThat(
                        text(
                                plain("half-an-hour", 2, 100)
                                        .checkpointConfig(every(Duration.ofMinutes(30)))
                                        .checkpoints(
                                                history(
                                                        completed(
                                                                2,
                                                                Duration.ofMinutes(25),
                                                                seconds(20)),
                                                        completed(
                                                                1,
                                                                Duration.ofMinutes(55),
                                                                seconds(20))))))
                .isEqualTo("OK\n");
    }

    @Test
    void unalignedCheckpointsOfAJobWithoutBackpressureCarryNothing() {
        assertThat(
                        text(
                                plain("unaligned", 2, 100)
                                        .checkpointConfig(unaligned(every(Duration.ofMinutes(1))))))
                .isEqualTo("OK\n");
    }

    @Test
    void oneRestartIsWhatRestartsAreForAndRescalesAreNone() {
        assertThat(
                        text(
                                plain("restarted", 2, 100)
                                        .runningFor(Duration.ofMinutes(5))
                                        .restarts(1)
                                        .exceptions(
                                                failure(
                                                        Duration.ofMinutes(6),
                                                        OUT + " (1/2)",
                                                        "java.net.ConnectException: refused"))))
                .isEqualTo("OK\nnote FT-RS-001 RESTARTED " + OUT + " (info)\n");
        assertThat(text(plain("rescaled", 2, 100).runningFor(Duration.ofMinutes(15)).restarts(4)))
                .isEqualTo("OK\n");
    }

    @Test
    void aSourceWithoutRecordsNextToOneThatFlowsIsNoHoldWithoutEventTime() {
        assertThat(
                        text(
                                plain("rules", 2, 100)
                                        .vertex("Source: rules", v -> source(v, 1, 0))
                                        .vertex(OUT, v -> v.input("Source: rules", "BROADCAST"))))
                .isEqualTo("OK\n");
    }

    @Test
    void aBoundedSourceThatHasEndedLeavesTheRestHealthy() {
        assertThat(
                        text(
                                plain("dimension", 2, 100)
                                        .vertex(
                                                "Source: dim",
                                                v ->
                                                        source(v, 1, 0)
                                                                .state(
                                                                        "FINISHED",
                                                                        Map.of("FINISHED", 1))
                                                                .silent())
                                        .vertex(OUT, v -> v.input("Source: dim", "BROADCAST"))))
                .isEqualTo("OK\n");
    }

    private static String text(JobBuilder world) {
        return Diagnosed.of(world).text();
    }

    private static JobBuilder plain(String name, int parallelism, double rate) {
        return Calm.job(name)
                .vertex("Source: in", v -> source(v, parallelism, rate))
                .vertex(OUT, v -> vertex(v, parallelism, rate).input("Source: in", "HASH"));
    }

    /** A window over event time that was so far behind the clock 30 s ago, and is now. */
    private static JobBuilder timed(
            String name, int parallelism, double rate, Duration before, Duration now) {
        double then = JobBuilder.NOW.minus(EARLIER).minus(before).toEpochMilli();
        double at = JobBuilder.NOW.minus(now).toEpochMilli();
        Watermark[] in =
                Collections.nCopies(parallelism, new Watermark.At(Math.round(at)))
                        .toArray(Watermark[]::new);
        Consumer<VertexBuilder> marks =
                v ->
                        outputWatermark(v, at, at)
                                .metricAgo(EARLIER, "op.currentOutputWatermark", then, then, 0, 0);
        return Calm.job(name)
                .vertex("Source: in", v -> marks.accept(source(v, parallelism, rate)))
                .vertex(
                        "window -> out: Writer",
                        v ->
                                marks.accept(
                                        vertex(v, parallelism, rate)
                                                .description(
                                                        "Window(TumblingEventTimeWindows(5000),"
                                                                + " EventTimeTrigger, Sum)\n+- out: Writer")
                                                .input("Source: in", "HASH")
                                                .inputWatermarks(in)));
    }
}
