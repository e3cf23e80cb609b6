package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.one;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.taskManager;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobState;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The same illness in another shape of job. */
class SickVariationsTest {

    private static final double NAN = Double.NaN;

    @Test
    void aSlowWriterIsNamedBesideItsIdleCommitter() {
        JobBuilder world =
                held("writer", "out: Writer")
                        .vertex("out: Writer", v -> v.busy(all(2, 1)))
                        .vertex(
                                "out: Committer",
                                v -> vertex(v, 2, 0).input("out: Writer", "FORWARD"));

        assertThat(Diagnosed.of(cores(world, 0.1)).text())
                .isEqualTo("WARNING\nFT-BP-001 SINK_SLOW out: Writer\n");
    }

    @Test
    void aSlowCommitterOfItsOwnIsNamedAndNotTheWriterThatWaitsForIt() {
        JobBuilder world =
                held("committer", "out: Writer")
                        .vertex("out: Writer", v -> v.busy(all(2, 0)).backpressured(all(2, 1)))
                        .vertex(
                                "out: Committer",
                                v ->
                                        vertex(v, 2, 0)
                                                .input("out: Writer", "FORWARD")
                                                .busy(all(2, 1)));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.1));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 SINK_SLOW out: Committer\n");
        assertThat(diagnosed.says("FT-BP-001")).doesNotContain("not one record");
    }

    @Test
    void aSinkInTheSourcesChainIsNamedWithTheChainAndSaidToWait() {
        JobBuilder world =
                Calm.job("one chain")
                        .vertex("Source: in -> map -> out: Writer", v -> source(v, 1, 90).busy(1));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.05));

        assertThat(diagnosed.text())
                .isEqualTo("WARNING\nFT-BP-001 BUSY Source: in -> map -> out: Writer\n");
        assertThat(diagnosed.says("FT-BP-001")).contains("it does not compute");
    }

    @Test
    void aVertexWithParallelismOneIsAtItsLimitWithoutSkew() {
        JobBuilder world = held("single", "rank").vertex("rank", v -> vertex(v, 1, 90).busy(1));

        assertThat(Diagnosed.of(cores(world, 1)).text())
                .startsWith("WARNING\nFT-BP-001 BUSY rank\n");
    }

    @Test
    void aSlowMachineIsNamedAndNotTheKeys() {
        JobBuilder world =
                held("machine", "count")
                        .vertex(
                                "count",
                                v ->
                                        vertex(v, 4, 4_000)
                                                .busy(1, 0.3, 0.25, 0.3)
                                                .taskManagers("tm2", "tm1", "tm1", "tm1"));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 2));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 BUSY count[0]\n");
        assertThat(diagnosed.says("FT-BP-001"))
                .endsWith(
                        "; all busy ones are on tm2 and get no more records than the others:"
                                + " that machine is slow, unless their records cost more");
    }

    @Test
    void aLegacySourceAboveTheSlowVertexIsItsVictim() {
        JobBuilder world =
                held("legacy", "map")
                        .vertex(
                                "Source: in",
                                v ->
                                        v.busy(NAN, NAN)
                                                .backpressured(0, 0)
                                                .idle(0, 0)
                                                .metric(
                                                        "Shuffle.Netty.Output.Buffers.outPoolUsage",
                                                        1,
                                                        1,
                                                        1,
                                                        2))
                        .vertex("map", v -> v.busy(all(2, 0.93)));

        assertThat(Diagnosed.of(world).text()).isEqualTo("WARNING\nFT-BP-001 BUSY map\n");
    }

    @Test
    void ofSeveralJobsInASessionTheirCpusProveWaitingButNotComputing() {
        JobBuilder world =
                held("session", "map").otherJobs(3).vertex("map", v -> v.busy(all(2, 1)));

        assertThat(Diagnosed.of(cores(world, 0.2)).says("FT-BP-001")).contains("it waits");
        assertThat(Diagnosed.of(cores(world, 7)).says("FT-BP-001"))
                .endsWith("busy 100 % on 2 of 2 subtasks");
    }

    @Test
    void aJobThatIsBeingRestartedNamesTheFailure() {
        JobBuilder world =
                held("restarting", "out: Writer")
                        .state(JobState.RESTARTING)
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofSeconds(5),
                                        "out: Writer (1/2)",
                                        "java.net.ConnectException: refused"))
                        .vertex("out: Writer", v -> v.state("FAILED", Map.of("FAILED", 2)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-RS-002 NOT_RUNNING restarting
                        note FT-RS-001 RESTARTED out: Writer (info)
                        """);
        assertThat(diagnosed.says("FT-RS-002"))
                .isEqualTo(
                        "restarting does not run: it is restarting after out: Writer failed:"
                                + " java.net.ConnectException: refused");
    }

    @Test
    void aCanceledAndASuspendedJobAreSaidToBeSoAndNothingElseIs() {
        for (JobState state : new JobState[] {JobState.CANCELED, JobState.SUSPENDED}) {
            assertThat(Diagnosed.of(held("stopped", "map").state(state)).text())
                    .isEqualTo("WARNING\nFT-RS-002 NOT_RUNNING stopped\n");
        }
    }

    @Test
    void ofAFailedJobTheBusiestVertexIsShownAndTheChecksOfTimesSayWhyTheyDoNotJudge() {
        JobBuilder world =
                held("failed", "map")
                        .state(JobState.FAILED)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(5),
                                        "map (1/2)",
                                        "java.lang.IllegalStateException: no"))
                        .vertex("map", v -> v.busy(all(2, 0.97)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-RS-002 FAILED map\n");
        assertThat(diagnosed.evidence("FT-RS-002"))
                .contains("busy time of map in its last attempt");
        assertThat(diagnosed.lacks("FT-BP-001"))
                .isEqualTo(
                        "the job is FAILED: only the sums of its times are left, FT-RS-002 shows the busiest vertex");
    }

    @Test
    void garbageCollectionOnAnotherTaskManagerDoesNotExplainABusyVertex() {
        JobBuilder world =
                held("elsewhere", "map")
                        .vertex("map", v -> v.busy(all(2, 1)).taskManagers("tm1", "tm1"))
                        .taskManagers(taskManager("tm1", 2, 0), taskManager("tm2", 2, 0))
                        .taskManagerMetric(
                                "Status.JVM.GarbageCollector.All.TimeMsPerSecond",
                                1,
                                300,
                                150,
                                301);

        assertThat(Diagnosed.of(world).text()).startsWith("WARNING\nFT-TM-001 GC");
        assertThat(
                        Diagnosed.of(world.reporter(Readings.collecting("tm1", 0.01, "tm2", 0.3)))
                                .text())
                .contains("\nFT-BP-001 BUSY map\n");
    }

    @Test
    void twoSlowBranchesAreBothNamed() {
        JobBuilder world =
                held("fork", "left")
                        .vertex("left", v -> v.busy(all(2, 1)))
                        .vertex(
                                "right",
                                v ->
                                        vertex(v, 2, 90)
                                                .input("Source: in", "HASH")
                                                .busy(all(2, 0.97)));

        assertThat(Diagnosed.of(cores(world, 4)).text())
                .isEqualTo("WARNING\nFT-BP-001 BUSY left\nFT-BP-001 BUSY right\n");
    }

    @Test
    void aHotSubtaskOfASourceWithMoreRecordsIsSkewedInWhatItEmits() {
        JobBuilder world =
                Calm.job("partitions")
                        .vertex(
                                "Source: in -> parse",
                                v ->
                                        source(v, 4, 4_000)
                                                .busy(one(4, 3, 1, 0.1))
                                                .subtaskRecordsOut(
                                                        100_000, 100_000, 100_000, 900_000)
                                                .metric(
                                                        "numRecordsOutPerSecond",
                                                        30,
                                                        300,
                                                        100,
                                                        390));

        assertThat(Diagnosed.of(world).text())
                .startsWith("WARNING\nFT-BP-001 SKEW Source: in -> parse[3]\n");
    }

    @Test
    void aSqlChainThatWaitsIsHeldByItsSinkAndNotByTheStateOfItsOperators() {
        String name = "GroupAggregate[5] -> Calc[6] -> out[7]: Writer";
        String plan =
                "[5]:GroupAggregate(groupBy=[id], select=[id])\n"
                        + "+- [6]:Calc(select=[id])\n   +- out[7]: Writer";
        JobBuilder world = held("sql", name).vertex(name, v -> v.description(plan).busy(all(2, 1)));

        assertThat(Diagnosed.of(cores(world, 0.1)).text())
                .isEqualTo(
                        "WARNING\nFT-BP-001 SINK_SLOW "
                                + name
                                + "\nnote FT-SQ-102 SELECT_DISTINCT "
                                + name
                                + " (info)\n");
        assertThat(Diagnosed.of(cores(world, 1.9)).text())
                .isEqualTo(
                        "WARNING\nFT-SQ-102 SELECT_DISTINCT "
                                + name
                                + "\n  FT-BP-001 BUSY "
                                + name
                                + "\n");
    }

    @Test
    void aLoopOnMemoryHasTheMemoryAsItsCause() {
        JobBuilder world =
                held("heap", "map")
                        .runningFor(Duration.ofSeconds(20))
                        .submitted(Duration.ofHours(1))
                        .restarts(4)
                        .exceptions(
                                failure(
                                        Duration.ofSeconds(30),
                                        "map (1/2)",
                                        "java.lang.OutOfMemoryError: Java heap space"),
                                failure(
                                        Duration.ofSeconds(90),
                                        "map (1/2)",
                                        "java.lang.OutOfMemoryError: Java heap space"),
                                failure(
                                        Duration.ofSeconds(150),
                                        "map (1/2)",
                                        "java.lang.OutOfMemoryError: Java heap space"));

        assertThat(Diagnosed.of(world).text())
                .startsWith("CRITICAL\nFT-TM-002 HEAP heap\n  FT-RS-001 MEMORY map\n");
    }

    @Test
    void aJobThatIsRestartedForWantOfMemoryLeadsWithTheMemory() {
        JobBuilder world =
                held("heap", "map")
                        .state(JobState.RESTARTING)
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofSeconds(5),
                                        "map (1/2)",
                                        "java.lang.OutOfMemoryError: Java heap space"))
                        .vertex("map", v -> v.state("FAILED", Map.of("FAILED", 2)));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-002 HEAP heap
                          FT-RS-001 MEMORY map
                          FT-RS-002 NOT_RUNNING heap
                        """);
    }

    @Test
    void aSlowWayBetweenTwoMachinesIsTheCauseOfTheBacklogAboveIt() {
        Diagnosed diagnosed = Diagnosed.of(slowWay());

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 NETWORK Source: in
                          FT-LG-001 GROWING Source: in
                        """);
        assertThat(diagnosed.says("FT-BP-001"))
                .endsWith("the records wait between their TaskManagers");
    }

    @Test
    void buffersThatAreShortAreTheCauseOfASlowWay() {
        JobBuilder world =
                slowWay()
                        .taskManagerMetric(
                                "Status.Shuffle.Netty.RequestedMemoryUsage", 90, 140, 115, 230)
                        .taskManagerMetric(
                                "Status.Shuffle.Netty.AvailableMemorySegments", 0, 10, 5, 10);

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-003 BUFFERS One of the TaskManagers
                          FT-BP-001 NETWORK Source: in
                          FT-LG-001 GROWING Source: in
                        """);
    }

    private static JobBuilder slowWay() {
        String out = "Shuffle.Netty.Output.Buffers.outPoolUsage";
        String in = "Shuffle.Netty.Input.Buffers.inPoolUsage";
        return Calm.job("slow-way")
                .vertex(
                        "Source: in",
                        v ->
                                backlog(source(v, 2, 90), 4e5, 5e5)
                                        .busy(all(2, 0.05))
                                        .backpressured(all(2, 0.95))
                                        .idle(all(2, 0))
                                        .metricAgo(EARLIER, out, 1, 1, 1, 2)
                                        .metric(out, 1, 1, 1, 2)
                                        .taskManagers("tm1", "tm2"))
                .vertex(
                        "count",
                        v ->
                                vertex(v, 2, 90)
                                        .input("Source: in", "HASH")
                                        .metricAgo(EARLIER, in, 0, 0, 0, 0)
                                        .metric(in, 0, 0, 0, 0)
                                        .taskManagers("tm1", "tm2"));
    }

    /** A source that is held back by a vertex of two subtasks. */
    private static JobBuilder held(String name, String culprit) {
        return Calm.job(name)
                .vertex(
                        "Source: in",
                        v -> source(v, 2, 90).busy(all(2, 0)).backpressured(all(2, 1)))
                .vertex(culprit, v -> vertex(v, 2, 90).input("Source: in", "HASH"));
    }
}
