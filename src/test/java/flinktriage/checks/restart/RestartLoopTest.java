package flinktriage.checks.restart;

import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.Exceptions.ofTheJob;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartLoopTest {

    private static final String TRACE =
            """
            java.lang.IllegalStateException: cannot read record
            \tat a.B.map(B.java:1)
            Caused by: java.lang.NumberFormatException: For input string: "x"
            \tat a.B.parse(B.java:2)
            """;

    private final RestartLoop check = new RestartLoop();

    @Test
    void threeFailuresThatGoOnAreALoopOnTheInnermostCause() {
        Job job =
                chain().state(JobState.RESTARTING)
                        .exceptions(failures(3, 12, 11))
                        .restarts(7)
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        CRITICAL LOOP vertex parse -> sink
                        parse -> sink failed 3 times in 22 s, every 11 s: java.lang.NumberFormatException: For input string: "x"
                        - failures: 3 (limit 3)
                        - time since the last failure: 12 s (limit 10 min)
                        - time between two failures: 11 s
                        - restarts since the JobManager began to count: 7
                        """);
    }

    @Test
    void twoFailuresAreAWarning() {
        Job job = chain().exceptions(failures(2, 12, 11)).restarts(2).build();

        assertThat(Said.by(check, job)).startsWith("WARNING RESTARTED vertex parse -> sink\n");
    }

    @Test
    void oneRestartIsMentionedForTenMinutes() {
        Job recent = chain().exceptions(failures(1, 600, 0)).restarts(1).build();
        Job older = chain().exceptions(failures(1, 601, 0)).restarts(1).build();

        assertThat(Said.by(check, recent))
                .startsWith(
                        """
                        INFO RESTARTED vertex parse -> sink
                        parse -> sink failed 10 min ago and was restarted: java.lang.NumberFormatException
                        """
                                .stripTrailing());
        assertThat(Said.by(check, older)).isEqualTo("healthy");
    }

    @Test
    void whenMemoryRanOutTheRestartsAreItsConsequence() {
        for (String error :
                List.of(
                        "java.lang.OutOfMemoryError: Java heap space",
                        "org.apache.flink.runtime.memory.MemoryAllocationException: none left")) {
            JobException failure =
                    failure(Duration.ofSeconds(5), "parse -> sink (1/2)", error + "\n\tat a.B");
            Job job = chain().exceptions(failure).restarts(1).build();

            assertThat(Said.by(check, job))
                    .startsWith("INFO MEMORY vertex parse -> sink\n")
                    .contains("failed 5 s ago and was restarted: " + error + "\n");
        }
    }

    @Test
    void aLoopThatStoppedIsOver() {
        Job job = chain().exceptions(failures(5, 300, 10)).restarts(5).build();

        assertThat(Said.by(check, job)).startsWith("WARNING RESTARTED vertex parse -> sink\n");
    }

    @Test
    void aSlowLoopIsAWarning() {
        Job job = chain().exceptions(failures(4, 660, 900)).restarts(4).build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        WARNING LOOP vertex parse -> sink
                        parse -> sink failed 4 times in 45 min, every 15 min:\
                         java.lang.NumberFormatException\
                        """);
    }

    @Test
    void failuresOfOneSecondAreOneIncidentAndTheFirstIsItsRoot() {
        Job job =
                chain().exceptions(
                                failure(
                                        Duration.ofMillis(9_200),
                                        "source (1/1) - execution #0",
                                        "java.io.IOException: follows from it\n"),
                                failure(
                                        Duration.ofMillis(9_900),
                                        "parse -> sink (1/2) - execution #0",
                                        "java.lang.IllegalArgumentException: first\n"))
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        INFO RESTARTED vertex parse -> sink
                        parse -> sink failed 9.9 s ago and was restarted: java.lang.IllegalArgumentException: first
                        """);
    }

    @Test
    void restartsThatDoNotReachADeadTaskManagerBelongToTheFailureThatItsDeathWas() {
        String died = "org.x.RemoteTransportException: connection unexpectedly closed\n";
        Job job =
                chain().exceptions(
                                unreachable(Duration.ofSeconds(4)),
                                unreachable(Duration.ofMillis(5_100)),
                                failure(Duration.ofMillis(6_300), "parse -> sink (1/2)", died))
                        .build();
        Job alone =
                chain().exceptions(
                                unreachable(Duration.ofSeconds(4)),
                                failure(Duration.ofSeconds(125), "parse -> sink (1/2)", died))
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        INFO RESTARTED vertex parse -> sink
                        parse -> sink failed 6.3 s ago and was restarted: org.x.RemoteTransportException\
                        """);
        assertThat(Said.by(check, alone)).contains("failed 2 times in 2 min 1 s");
    }

    private static JobException unreachable(Duration ago) {
        return failure(
                ago,
                "source (1/1)",
                "org.apache.flink.runtime.rpc.exceptions.RecipientUnreachableException: Could not"
                        + " send message [RemoteRpcInvocation(TaskExecutorGateway.submitTask(Task"
                        + "DeploymentDescriptor, JobMasterId, Duration))] from sender [Actor[x]]\n");
    }

    @Test
    void aFailureOfTheWholeJobIsAboutTheJob() {
        Job job =
                chain().exceptions(ofTheJob(Duration.ofSeconds(5), "a.Coordinator: gone\n"))
                        .build();

        assertThat(Said.by(check, job)).startsWith("INFO RESTARTED job orders\n");
    }

    @Test
    void restartsWithoutExceptionsAreRescales() {
        Job job = chain().exceptions().restarts(9).build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void aJobThatHasEndedIsNotApplicable() {
        Job job = chain().state(JobState.FAILED).exceptions(failures(5, 12, 11)).build();

        assertThat(Said.by(check, job)).isEqualTo("not applicable: the job has ended");
    }

    @Test
    void onlyTheExceptionsAreEssential() {
        Job job = chain().exceptions(failures(3, 12, 11)).restarts(3).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.RESTARTS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static JobException[] failures(int n, int newestSecondsAgo, int spacingSeconds) {
        return IntStream.range(0, n)
                .mapToObj(
                        i ->
                                failure(
                                        Duration.ofSeconds(newestSecondsAgo + i * spacingSeconds),
                                        "parse -> sink (2/2) - execution #" + (n - i),
                                        TRACE))
                .toArray(JobException[]::new);
    }

    private static JobBuilder chain() {
        return job("orders")
                .vertex("source", v -> {})
                .vertex("parse -> sink", v -> v.parallelism(2).input("source", "REBALANCE"));
    }
}
