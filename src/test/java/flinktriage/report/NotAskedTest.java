package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.JobReport;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.flink.Recording;
import flinktriage.model.Job;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A report says what other evidence would add, and does not nag. */
class NotAskedTest {

    @Test
    void a_job_that_reads_kafka_is_told_of_the_true_partitions() throws IOException {
        assertThat(options("1.20.3/kafka-12p-p5", o -> o)).containsExactly("--kafka");
    }

    @Test
    void a_sick_job_is_told_of_all_that_would_help() throws IOException {
        assertThat(options("2.3.0/kafka-3p-p4", o -> o))
                .containsExactly("--kafka", "--metrics-url", "--prometheus");
        assertThat(options("2.3.0/b-slow-sink-steady", o -> o))
                .containsExactly("--metrics-url", "--prometheus");
    }

    @Test
    void who_was_asked_and_gave_no_answer_is_not_named_again() throws IOException {
        UnaryOperator<Outside> asked =
                o ->
                        o.withHistory(Observed.absent(Missing.Why.REQUEST_FAILED, "history", ""))
                                .withKafkaTopics(
                                        Observed.absent(Missing.Why.REQUEST_FAILED, "", ""));

        assertThat(options("2.3.0/kafka-3p-p4", asked)).containsExactly("--metrics-url");
    }

    @Test
    void a_healthy_job_and_one_that_has_ended_are_left_alone() throws IOException {
        assertThat(options("2.3.0/a-healthy", o -> o)).isEmpty();
        assertThat(options("1.20.3/x-failed", o -> o)).isEmpty();
    }

    private static List<String> options(String recording, UnaryOperator<Outside> outside)
            throws IOException {
        Snapshot seen = Recording.of(recording).snapshot();
        List<Job> jobs =
                seen.jobs().stream()
                        .map(job -> job.withOutside(outside.apply(job.outside())))
                        .toList();
        JobReport report =
                new Engine(AllChecks.list(), "test")
                        .diagnose(seen.with(jobs, List.of()))
                        .jobs()
                        .get(0);
        return NotAsked.of(report).stream().map(NotAsked::option).toList();
    }
}
