package flinktriage.checks.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LateRecordsTest {

    private final LateRecords check = new LateRecords();

    private static JobBuilder window(double dropped, double in) {
        return JobBuilder.job("job")
                .vertex(
                        "w",
                        v ->
                                v.metric(
                                                "w.numLateRecordsDropped",
                                                0,
                                                dropped,
                                                dropped / 2,
                                                dropped)
                                        .metric("numRecordsIn", 0, in, in / 2, in));
    }

    @Test
    void droppedRecordsAreCountedAgainstThoseReceived() {
        Finding f = Examined.of(check, window(11_504, 40_000).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("LATE_DROPS");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("w"));
        assertThat(f.subject().operator()).contains("w");
        assertThat(f.summary())
                .isEqualTo("w has dropped 11,504 of 40,000 records as late (28.8 %)");
        assertThat(f.evidence())
                .extracting(Evidence::observed)
                .containsExactly(Quantity.ratio(0.2876), Quantity.records(11_504));
    }

    @Test
    void aSmallShareIsANoteAndAHandfulIsNothing() {
        assertThat(Examined.of(check, window(100, 10_000).build()).finding().severity())
                .isEqualTo(Severity.WARNING);
        assertThat(Examined.of(check, window(100, 10_001).build()).finding().severity())
                .isEqualTo(Severity.INFO);
        assertThat(Examined.of(check, window(99, 100).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(check, window(0, 0).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void dropsThatHaveStoppedAreANote() {
        Finding f =
                Examined.of(
                                check,
                                window(5000, 40_000)
                                        .vertex(
                                                "w",
                                                v ->
                                                        v.metricAgo(
                                                                Duration.ofSeconds(20),
                                                                "w.numLateRecordsDropped",
                                                                0,
                                                                5000,
                                                                2500,
                                                                5000))
                                        .build())
                        .finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.summary())
                .isEqualTo(
                        "w has dropped 5,000 of 40,000 records as late (12.5 %), none of them"
                                + " between the samples");
    }

    @Test
    void twoSamplesOfTheSameFetchDoNotSayThatDropsHaveStopped() {
        JobBuilder twice =
                window(5000, 40_000)
                        .vertex(
                                "w",
                                v ->
                                        v.metricAgo(
                                                Duration.ofSeconds(9),
                                                "w.numLateRecordsDropped",
                                                0,
                                                5000,
                                                2500,
                                                5000));

        assertThat(Examined.of(check, twice.build()).finding().severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void bothSidesOfAWindowJoinCount() {
        Finding f =
                Examined.of(
                                check,
                                JobBuilder.job("job")
                                        .vertex(
                                                "j",
                                                v ->
                                                        v.metric(
                                                                        "j.leftNumLateRecordsDropped",
                                                                        0,
                                                                        60,
                                                                        30,
                                                                        60)
                                                                .metric(
                                                                        "j.rightNumLateRecordsDropped",
                                                                        0,
                                                                        40,
                                                                        20,
                                                                        40)
                                                                .metric(
                                                                        "numRecordsIn",
                                                                        0,
                                                                        1000,
                                                                        500,
                                                                        1000))
                                        .build())
                        .finding();

        assertThat(f.evidence().get(1).observed()).isEqualTo(Quantity.records(100));
    }

    @Test
    void aJobWithoutSuchAnOperatorIsNotAsked() {
        assertThat(
                        Examined.of(
                                        check,
                                        JobBuilder.job("job")
                                                .vertex(
                                                        "m",
                                                        v -> v.metric("numRecordsIn", 0, 1, 1, 1))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no operator that counts late records"));
        assertThat(Examined.of(check, window(500, 1000).state(JobState.FAILED).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is not running"));
    }

    @Test
    void withoutMeasurementsItIsUnknown() {
        Examined.needsAbsentGiveUnknown(check, window(500, 1000).build());
        Examined.needsAbsentGiveUnknown(check, window(0, 1000).build());
        assertThat(
                        Examined.of(
                                        check,
                                        JobBuilder.job("job")
                                                .vertex(
                                                        "w",
                                                        v ->
                                                                v.metric(
                                                                        "w.numLateRecordsDropped",
                                                                        0,
                                                                        500,
                                                                        250,
                                                                        500))
                                                .build())
                                .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }
}
