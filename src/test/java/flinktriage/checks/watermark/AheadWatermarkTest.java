package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.Marks.END;
import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.sends;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

class AheadWatermarkTest {

    private final AheadWatermark check = new AheadWatermark();

    private static JobBuilder ahead(double seconds) {
        return JobBuilder.job("job")
                .vertex("a", v -> sends(v, "a", behind(5), behind(-seconds)))
                .vertex("w", v -> sends(v, "w", behind(5), behind(-seconds)).input("a", "HASH"));
    }

    @Test
    void aWatermarkFromTheFutureIsNamedWhereItArises() {
        Finding f = Examined.of(check, ahead(100).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("AHEAD");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("a"));
        assertThat(f.summary()).isEqualTo("a sends watermarks that are 1 min 40 s in the future");
        assertThat(f.evidence())
                .singleElement()
                .satisfies(e -> assertThat(e.observed()).isEqualTo(Quantity.millis(100_000)));
    }

    @Test
    void clocksMayDifferUpToTheThreshold() {
        assertThat(Examined.of(check, ahead(60).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(check, ahead(60.001).build()).findings()).hasSize(1);
    }

    @Test
    void anOffsetOfATimeZoneIsNamedAsSuch() {
        assertThat(Examined.of(check, ahead(8 * 3600 - 5).build()).finding().summary())
                .isEqualTo(
                        "a sends watermarks that are 7 h 59 min in the future, as if a time zone"
                                + " were lost");
        assertThat(Examined.of(check, ahead(900).build()).finding().summary())
                .as("no two zones are a quarter of an hour apart from each other and in use")
                .doesNotContain("time zone");
        assertThat(Examined.of(check, ahead(30 * 3600).build()).finding().summary())
                .doesNotContain("time zone");
    }

    @Test
    void aFinishedInputIsNotInTheFuture() {
        assertThat(
                        Examined.of(
                                        check,
                                        JobBuilder.job("job")
                                                .vertex("a", v -> sends(v, "a", END, END))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aJobWithoutEventTimeIsNotAsked() {
        assertThat(
                        Examined.of(
                                        check,
                                        JobBuilder.job("job")
                                                .vertex("a", v -> sends(v, "a", NONE, NONE))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no event time"));
    }

    @Test
    void aSourceThatWasNotMeasuredIsNotHealthy() {
        JobBuilder other = ahead(0).vertex("other", v -> v.parallelism(2));

        assertThat(Examined.of(check, other.build()).verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void withoutMeasurementsItIsUnknown() {
        Examined.needsAbsentGiveUnknown(check, ahead(100).build(), Need.PLAN);
    }
}
