package flinktriage.flink;

import static flinktriage.flink.Recording.measures;
import static flinktriage.flink.Recording.vertex;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Aggregate;
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Input;
import flinktriage.model.Job;
import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordedJobsTest {

    @Test
    void readsTheGraphOfAChain() {
        Job job = job("1.20.3/b-slow-sink-steady");

        assertThat(job.graph().vertices())
                .extracting(Vertex::name)
                .containsExactly(
                        "Source: orders-source", "parse", "enrich", "filter", "slow-sink: Writer");
        assertThat(vertex(job, "parse").inputs())
                .containsExactly(
                        new Input(0, vertex(job, "Source: orders-source").id(), "FORWARD"));
        assertThat(vertex(job, "parse").maxParallelism().require()).isEqualTo(128);
        assertThat(vertex(job, "parse").allTasksRunning()).isTrue();
        assertThat(vertex(job, "parse").totals().recordsIn().require()).isEqualTo(60_600);
        assertThat(job.streaming().require()).isTrue();
        assertThat(job.runningFor().require()).isEqualTo(Duration.ofMillis(138_252));
        assertThat(job.restarts().require()).isZero();
        assertThat(job.cluster().flinkVersion().require()).isEqualTo("1.20.3");
        assertThat(job.cluster().otherJobs()).isZero();
    }

    @Test
    void readsTheTimesOfSubtasks() {
        Job job = job("1.20.3/b-slow-sink-steady");

        assertThat(values(measures(job, "Source: orders-source").times().require().get(1)))
                .containsExactly(0.004, 0.991, 0.005);
        assertThat(values(measures(job, "slow-sink").times().require().get(1)))
                .containsExactly(1.0, 0.0, 0.0);
    }

    @Test
    void readsTheTimeAtWhichMetricsWereFetched() {
        Job job = job("1.20.3/b-slow-sink-steady");

        MetricSample sample = measures(job, "slow-sink").samples().require().get(0);

        assertThat(Duration.between(sample.at(), job.now())).isEqualTo(Duration.ofMillis(11_081));
        assertThat(sample.metric("slow-sink__Writer.numRecordsIn").isPresent()).isTrue();
        assertThat(sample.metric("numRecordsIn").require())
                .isEqualTo(new Aggregate(12_103, 12_136, 12_119.5, 24_239));
        assertThat(sample.metric("numRecordsIn").from().request())
                .endsWith("/subtasks/metrics?get=numRecordsIn");
        assertThat(sample.metric("pendingRecords"))
                .isEqualTo(
                        Observed.absent(
                                Missing.Why.NOT_EXPOSED, "pendingRecords", sample.request()));
    }

    @Test
    void readsDescriptionsAndUpstreamsThatAppearTwice() {
        Job job = job("2.3.0/e7-union-same-source");

        Vertex aggregate = vertex(job, "GroupAggregate");
        Vertex source = vertex(job, "Source");

        assertThat(aggregate.description())
                .isEqualTo(
                        "[8]:GroupAggregate(groupBy=[order_id, user_id, amount, status], "
                                + "select=[order_id, user_id, amount, status])\n"
                                + "+- out_orders[9]: Writer");
        assertThat(aggregate.inputs())
                .containsExactly(
                        new Input(0, source.id(), "HASH"), new Input(1, source.id(), "HASH"));
    }

    @Test
    void tellsWhatALegacySourceDoesNotMeasure() {
        Job job = job("1.20.3/m-legacy-source");

        SubtaskTimes times = measures(job, "Source: legacy-source").times().require().get(0);

        assertThat(missing(times.busy())).isEqualTo(Missing.Why.NOT_A_NUMBER);
        assertThat(missing(times.idle())).isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(times.backpressured().require()).isZero();
        MetricSample sample = measures(job, "Source: legacy-source").samples().require().get(0);
        assertThat(missing(sample.metric("busyTimeMsPerSecond")))
                .isEqualTo(Missing.Why.NOT_A_NUMBER);
    }

    @Test
    void readsWatermarks() {
        Job job = job("2.3.0/g1-wm-frozen");

        assertThat(measures(job, "window-10s").inputWatermarks().require())
                .isEqualTo(
                        Map.of(
                                0, new Watermark.At(1_795_987_447_395L),
                                1, new Watermark.At(1_795_987_447_395L)));
        assertThat(missing(measures(job, "Source: live-source").inputWatermarks()))
                .isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(
                        measures(job, "Source: archive-source")
                                .samples()
                                .require()
                                .get(0)
                                .overOperators("watermarkLag")
                                .toList())
                .hasSize(1)
                .allMatch(lag -> lag.min() > 3_600_000);
    }

    @Test
    void readsTheCheckpointHistory() {
        Job job = job("2.3.0/i2-checkpoint-timeout");

        CheckpointHistory history = job.checkpoints().require();

        assertThat(history.completed()).isEqualTo(1);
        assertThat(history.failed()).isEqualTo(9);
        assertThat(history.inProgress()).isEqualTo(1);
        assertThat(history.recent())
                .extracting(Checkpoint::id)
                .containsExactly(10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
        Checkpoint failed = history.recent().get(1);
        assertThat(failed.status()).isEqualTo(Checkpoint.Status.FAILED);
        assertThat(failed.duration()).isEqualTo(Duration.ofMillis(10_043));
        assertThat(failed.failureMessage()).contains("Checkpoint expired before completing.");
        assertThat(history.latestCompleted().orElseThrow().id()).isEqualTo(1);
        assertThat(job.checkpointConfig().require())
                .isEqualTo(
                        new CheckpointConfig(
                                Optional.of(Duration.ofSeconds(10)),
                                Duration.ofSeconds(10),
                                Duration.ZERO,
                                1,
                                true,
                                false,
                                100,
                                "EmbeddedRocksDBStateBackend"));
    }

    @Test
    void breaksDownTheCheckpointThatIsStuckWhereTheBarrierIs() {
        Job job = job("2.3.0/i2-checkpoint-timeout");

        CheckpointDetail detail = job.checkpointDetails().require().get(0);

        assertThat(detail.checkpoint().id()).isEqualTo(10);
        assertThat(detail.unacknowledged())
                .isEqualTo(
                        Map.of(
                                vertex(job, "Source").id(), 0,
                                vertex(job, "parse").id(), 0,
                                vertex(job, "count").id(), 2,
                                vertex(job, "slow-enrich").id(), 2));
        assertThat(detail.subtasks()).containsOnlyKeys(vertex(job, "count").id());
        assertThat(detail.subtasks().get(vertex(job, "count").id()))
                .hasSize(2)
                .allMatch(subtask -> !subtask.acknowledged() && !subtask.duration().isPresent());
    }

    @Test
    void readsUnalignedCheckpoints() {
        Job job = job("2.3.0/i3-unaligned");

        assertThat(job.checkpoints().require().recent()).allMatch(Checkpoint::unaligned);
        assertThat(job.checkpoints().require().recent().get(0).persistedData()).isPositive();
    }

    @Test
    void findsThatPeriodicCheckpointsAreOff() {
        Job job = job("1.20.3/x-no-checkpoints");

        assertThat(job.checkpointConfig().require().interval()).isEmpty();
        assertThat(missing(job.checkpointDetails())).isEqualTo(Missing.Why.NOT_YET);
    }

    @Test
    void keepsTheRealCauseOfAFailedJob() {
        Job job = job("1.20.3/x-failed");

        assertThat(job.state()).isEqualTo(JobState.FAILED);
        List<JobException> entries = job.exceptions().require().entries();
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).exceptionClass())
                .isEqualTo("org.apache.flink.runtime.JobException");
        assertThat(entries.get(0).task()).isEmpty();
        JobException cause = entries.get(0).concurrent().get(0);
        assertThat(cause.exceptionClass()).isEqualTo("java.lang.IllegalStateException");
        assertThat(cause.task()).contains("stage-b -> out-1: Writer (2/2) - execution #0");
        assertThat(cause.endpoint()).contains("localhost:41781");
        assertThat(cause.at()).isEqualTo(Instant.ofEpochMilli(1_795_995_638_508L));
        assertThat(cause.stackTrace())
                .startsWith("java.lang.IllegalStateException: no rate for currency XAU");
        assertThat(missing(measures(job, "stage-a").samples())).isEqualTo(Missing.Why.NOT_ASKED);
        assertThat(measures(job, "stage-a").subtasks().require()).hasSize(2);
    }

    @Test
    void readsTheExceptionsOfARestartLoop() {
        Job job = job("2.3.0/j-restart-loop");

        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        assertThat(job.restarts().require()).isEqualTo(4);
        assertThat(job.exceptions().require().entries())
                .extracting(e -> e.task().orElseThrow())
                .containsExactly(
                        "parse-json -> sink: Writer (2/2) - execution #3",
                        "parse-json -> sink: Writer (1/2) - execution #2",
                        "parse-json -> sink: Writer (2/2) - execution #1",
                        "parse-json -> sink: Writer (2/2) - execution #0");
        assertThat(job.exceptions().require().entries())
                .allMatch(e -> e.stackTrace().contains("Caused by: java.lang.NumberFormat"));
    }

    @Test
    void readsWhichSubtaskHasWhichPartition() {
        Job job = job("2.3.0/kafka-3p-p4");

        SubtaskMetrics metrics = measures(job, "Source: kafka-orders").perSubtask().require();

        String prefix = "Source__kafka-orders.KafkaSourceReader.topic.orders3.partition.";
        assertThat(metrics.names().keySet()).containsExactly(0, 1, 2, 3);
        assertThat(metrics.names().get(0)).contains(prefix + "2.currentOffset");
        assertThat(metrics.names().get(1)).noneMatch(name -> name.contains(".partition."));
        assertThat(metrics.values().get(2)).containsEntry(prefix + "0.currentOffset", 4741.0);
        assertThat(metrics.values().get(3)).containsEntry(prefix + "1.currentOffset", 4476.0);
        assertThat(Watermark.of(metrics.values().get(1).get("parse.currentOutputWatermark")))
                .isEqualTo(new Watermark.None());
        assertThat(metrics.complete()).isTrue();
    }

    @Test
    void tellsThatTasksThatWaitForSlotsHaveNoMeasurementsYet() {
        Job job = job("1.20.3/x-slots");

        assertThat(vertex(job, "stage-a").tasks()).isEqualTo(Map.of("SCHEDULED", 24));
        assertThat(missing(measures(job, "Source: feed-1").times())).isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(measures(job, "stage-a").samples())).isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(vertex(job, "stage-a").totals().recordsIn()))
                .isEqualTo(Missing.Why.NOT_YET);
    }

    private static Job job(String recording) {
        return Recording.job(Recording.of(recording).snapshot());
    }

    private static List<Double> values(SubtaskTimes times) {
        return List.of(
                times.busy().require(), times.backpressured().require(), times.idle().require());
    }

    private static Missing.Why missing(Observed<?> observed) {
        return ((Observed.Absent<?>) observed).missing().why();
    }
}
