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
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotRunningTest {

    private static final String SUPPRESSED =
            "org.apache.flink.runtime.JobException: Recovery is suppressed by"
                    + " NoRestartBackoffTimeStrategy\n\tat x.Y.z(Y.java:1)\n";

    private final NotRunning check = new NotRunning();

    @Test
    void aFailedJobIsBlamedOnWhatFailedAndNotOnTheSuppressedRecovery() {
        JobException beside =
                failure(
                        Duration.ofMinutes(2),
                        "map (2/2) - execution #0",
                        "java.lang.IllegalStateException: no rate for XAU\n");
        Job job =
                chain().state(JobState.FAILED)
                        .exceptions(ofTheJob(Duration.ofMinutes(2), SUPPRESSED, beside))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        CRITICAL FAILED vertex map
                        map failed, and the job was not restarted: java.lang.IllegalStateException: no rate for XAU
                        - time since the failure: 2 min
                        """);
    }

    @Test
    void theCauseInTheTraceIsEnough() {
        Job job =
                chain().state(JobState.FAILED)
                        .exceptions(
                                ofTheJob(
                                        Duration.ofMinutes(2),
                                        SUPPRESSED + "Caused by: java.io.IOException: disk full\n"))
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        CRITICAL FAILED job orders
                        orders has failed and is not restarted: java.io.IOException: disk full
                        """);
    }

    @Test
    void aJobThatDoesNotRunIsAWarningWhateverTheState() {
        assertThat(Said.by(check, chain().state(JobState.CANCELED).build()))
                .isEqualTo(
                        "WARNING NOT_RUNNING job orders\n"
                                + "orders is canceled: nothing is processed\n");
        assertThat(Said.by(check, chain().state(JobState.INITIALIZING).build()))
                .isEqualTo(
                        "WARNING NOT_RUNNING job orders\n"
                                + "orders does not run yet: it is initializing\n");
        assertThat(Said.by(check, chain().state(JobState.RESTARTING).build()))
                .isEqualTo(
                        "WARNING NOT_RUNNING job orders\n"
                                + "orders does not run: it is restarting\n");
    }

    @Test
    void finishedAndRunningAreHealthy() {
        assertThat(Said.by(check, chain().state(JobState.FINISHED).build())).isEqualTo("healthy");
        assertThat(Said.by(check, chain().build())).isEqualTo("healthy");
        assertThat(
                        Said.by(
                                check,
                                chain().vertex(
                                                "map",
                                                v -> v.state("FINISHED", Map.of("FINISHED", 2)))
                                        .build()))
                .isEqualTo("healthy");
    }

    @Test
    void tasksHaveAMinuteToStart() {
        Map<String, Integer> tasks = Map.of("RUNNING", 1, "INITIALIZING", 1);
        JobBuilder starting = chain().vertex("map", v -> v.state("INITIALIZING", tasks));

        assertThat(Said.by(check, starting.runningFor(Duration.ofSeconds(60)).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, starting.runningFor(Duration.ofSeconds(61)).build()))
                .isEqualTo(
                        """
                        WARNING NOT_RUNNING job orders
                        orders: 1 of 3 tasks do not run, 1 min 1 s after the job was started
                        - time in RUNNING: 1 min 1 s (limit 1 min)
                        """);
    }

    @Test
    void laterStagesOfABatchJobWait() {
        Job job =
                chain().batch()
                        .vertex("map", v -> v.state("CREATED", Map.of("CREATED", 2)))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void whatFlinkDoesNotTellIsUnknown() {
        assertThat(Said.by(check, chain().state(JobState.OTHER).build()))
                .isEqualTo("unknown: the job is in a state that is not known here");
        assertThat(Said.by(check, job("orders").build()))
                .isEqualTo("unknown: the job runs, but its vertices are not known");
    }

    @Test
    void aFailedJobNeedsNoExceptionToBeCalledFailed() {
        Job job =
                chain().state(JobState.FAILED)
                        .exceptions(ofTheJob(Duration.ofMinutes(2), SUPPRESSED))
                        .build();

        Examined.needsAbsentGiveUnknown(check, job, Need.EXCEPTIONS, Need.CHECKPOINTS, Need.TIMES);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
        assertThat(Said.by(check, JobBuilder.without(Need.EXCEPTIONS, job)))
                .isEqualTo(
                        """
                        CRITICAL FAILED job orders
                        orders has failed and is not restarted; its exception is not known any more
                        """);
    }

    private static JobBuilder chain() {
        return job("orders")
                .vertex("source", v -> {})
                .vertex("map", v -> v.parallelism(2).input("source", "REBALANCE"));
    }
}
