package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobId;
import flinktriage.model.JobState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobChoiceTest {

    private static final JobSummary ORDERS = job("a1", "orders", JobState.RUNNING);
    private static final JobSummary ORDERS_BEFORE = job("a2", "orders", JobState.CANCELED);
    private static final JobSummary ORDERS_EU = job("b1", "orders-eu", JobState.RESTARTING);
    private static final JobSummary LOOP = job("c1", "loop", JobState.RESTARTING);
    private static final JobSummary DONE = job("d1", "done", JobState.FINISHED);

    @Test
    void takesTheOnlyJobThatIsNotOver() {
        assertThat(JobChoice.onlyRunning().among(List.of(LOOP, DONE))).containsExactly(LOOP);
    }

    @Test
    void takesTheOnlyJobThereIsIfNoneRuns() {
        assertThat(JobChoice.onlyRunning().among(List.of(DONE))).containsExactly(DONE);
        assertThat(JobChoice.onlyRunning().among(List.of(DONE, ORDERS_BEFORE))).hasSize(2);
    }

    @Test
    void prefersTheWholeNameToItsBeginning() {
        List<JobSummary> jobs = List.of(ORDERS, ORDERS_EU, ORDERS_BEFORE);

        assertThat(new JobChoice("orders").among(jobs)).containsExactly(ORDERS);
        assertThat(new JobChoice("orders-").among(jobs)).containsExactly(ORDERS_EU);
        assertThat(new JobChoice("order").among(jobs)).hasSize(3);
    }

    @Test
    void twoThatRunUnderOneNameAreNotTakenForOne() {
        JobSummary copy = job("a3", "orders", JobState.RUNNING);

        assertThat(new JobChoice("orders").among(List.of(ORDERS, ORDERS_BEFORE, copy)))
                .contains(ORDERS, copy);
        assertThat(JobChoice.onlyRunning().among(List.of(ORDERS, copy)))
                .containsExactly(ORDERS, copy);
    }

    @Test
    void takesTheBeginningOfAnId() {
        List<JobSummary> jobs = List.of(ORDERS, ORDERS_EU, ORDERS_BEFORE);

        assertThat(new JobChoice("A2").among(jobs)).containsExactly(ORDERS_BEFORE);
        assertThat(new JobChoice(ORDERS.id().hex()).among(jobs)).containsExactly(ORDERS);
    }

    @Test
    void saysWhyItIsNotOne() {
        List<JobSummary> jobs = List.of(ORDERS, ORDERS_EU);

        assertThat(new JobChoice("x").why(jobs))
                .isEqualTo("no job has a name or id that begins with x");
        assertThat(new JobChoice("order").why(jobs)).isEqualTo("2 jobs fit order");
        assertThat(JobChoice.onlyRunning().why(jobs)).isEqualTo("2 jobs are running, name one");
        assertThat(JobChoice.onlyRunning().why(List.of(DONE, ORDERS_BEFORE)))
                .isEqualTo("no job is running, name one of the 2 that ended");
        assertThat(JobChoice.onlyRunning().why(List.of()))
                .isEqualTo("there is no job on this cluster");
    }

    private static JobSummary job(String id, String name, JobState state) {
        return new JobSummary(new JobId(id + "0".repeat(30)), name, state, Instant.EPOCH);
    }
}
