package flinktriage.incidents;

import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.Exceptions.ofTheJob;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which failure was the first, and whose it was. */
class RestartIncidentsTest {

    private static final String RESTORING =
            "\n\tat org.apache.flink.streaming.runtime.tasks.StreamTask.restoreInternal("
                    + "StreamTask.java:858)";
    private static final String BEFORE_THE_FIRST_RECORD =
            "; it failed before its first record, when operators open and restore their state";

    // https://github.com/apache/flink-cdc/issues/230
    @Test
    void aTransactionThatTimesOutIsALoopOfTheSinkWithItsPeriodAndText() {
        JobBuilder world =
                everyFiveMinutes("fenced")
                        .exceptions(
                                every5Minutes(
                                        "org.apache.flink.util.FlinkRuntimeException: commit failed\n"
                                                + "Caused by: org.apache.kafka.common.errors."
                                                + "ProducerFencedException: There is a newer producer"
                                                + " with the same transactionalId"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-RS-001 LOOP out: Writer\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .isEqualTo(
                        "out: Writer failed 4 times in 15 min, every 5 min:"
                                + " org.apache.kafka.common.errors.ProducerFencedException: There is"
                                + " a newer producer with the same transactionalId");
    }

    // The other way round: a time-out that the broker does not allow.
    @Test
    void aTransactionTimeoutThatTheBrokerRefusesFailsEachAttemptBeforeItsFirstRecord() {
        JobBuilder world =
                initializing("too-long")
                        .exceptions(
                                everyMinute(
                                        "org.apache.kafka.common.KafkaException: Unexpected error in"
                                                + " InitProducerIdResponse; The transaction timeout"
                                                + " is larger than the maximum value allowed by the"
                                                + " broker (as configured by"
                                                + " transaction.max.timeout.ms)."
                                                + RESTORING));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-RS-001 LOOP out: Writer\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .contains("The transaction timeout is larger than the maximum value")
                .endsWith(BEFORE_THE_FIRST_RECORD);
    }

    // https://github.com/apache/flink/pull/21970
    @Test
    void failuresWithinMillisecondsAreOneAndTheFirstIsItsCause() {
        Duration ago = Duration.ofMinutes(3);
        JobBuilder world =
                job("storm")
                        .runningFor(Duration.ofMinutes(2))
                        .submitted(Duration.ofHours(5))
                        .restarts(1)
                        .exceptions(
                                ofTheJob(ago.minusMillis(7), "c.Third: x"),
                                ofTheJob(ago.minusMillis(4), "b.Second: x"),
                                ofTheJob(ago, "a.First: enumerator closed"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\nnote FT-RS-001 RESTARTED storm (info)\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .isEqualTo("storm failed 3 min ago and was restarted: a.First: enumerator closed");
    }

    // https://github.com/apache/hudi/issues/7591
    @Test
    void aClosedConnectionNamesTheTaskManagerAtItsOtherEnd() {
        JobBuilder world =
                job("exit-143")
                        .runningFor(Duration.ofMinutes(1))
                        .submitted(Duration.ofHours(5))
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(1),
                                        "out: Writer (1/4)",
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
                          FT-RS-001 RESTARTED out: Writer (info)
                        """);
        assertThat(diagnosed.everything()).as("the survivor").doesNotContain("10.0.0.1:40000");
    }

    // https://github.com/apache/flink/pull/17606
    @Test
    void twoFailuresForOneDeadTaskManagerAreOneIncident() {
        JobBuilder world =
                job("twice-on-the-dead")
                        .runningFor(Duration.ofMinutes(1))
                        .submitted(Duration.ofHours(5))
                        .restarts(2)
                        .exceptions(
                                failure(
                                        Duration.ofSeconds(70),
                                        "Source: in (1/4)",
                                        "java.lang.Exception: Cannot deploy task Source: in (1/4)"
                                                + " (c0_a1_0_1) - TaskManager (tm7 @ 10.0.0.7"
                                                + " (dataPort=41781)) not responding after a"
                                                + " rpcTimeout of 10000 ms\n"
                                                + "Caused by: java.util.concurrent.TimeoutException:"
                                                + " Invocation of [RemoteRpcInvocation("
                                                + "TaskExecutorGateway.submitTask(..))] timed out."),
                                failure(
                                        Duration.ofSeconds(95),
                                        "Source: in (1/4)",
                                        "org.apache.flink.runtime.io.network.netty.exception."
                                                + "RemoteTransportException: Lost connection to task"
                                                + " manager '10.0.0.7/10.0.0.7:41781 [ tm7 ] '."));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-005 REPLACED tm7
                          FT-RS-001 RESTARTED Source: in
                        """);
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/855
    @Test
    void aJobThatFailedBeforeItsFirstCheckpointHasNothingToRestore() {
        JobBuilder world =
                job("first-minute")
                        .state(JobState.FAILED)
                        .checkpoints(history())
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(1),
                                        "out: Writer (1/4)",
                                        "java.sql.SQLException: no such table"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-RS-002 FAILED out: Writer\n");
        assertThat(diagnosed.says("FT-RS-002"))
                .isEqualTo(
                        "out: Writer failed, and the job was not restarted: java.sql.SQLException:"
                                + " no such table; none of its checkpoints completed, so there is"
                                + " nothing newer to start from");
    }

    // https://github.com/apache/iceberg/pull/5873
    @Test
    void aFailureDuringTheRestoreIsALoopBeforeAnyRecord() {
        JobBuilder world =
                initializing("changed-uid")
                        .exceptions(
                                everyMinute(
                                        "java.util.NoSuchElementException\n\tat"
                                                + " a.Committer.initializeState(Committer.java:1)"
                                                + RESTORING));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-RS-001 LOOP out: Writer\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .isEqualTo(
                        "out: Writer failed 4 times in 3 min, every 1 min:"
                                + " java.util.NoSuchElementException"
                                + BEFORE_THE_FIRST_RECORD);
    }

    // https://github.com/apache/flink-cdc/pull/3502
    @Test
    void aSchemaThatIsGoneIsTheTextOfTheLoopAndNotACorruptCheckpoint() {
        JobBuilder world =
                initializing("evolved")
                        .exceptions(
                                everyMinute(
                                        "java.lang.IllegalStateException: Evolved schema does not"
                                                + " exist"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-RS-001 LOOP out: Writer\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .endsWith("java.lang.IllegalStateException: Evolved schema does not exist");
    }

    // https://github.com/StarRocks/starrocks-connector-for-apache-flink/pull/157
    @Test
    void aTransactionOfTheDatabaseThatIsTooShortIsToldInTheWordsOfTheDatabase() {
        JobBuilder world =
                everyFiveMinutes("txn")
                        .exceptions(
                                every5Minutes(
                                        "java.lang.RuntimeException: load failed\nCaused by:"
                                                + " a.StreamLoadException: timeout by txn manager,"
                                                + " LoadTimeMs 120294"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-RS-001 LOOP out: Writer\n");
        assertThat(diagnosed.says("FT-RS-001"))
                .contains("every 5 min")
                .endsWith("a.StreamLoadException: timeout by txn manager, LoadTimeMs 120294");
    }

    // https://github.com/apache/flink/pull/10329
    @Test
    void aTaskManagerThatIsKilledWhileItRestoresIsTheCauseOfTheLoop() {
        JobBuilder world =
                initializing("restore")
                        .exceptions(
                                IntStream.range(0, 4)
                                        .mapToObj(
                                                i ->
                                                        failure(
                                                                Duration.ofSeconds(30 + 60L * i),
                                                                "out: Writer (1/4)",
                                                                "java.util.concurrent.TimeoutException:"
                                                                        + " The heartbeat of TaskManager"
                                                                        + " with id tm"
                                                                        + (9 - i)
                                                                        + " timed out."))
                                        .toArray(JobException[]::new));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-TM-005 LOST tm9
                          FT-RS-001 LOOP out: Writer
                        """);
        assertThat(diagnosed.says("FT-TM-005"))
                .isEqualTo(
                        "tm9 was lost 30 s ago, after tm8 and 2 more; not all tasks of the job run"
                                + " again yet");
    }

    /** Its checkpoints are as far apart as its failures, and complete in between. */
    private static JobBuilder everyFiveMinutes(String name) {
        return job(name)
                .checkpointConfig(every(Duration.ofMinutes(5)))
                .checkpoints(
                        history(
                                completed(3, Duration.ofMinutes(9), Duration.ofSeconds(2)),
                                completed(2, Duration.ofMinutes(14), Duration.ofSeconds(2)),
                                completed(1, Duration.ofMinutes(19), Duration.ofSeconds(2))))
                .runningFor(Duration.ofMinutes(4))
                .submitted(Duration.ofHours(5))
                .restarts(4);
    }

    private static JobBuilder job(String name) {
        return Calm.job(name)
                .vertex("Source: in", v -> source(v, 4, 5_000))
                .vertex("out: Writer", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));
    }

    private static JobBuilder initializing(String name) {
        return job(name)
                .runningFor(Duration.ofSeconds(25))
                .submitted(Duration.ofMinutes(5))
                .restarts(4)
                .vertex("out: Writer", v -> v.state("INITIALIZING", Map.of("INITIALIZING", 4)));
    }

    private static JobException[] every5Minutes(String trace) {
        return IntStream.range(0, 4)
                .mapToObj(i -> failure(Duration.ofMinutes(4 + 5L * i), "out: Writer (1/4)", trace))
                .toArray(JobException[]::new);
    }

    private static JobException[] everyMinute(String trace) {
        return IntStream.range(0, 4)
                .mapToObj(
                        i ->
                                failure(
                                        Duration.ofSeconds(30 + 60L * i),
                                        "out: Writer (1/4) - execution #" + i,
                                        trace))
                .toArray(JobException[]::new);
    }
}
