package flinktriage.runbook;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inFlight;
import static flinktriage.world.Checkpoints.on;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Checkpoints.unaligned;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.StepVerdict;
import flinktriage.check.Walk;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.model.Job;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.TaskManager;
import flinktriage.model.Traffic;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runbooks against illnesses of which there is no recording. */
class BuiltRunbooksTest {

    private static final Set<CheckId> KNOWN =
            AllChecks.list().stream().map(c -> c.spec().id()).collect(Collectors.toSet());

    private static final long MB = 1 << 20;
    private static final Duration BEFORE = Duration.ofSeconds(12);

    @Test
    void backpressureFindsADatabaseThatAcceptsNoWrites() {
        String state = "count.state.rocksdb_";
        Walk walk =
                walk(
                        "backpressure",
                        job("orders")
                                .checkpointConfig(
                                        on(
                                                "EmbeddedRocksDBStateBackend",
                                                every(Duration.ofMinutes(1))))
                                .vertex(
                                        "source",
                                        v -> v.metric("busyTimeMsPerSecond", 0, 100, 0, 0))
                                .vertex(
                                        "count",
                                        v ->
                                                v.input("source", "HASH")
                                                        .metric("busyTimeMsPerSecond", 0, 950, 0, 0)
                                                        .metric(
                                                                state + "is-write-stopped",
                                                                0,
                                                                1,
                                                                0.5,
                                                                1)));

        assertThat(said(walk, StepVerdict.FOUND)).contains("FT-RD-001 WRITE_STALL");
    }

    @Test
    void backpressureNotesThatTheSamplesDisagree() {
        Walk walk =
                walk(
                        "backpressure",
                        job("orders")
                                .vertex("source", v -> times(v, 100, 100, 100, 100))
                                .vertex(
                                        "parse",
                                        v -> times(v.input("source", "HASH"), 950, 100, 300, 100))
                                .vertex(
                                        "count",
                                        v -> times(v.input("parse", "HASH"), 200, 0, 900, 0)));

        assertThat(said(walk, StepVerdict.NOTED)).contains("FT-BP-004 MOVING");
    }

    @Test
    void memoryAndBackpressureFindThatNetworkBuffersHaveRunOut() {
        String netty = "Status.Shuffle.Netty.";
        JobBuilder world =
                job("orders")
                        .taskManagers(new TaskManager("tm-1", 4, 0, 2, 1, 1, Optional.empty()))
                        .taskManagerMetric(netty + "RequestedMemoryUsage", 0, 101, 0, 0)
                        .taskManagerMetric(netty + "AvailableMemorySegments", 3, 900, 0, 0)
                        .taskManagerMetric(
                                netty + "TotalMemorySegments", 2_048, 2_048, 2_048, 2_048);

        assertThat(said(walk("memory-and-gc", world), StepVerdict.FOUND))
                .containsExactly("FT-TM-003 BUFFERS");
        assertThat(said(walk("backpressure", world), StepVerdict.FOUND))
                .containsExactly("FT-TM-003 BUFFERS");
    }

    @Test
    void growingStateAndCheckpointsNoteThatOneSubtaskHoldsMostOfIt() {
        JobBuilder world =
                job("orders")
                        .vertex("count", v -> v.parallelism(3))
                        .checkpointDetails(
                                detail(completed(3, seconds(60), seconds(2)))
                                        .subtaskStates("count", 90 * MB, 100 * MB, 900 * MB)
                                        .build());

        for (String id :
                List.of(
                        "state-growing",
                        "checkpoints-failing",
                        "memory-and-gc",
                        "parallelism-and-partitions")) {
            assertThat(said(walk(id, world), StepVerdict.NOTED)).as(id).contains("FT-ST-003 SKEW");
        }
    }

    @Test
    void memoryFindsStateThatIsTooLargeForTheHeap() {
        JobBuilder world =
                job("orders")
                        .checkpointConfig(on("HashMapStateBackend", every(Duration.ofMinutes(1))))
                        .taskManagers(
                                new TaskManager("tm-1", 4, 0, 2, 1_000 * MB, 0, Optional.empty()))
                        .vertex("count", v -> v.input("source", "HASH"))
                        .vertex("source", v -> {})
                        .checkpoints(history(completed(8, seconds(60), seconds(2), 900 * MB)));

        for (String id : List.of("memory-and-gc", "state-growing", "checkpoints-failing")) {
            assertThat(said(walk(id, world), StepVerdict.FOUND))
                    .as(id)
                    .contains("FT-ST-004 HEAP_TOO_LARGE");
        }
    }

    @Test
    void checkpointsFindThatRecordsInFlightAreMostOfThem() {
        JobBuilder world =
                job("orders")
                        .checkpointConfig(unaligned(every(Duration.ofMinutes(1))))
                        .checkpoints(
                                history(
                                        inFlight(
                                                completed(8, seconds(60), seconds(2), 2_000 * MB),
                                                1_500 * MB),
                                        inFlight(
                                                completed(7, seconds(120), seconds(2), 2_000 * MB),
                                                1_500 * MB)));

        assertThat(said(walk("checkpoints-failing", world), StepVerdict.FOUND))
                .contains("FT-CP-005 INFLIGHT");
    }

    /** Milliseconds per second of one subtask, in the sample before and in the last. */
    private static VertexBuilder times(
            VertexBuilder v, double busyBefore, double bpBefore, double busyNow, double bpNow) {
        String busy = "busyTimeMsPerSecond";
        String backpressured = "backPressuredTimeMsPerSecond";
        return v.metricAgo(BEFORE, busy, 0, busyBefore, 0, 0)
                .metricAgo(BEFORE, backpressured, 0, bpBefore, 0, 0)
                .metric(busy, 0, busyNow, 0, 0)
                .metric(backpressured, 0, bpNow, 0, 0);
    }

    private static List<String> said(Walk walk, StepVerdict verdict) {
        return walk.with(verdict).stream()
                .flatMap(step -> step.findings().stream())
                .map(f -> f.code().code() + " " + f.finding().reason())
                .toList();
    }

    private static Walk walk(String id, JobBuilder world) {
        Job job = world.build();
        Snapshot snapshot =
                new Snapshot(
                        new Target("jm", "http://jm:8081"),
                        JobBuilder.NOW,
                        Optional.empty(),
                        job.cluster(),
                        List.of(job),
                        new Traffic(1, 1, Duration.ZERO),
                        List.of());
        return RunbookRun.of(
                Runbooks.packed(KNOWN).find(id).orElseThrow(),
                new Engine(AllChecks.list(), "test").diagnose(snapshot));
    }
}
