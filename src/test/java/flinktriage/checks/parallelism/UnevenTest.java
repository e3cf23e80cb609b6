package flinktriage.checks.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import org.junit.jupiter.api.Test;

class UnevenTest {

    private static final UnevenPartitions PARTITIONS = new UnevenPartitions();
    private static final UnevenKeyGroups KEY_GROUPS = new UnevenKeyGroups();

    private static JobBuilder kafka(int... perSubtask) {
        return JobBuilder.job("j").vertex("src", v -> kafka(v, perSubtask));
    }

    private static void kafka(VertexBuilder v, int... perSubtask) {
        v.parallelism(perSubtask.length);
        int partition = 0;
        for (int i = 0; i < perSubtask.length; i++) {
            v.subtaskMetric(i, "numRecordsOut", 1);
            for (int n = 0; n < perSubtask[i]; n++) {
                v.subtaskMetric(
                        i,
                        "a.KafkaSourceReader.topic.t.partition." + partition++ + ".currentOffset",
                        7);
            }
        }
    }

    private static Job keyed(int maxParallelism, int parallelism, double... busy) {
        return JobBuilder.job("j")
                .vertex("src", v -> v.parallelism(parallelism))
                .vertex(
                        "count",
                        v ->
                                v.input("src", "HASH")
                                        .parallelism(parallelism)
                                        .maxParallelism(maxParallelism)
                                        .busy(busy))
                .build();
    }

    @Test
    void halfAsManyPartitionsAgainIsInformation() {
        Finding finding = Examined.of(PARTITIONS, kafka(2, 2, 2, 3, 3).build()).finding();
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.reason()).isEqualTo("UNEVEN");
        assertThat(finding.summary())
                .isEqualTo(
                        "src reads 2 to 3 partitions per subtask: 12 partitions spread evenly over"
                                + " parallelism 4 or 6");
        assertThat(finding.evidence()).hasSize(2);
        assertThat(finding.evidence().get(0).observed().value()).isEqualTo(1.5);
    }

    @Test
    void itWarnsWhereTheFullestReadersAreAtTheirLimit() {
        Finding some =
                Examined.of(PARTITIONS, kafka(1, 2).vertex("src", v -> v.busy(0.5, 0.95)).build())
                        .finding();
        Finding all =
                Examined.of(PARTITIONS, kafka(1, 2).vertex("src", v -> v.busy(0.95, 0.95)).build())
                        .finding();

        assertThat(some.severity()).isEqualTo(Severity.WARNING);
        assertThat(some.reason()).isEqualTo("AT_LIMIT");
        assertThat(all.severity()).isEqualTo(Severity.INFO);
        assertThat(all.reason()).isEqualTo("UNEVEN");
    }

    @Test
    void aThirdMoreIsHealthyAndSoAreEmptyReaders() {
        assertThat(Examined.of(PARTITIONS, kafka(3, 4).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(PARTITIONS, kafka(1, 0, 1, 1).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void sourcesThatDoNotNamePartitionsAreNotApplicable() {
        assertThat(Examined.of(PARTITIONS, kafka(0, 0).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("no source names its partitions"));
        assertThat(Examined.of(PARTITIONS, kafka(3).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("no source has more than one subtask"));
        assertThat(Examined.of(PARTITIONS, kafka(1, 3).state(JobState.FAILED).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is not running"));
    }

    @Test
    void partitionsWithoutMetricNamesAreUnknown() {
        Examined.needsAbsentGiveUnknown(
                PARTITIONS, kafka(1, 3).build(), Need.TIMES, Need.KAFKA, Need.REPORTER);
    }

    @Test
    void keyGroupsThatDoNotDivideAreInformation() {
        Finding finding = Examined.of(KEY_GROUPS, keyed(128, 96)).finding();
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.summary())
                .isEqualTo(
                        "count has 1 or 2 key groups per subtask: 128 key groups spread evenly over"
                                + " parallelism 64 or 128");
        assertThat(finding.evidence().get(0).observed().value()).isEqualTo(1.5);
    }

    @Test
    void itWarnsWhereTheSubtasksWithMoreKeyGroupsAreAtTheirLimit() {
        Finding finding = Examined.of(KEY_GROUPS, keyed(8, 5, 1, 1, .6, 1, .76)).finding();
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.summary())
                .isEqualTo(
                        "count has 1 or 2 key groups per subtask, and those with more are at their"
                                + " limit: 8 key groups spread evenly over parallelism 4 or 8");
    }

    @Test
    void theThresholdIsAQuarterAboveAnEvenShare() {
        assertThat(Examined.of(KEY_GROUPS, keyed(12, 5)).findings()).hasSize(1);
        assertThat(Examined.of(KEY_GROUPS, keyed(10, 4)).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(KEY_GROUPS, keyed(128, 5)).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aJobWithoutKeysIsNotApplicable() {
        Job job =
                JobBuilder.job("j")
                        .vertex("src", v -> v.parallelism(5))
                        .vertex("map", v -> v.parallelism(5).input("src", "FORWARD"))
                        .build();
        assertThat(Examined.of(KEY_GROUPS, job).verdict())
                .isEqualTo(new Verdict.NotApplicable("no keyed vertex has more than one subtask"));
    }

    @Test
    void keyGroupsAreJudgedWithoutBusyTimesButNotWithoutTheMaxParallelism() {
        Examined.needsAbsentGiveUnknown(KEY_GROUPS, keyed(8, 5, 1, 1, .6, 1, .76), Need.TIMES);
        Job job =
                JobBuilder.job("j")
                        .vertex("src", v -> {})
                        .vertex("count", v -> v.input("src", "HASH").parallelism(5))
                        .build();
        assertThat(Examined.of(KEY_GROUPS, job).verdict())
                .isEqualTo(new Verdict.Unknown("no max parallelism: not collected"));
    }
}
