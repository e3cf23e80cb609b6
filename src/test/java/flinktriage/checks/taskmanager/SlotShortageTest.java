package flinktriage.checks.taskmanager;

import static flinktriage.world.Exceptions.ofTheJob;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotShortageTest {

    private static final String REFUSED =
            "org.apache.flink.util.FlinkException: could not start\n"
                    + "Caused by: org.apache.flink.runtime.jobmanager.scheduler"
                    + ".NoResourceAvailableException: Could not acquire the minimum required"
                    + " resources.\n";

    private final SlotShortage check = new SlotShortage();

    @Test
    void scheduledTasksWaitForSlots() {
        assertThat(Said.by(check, waiting(Duration.ofSeconds(30)).build()))
                .isEqualTo(
                        """
                        WARNING NO_SLOTS job orders
                        orders waits for slots, it needs 6: 0 of 4 slots are free, at least 2 too few
                        - time since the job was started: 30 s (limit 30 s)
                        - slots of 1 TaskManagers: 4 (limit 6)
                        """);
    }

    @Test
    void deploymentMayTakeHalfAMinute() {
        assertThat(Said.by(check, waiting(Duration.ofMillis(29_999)).build())).isEqualTo("healthy");
    }

    @Test
    void itIsCriticalOnceFlinkGivesUp() {
        Job long_ = waiting(Duration.ofMinutes(5)).build();
        Job refused =
                waiting(Duration.ofSeconds(1))
                        .state(JobState.RESTARTING)
                        .exceptions(ofTheJob(Duration.ofSeconds(2), REFUSED))
                        .build();

        assertThat(Said.by(check, long_)).startsWith("CRITICAL NO_SLOTS job orders\n");
        assertThat(Said.by(check, refused))
                .startsWith(
                        """
                        CRITICAL NO_SLOTS job orders
                        orders waits for slots, it needs 6: 0 of 4 slots are free, at least 2 too few; Flink has given up waiting for them
                        """);
    }

    @Test
    void theAdaptiveSchedulerWaitsInCreatedWithoutTasks() {
        Job job =
                waiting(Duration.ofMinutes(1))
                        .state(JobState.CREATED)
                        .neverRan()
                        .submitted(Duration.ofMinutes(1))
                        .build();

        assertThat(Said.by(check, job)).startsWith("WARNING NO_SLOTS job orders\n");
    }

    @Test
    void aRunningJobHasItsSlotsAndAnEndedOneNeedsNone() {
        JobBuilder job = job("orders").vertex("map", v -> v.parallelism(6));

        assertThat(Said.by(check, job.build())).isEqualTo("healthy");
        assertThat(Said.by(check, job.state(JobState.FAILED).build()))
                .isEqualTo("not applicable: the job has ended");
    }

    @Test
    void itSeesTheWaitingTasksWithoutAnythingElse() {
        Job job =
                waiting(Duration.ofMinutes(1))
                        .exceptions(ofTheJob(Duration.ofHours(2), "a.B: old\n"))
                        .build();

        Examined.needsAbsentGiveUnknown(check, job, Need.TASK_MANAGERS, Need.EXCEPTIONS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
        assertThat(Said.by(check, JobBuilder.without(Need.TASK_MANAGERS, job)))
                .startsWith("WARNING NO_SLOTS job orders\norders waits for slots, it needs 6\n");
    }

    private static JobBuilder waiting(Duration runningFor) {
        return job("orders")
                .runningFor(runningFor)
                .vertex("source", v -> v.state("CREATED", Map.of("SCHEDULED", 1)))
                .vertex(
                        "map",
                        v ->
                                v.parallelism(6)
                                        .state("CREATED", Map.of("SCHEDULED", 6))
                                        .input("source", "REBALANCE"))
                .taskManagers(new TaskManager("tm-1", 4, 0, 2, 1, 1, Optional.empty()));
    }
}
