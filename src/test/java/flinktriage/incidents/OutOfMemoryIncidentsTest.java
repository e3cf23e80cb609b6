package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.one;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.steady;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.config;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.failed;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.JobBuilder.present;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Severity;
import flinktriage.model.Checkpoint;
import flinktriage.model.JobState;
import flinktriage.model.Unreachable;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which memory is full, and that nothing else is blamed for it. */
class OutOfMemoryIncidentsTest {

    // https://github.com/apache/flink-docker/pull/266
    @Test
    void aKilledProcessWhoseMemoryIsWithinItsLimitsIsLostAndNoPoolIsBlamed() {
        JobBuilder world =
                healthyJob("arenas")
                        .runningFor(Duration.ofMinutes(2))
                        .submitted(Duration.ofHours(30))
                        .restarts(1)
                        .checkpoints(steady(10, id -> 6_000_000_000L))
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(2),
                                        "out (2/4)",
                                        "org.apache.flink.runtime.io.network.netty.exception."
                                                + "RemoteTransportException: Connection unexpectedly"
                                                + " closed by remote task manager"
                                                + " '10.0.0.7/10.0.0.7:41781 [ tm7 ] '. This might"
                                                + " indicate that the remote task manager was lost."));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-005 REPLACED tm7
                          FT-RS-001 RESTARTED out (info)
                        """);
        assertThat(diagnosed.everything()).doesNotContain("managed", "heap", "memory left");
    }

    // https://github.com/apache/paimon/issues/9795
    @Test
    void aFullMetaspaceIsAboutTheTaskManagerAndNotAboutTheJobThatRuns() {
        JobBuilder world =
                healthyJob("forty-first")
                        .otherJobs(2)
                        .taskManagerMetric(
                                "Status.JVM.Memory.Metaspace.Used", 7e8, 7.5e8, 7e8, 1.4e9)
                        .taskManagerMetric(
                                "Status.JVM.Memory.Metaspace.Max", 7.7e8, 7.7e8, 7.7e8, 1.5e9);

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo("WARNING\nFT-TM-002 METASPACE One of the TaskManagers\n");
        assertThat(diagnosed.says("FT-TM-002")).endsWith("metaspace is 97 % full");
    }

    // https://github.com/apache/iceberg/issues/3776
    @Test
    void aSecondSubmissionThatFailsOnItsOwnClassesIsShownBesideTheFullMetaspace() {
        JobBuilder world =
                healthyJob("second")
                        .state(JobState.FAILED)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(2),
                                        "out (1/4)",
                                        "java.lang.ClassCastException: class a.Writer cannot be"
                                                + " cast to class a.Writer"))
                        .taskManagerMetric(
                                "Status.JVM.Memory.Metaspace.Used", 2.4e8, 2.4e8, 2.4e8, 4.8e8);

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-RS-002 FAILED out
                        FT-TM-002 METASPACE One of the TaskManagers
                        """);
        assertThat(diagnosed.says("FT-RS-002")).contains("java.lang.ClassCastException");
    }

    // https://github.com/apache/beam/issues/32372
    @Test
    void aJobManagerThatDoesNotAnswerInTimeSaysNothingAboutItsJobs() {
        Diagnosed diagnosed =
                Diagnosed.unreachable(
                        new Unreachable(
                                Unreachable.Reason.TIMEOUT, "GET /config", "no answer in 10 s"));

        assertThat(diagnosed.report().jobs()).isEmpty();
        assertThat(diagnosed.report().clusterFindings())
                .extracting(f -> f.code() + " " + f.finding().reason(), f -> f.finding().severity())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "FT-CL-001 TIMEOUT", Severity.CRITICAL));
        assertThat(diagnosed.report().clusterFindings().get(0).finding().summary())
                .isEqualTo(
                        "No usable answer from jm (http://jm:8081): no answer in 10 s (GET /config)");
    }

    // https://github.com/apache/flink-cdc/issues/865
    @Test
    void aSnapshotWhoseSplitsFillTheJobManagerBlamesNoTaskManager() {
        Checkpoint slow = completed(10, seconds(400), seconds(380), 20_000_000);
        JobBuilder world =
                Calm.job("hundred-thousand-chunks")
                        .checkpoints(history(slow))
                        .checkpointDetails(
                                detail(slow)
                                        .subtask("Source: mysql-cdc", 0.3, 0, 0.1, 0.2)
                                        .subtask("out", 0.4, 0.1, 0.2, 0.6)
                                        .build())
                        .vertex("Source: mysql-cdc", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: mysql-cdc", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).doesNotContain("FT-TM-", "FT-BP-", "FT-ST-");
        assertThat(diagnosed.lacks("FT-CP-003"))
                .isEqualTo(
                        "checkpoint 10 has taken 6 min 20 s, and no phase of a subtask explains it:"
                                + " look at the JobManager (operator coordinators, its CPU, the"
                                + " storage)");
    }

    // https://github.com/apache/flink-cdc/issues/1375
    @Test
    void aHeapFilledByOneReaderIsNoSkewFurtherDown() {
        JobBuilder world =
                fullHeap(Calm.job("last-chunk"), 400)
                        .vertex(
                                "Source: mysql-cdc",
                                v ->
                                        source(v, 4, 5_000)
                                                .busy(one(4, 2, 0.9, 0.1))
                                                .idle(one(4, 2, 0.1, 0.9)))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: mysql-cdc", "HASH"));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-002 HEAP One of the TaskManagers
                          FT-TM-001 GC One of the TaskManagers
                        """);
    }

    // The same when it ends: in the log of the source's task, which only says what ran out.
    @Test
    void theOutOfMemoryErrorOfOneReaderIsTheCauseOfItsRestart() {
        JobBuilder world =
                fullHeap(Calm.job("last-chunk"), 300)
                        .runningFor(Duration.ofMinutes(2))
                        .submitted(Duration.ofHours(3))
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(2),
                                        "Source: mysql-cdc (3/4)",
                                        "java.lang.OutOfMemoryError: Java heap space"))
                        .vertex(
                                "Source: mysql-cdc",
                                v ->
                                        source(v, 4, 5_000)
                                                .busy(one(4, 2, 0.9, 0.1))
                                                .idle(one(4, 2, 0.1, 0.9)))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: mysql-cdc", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-002 HEAP last-chunk
                          FT-RS-001 MEMORY Source: mysql-cdc (info)
                          FT-TM-001 GC One of the TaskManagers
                        """);
    }

    // https://github.com/apache/iceberg/issues/2504
    @Test
    void aSinkThatKeepsTheKeysOfACheckpointFillsTheHeapAndTheCheckpointsAreNoCause() {
        JobBuilder world =
                fullHeap(Calm.job("equality-deletes"), 300)
                        .checkpointConfig(every(Duration.ofMinutes(15)))
                        .checkpoints(
                                history(
                                        completed(
                                                2, Duration.ofMinutes(14), seconds(40), 8_000_000),
                                        completed(
                                                1, Duration.ofMinutes(29), seconds(40), 8_000_000)))
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 9_000)
                                                .backpressured(all(4, 0.8))
                                                .idle(all(4, 0.1)))
                        .vertex(
                                "out: Writer",
                                v ->
                                        vertex(v, 4, 9_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(4, 0.95)));

        Diagnosed diagnosed = Diagnosed.of(Calm.cores(world, 6));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-002 HEAP One of the TaskManagers
                          FT-TM-001 GC One of the TaskManagers
                          FT-BP-001 GC out: Writer
                        """);
    }

    // https://github.com/apache/beam/issues/34178
    @Test
    void aBufferOfUserCodeFillsTheHeapAndIsNotCalledState() {
        JobBuilder world =
                fullHeap(healthyJob("bundles"), 200).checkpoints(steady(10, id -> 20_000_000));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-002 HEAP One of the TaskManagers
                          FT-TM-001 GC One of the TaskManagers
                        """);
    }

    // https://github.com/apache/hudi/issues/10929
    @Test
    void aJobThatRanOutOfMemoryIsToldWhichPoolAndNoMore() {
        JobBuilder world =
                healthyJob("initial-load")
                        .state(JobState.FAILED)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(2),
                                        "out (3/4)",
                                        "java.io.IOException: write failed\n"
                                                + "Caused by: java.lang.OutOfMemoryError: Java heap space"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo("CRITICAL\nFT-TM-002 HEAP initial-load\n  FT-RS-002 FAILED out\n");
        assertThat(diagnosed.says("FT-RS-002"))
                .isEqualTo(
                        "out failed, and the job was not restarted:"
                                + " java.lang.OutOfMemoryError: Java heap space");
    }

    // The same where the error does not say which pool.
    @Test
    void anOutOfMemoryErrorWithoutItsPoolNamesNone() {
        JobBuilder world =
                healthyJob("initial-load")
                        .state(JobState.RESTARTING)
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofSeconds(3),
                                        "out (3/4)",
                                        "java.lang.OutOfMemoryError"))
                        .vertex("out", v -> v.state("CANCELED", Map.of("CANCELED", 4)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-RS-001 MEMORY out
                          FT-RS-002 NOT_RUNNING initial-load
                        """);
        assertThat(diagnosed.everything()).doesNotContain("heap", "metaspace is", "direct memory");
    }

    // After the error the process may hang: it is registered, and its tasks count as running.
    @Test
    void aTaskManagerThatHangsAfterAnOutOfMemoryErrorIsNotHiddenByItsFailingCheckpoints() {
        Checkpoint[] declined =
                IntStream.range(0, 6)
                        .mapToObj(
                                i ->
                                        failed(
                                                20 - i,
                                                Duration.ofSeconds(45 + 8L * i),
                                                seconds(8),
                                                "Checkpoint expired before completing."))
                        .toArray(Checkpoint[]::new);
        JobBuilder world =
                fullHeap(healthyJob("hangs"), 700)
                        .checkpointConfig(
                                config(Optional.of(seconds(8)), seconds(8), Duration.ZERO, 100))
                        .checkpoints(history(declined))
                        .checkpointDetails(detail(declined[0]).pending("out", 2).build())
                        .taskManagers(
                                Calm.taskManager("tm2", 8, 0),
                                Calm.taskManager("tm1", 8, 0)
                                        .silentFor(
                                                present(Duration.ofSeconds(46), "/taskmanagers")));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-TM-002 HEAP One of the TaskManagers
                          FT-TM-001 GC One of the TaskManagers
                          FT-TM-005 SILENT tm1
                          FT-CP-001 EXPIRED out
                          FT-CP-002 NEVER hangs
                        """);
        assertThat(diagnosed.says("FT-TM-005"))
                .isEqualTo("tm1 has not answered Flink for 46 s; it is not given up yet");
    }

    private static JobBuilder healthyJob(String name) {
        return Calm.job(name)
                .vertex("Source: in", v -> source(v, 4, 5_000))
                .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));
    }

    private static JobBuilder fullHeap(JobBuilder job, double collectingMillis) {
        return job.taskManagerMetric("Status.JVM.Memory.Heap.Used", 4e8, 9.7e8, 7e8, 1.4e9)
                .taskManagerMetric(
                        "Status.JVM.GarbageCollector.All.TimeMsPerSecond",
                        5,
                        collectingMillis,
                        collectingMillis / 2,
                        collectingMillis);
    }
}
