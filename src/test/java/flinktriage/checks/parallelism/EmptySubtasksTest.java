package flinktriage.checks.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Quantity;
import flinktriage.model.Watermark;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EmptySubtasksTest {

    private static final EmptySubtasks CHECK = new EmptySubtasks();
    private static final Watermark NONE = new Watermark.None();
    private static final double NO_WATERMARK = -9.223372036854776E18;

    private static String offset(int partition) {
        return "src.KafkaSourceReader.topic.t.partition." + partition + ".currentOffset";
    }

    /** Three partitions at parallelism four; subtask 1 has none and sends no watermark. */
    private static void threePartitions(VertexBuilder v) {
        v.parallelism(4)
                .subtaskRecordsOut(700, 0, 700, 700)
                .subtaskMetric(0, offset(2), 4306)
                .subtaskMetric(2, offset(0), 4741)
                .subtaskMetric(3, offset(1), 4476);
        for (int i = 0; i < 4; i++) {
            v.subtaskMetric(i, "src.currentOutputWatermark", i == 1 ? NO_WATERMARK : 1.7e12);
        }
    }

    private static JobBuilder held(Watermark... windowInputs) {
        return JobBuilder.job("j")
                .vertex("src", EmptySubtasksTest::threePartitions)
                .vertex(
                        "window",
                        v -> v.parallelism(4).input("src", "HASH").inputWatermarks(windowInputs));
    }

    private static JobBuilder silent(long... recordsOut) {
        return JobBuilder.job("j")
                .vertex("src", v -> v.parallelism(4).subtaskRecordsOut(recordsOut));
    }

    @Test
    void aReaderWithoutAPartitionThatHoldsTheWindowsBackIsAWarning() {
        assertThat(Examined.of(CHECK, held(NONE, NONE, NONE, NONE).build()).verdict())
                .isEqualTo(
                        Verdict.problem(
                                new Finding(
                                        Severity.WARNING,
                                        "IDLE_SUBTASKS",
                                        new Subject(
                                                        Subject.Kind.VERTEX,
                                                        "src",
                                                        Optional.of(JobBuilder.id("src")),
                                                        Optional.empty(),
                                                        Optional.empty(),
                                                        Optional.empty())
                                                .subtask(1),
                                        "src has 1 of 4 subtasks without a partition (subtask 1):"
                                                + " at least 3 partitions seen, parallelism 3"
                                                + " fits; they send no watermark, so window has"
                                                + " none either",
                                        List.of(
                                                Evidence.of(
                                                        "subtasks without input",
                                                        Quantity.count(1),
                                                        Quantity.count(0),
                                                        JobBuilder.from("")),
                                                Evidence.of(
                                                        "partitions seen",
                                                        Quantity.count(3),
                                                        JobBuilder.from(""))))));
    }

    @Test
    void anEmptyReaderThatHoldsNothingBackIsInformation() {
        Watermark at = new Watermark.At(1_700_000_000_000L);
        assertThat(Examined.of(CHECK, held(at, at, at, at).build()).finding().severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void eachNeedAbsentIsUnknownOrOnlyRefines() {
        Examined.needsAbsentGiveUnknown(
                CHECK,
                held(NONE, NONE, NONE, NONE).build(),
                Need.SOURCES,
                Need.SUBTASKS,
                Need.WATERMARKS,
                Need.KAFKA,
                Need.REPORTER);
        Examined.needsAbsentGiveUnknown(
                CHECK,
                silent(0, 5, 5, 5).build(),
                Need.SOURCES,
                Need.WATERMARKS,
                Need.KAFKA,
                Need.REPORTER);
    }

    @Test
    void withoutPartitionNamesASilentReaderBesideFlowingOnesIsFound() {
        Finding finding = Examined.of(CHECK, silent(2031, 2031, 2032, 0).build()).finding();
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.summary())
                .isEqualTo(
                        "src has 1 of 4 subtasks that emitted nothing (subtask 3) while each other"
                                + " one emitted at least 2,031 records: parallelism 3 reads as"
                                + " much");
    }

    private static KafkaTopic topic(int partitions) {
        return new KafkaTopic(
                "t",
                partitions,
                JobBuilder.notAsked("end offsets"),
                JobBuilder.notAsked("rate"),
                JobBuilder.notAsked("lag"));
    }

    @Test
    void withKafkaTheNumberOfPartitionsIsExact() {
        assertThat(Examined.of(CHECK, held().kafka(topic(3)).build()).finding().summary())
                .isEqualTo(
                        "src has 1 of 4 subtasks without a partition (subtask 1): 3 partitions in"
                                + " Kafka, parallelism 3 fits");
    }

    @Test
    void partitionsThatNoSubtaskReadsAreAWarning() {
        assertThat(Examined.of(CHECK, held().kafka(topic(6)).build()).findings())
                .extracting(f -> f.severity() + " " + f.reason() + " " + f.summary())
                .containsExactly(
                        "WARNING UNREAD_PARTITIONS no subtask of src reads 3 of the 6 partitions in"
                                + " Kafka",
                        "INFO IDLE_SUBTASKS src has 1 of 4 subtasks without a partition (subtask"
                                + " 1): 6 partitions in Kafka, parallelism 3 fits");
    }

    @Test
    void aSourceOfWhichAllSubtasksAreSilentIsAnotherQuestion() {
        assertThat(Examined.of(CHECK, silent(0, 0, 0, 0).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void theOthersMustHaveEmittedEnough() {
        assertThat(Examined.of(CHECK, silent(0, 99, 500, 500).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(CHECK, silent(0, 100, 500, 500).build()).findings()).hasSize(1);
    }

    @Test
    void aYoungJobIsNotJudged() {
        assertThat(
                        Examined.of(
                                        CHECK,
                                        silent(0, 500, 500, 500)
                                                .runningFor(Duration.ofMillis(29_999))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Unknown("the job has only just started"));
        assertThat(
                        Examined.of(
                                        CHECK,
                                        silent(0, 500, 500, 500)
                                                .runningFor(Duration.ofSeconds(30))
                                                .build())
                                .findings())
                .hasSize(1);
    }

    @Test
    void aPartitionThatMovedIsCountedWhereItIsFurtherAhead() {
        JobBuilder job =
                JobBuilder.job("j")
                        .vertex(
                                "src",
                                v ->
                                        v.parallelism(2)
                                                .subtaskMetric(0, offset(0), 50)
                                                .subtaskMetric(1, offset(0), 90));
        assertThat(Examined.of(CHECK, job.build()).finding().subject().subtask()).contains(0);
    }

    @Test
    void aPartitionThatHasReadNothingSinceARestartIsAmbiguous() {
        JobBuilder job =
                JobBuilder.job("j")
                        .vertex(
                                "src",
                                v ->
                                        v.parallelism(3)
                                                .subtaskMetric(0, offset(0), 50)
                                                .subtaskMetric(1, offset(0), -1)
                                                .subtaskMetric(2, "busyTimeMsPerSecond", 1));
        assertThat(Examined.of(CHECK, job.build()).finding().summary())
                .isEqualTo(
                        "src has 1 of 3 subtasks without a partition (subtask 2): at least 1"
                                + " partition seen, parallelism 1 fits; for 1 partition several"
                                + " subtasks show an offset, one of them from before a restart:"
                                + " --metrics-url would tell which");
    }

    @Test
    void subtasksThatAreNotRunningCannotBeJudged() {
        JobBuilder job =
                JobBuilder.job("j")
                        .vertex(
                                "src",
                                v ->
                                        v.parallelism(2)
                                                .subtaskRecordsOut(0, 0)
                                                .state("SCHEDULED", Map.of("SCHEDULED", 2)));
        assertThat(Examined.of(CHECK, job.build()).verdict())
                .isEqualTo(new Verdict.Unknown("not all subtasks of src are running"));
    }

    @Test
    void notApplicableToSourcesOfOneSubtaskAndToJobsThatDoNotRun() {
        assertThat(Examined.of(CHECK, JobBuilder.job("j").vertex("src", v -> {}).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("no source has more than one subtask"));
        assertThat(Examined.of(CHECK, silent(0, 9).state(JobState.RESTARTING).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is not running"));
    }
}
