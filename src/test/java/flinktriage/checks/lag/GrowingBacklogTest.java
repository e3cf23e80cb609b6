package flinktriage.checks.lag;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrowingBacklogTest {

    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final String PENDING = "Source__orders.pendingRecords";
    private static final String READS = "Source__orders.numRecordsInPerSecond";

    private final GrowingBacklog check = new GrowingBacklog();

    @Test
    void aBacklogThatGrowsByAShareOfWhatIsReadIsAWarning() {
        Finding finding = Examined.of(check, twice(1_000, 1_200, 1_000).build()).finding();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.reason()).isEqualTo("GROWING");
        assertThat(finding.summary())
                .startsWith("the backlog of Source: orders grows by 20 records/s, now ");
        assertThat(Said.by(check, twice(1_000, 1_199, 1_000).build())).isEqualTo("healthy");
    }

    @Test
    void aSmallBacklogAndOneThatShrinksAreHealthy() {
        assertThat(Said.by(check, twice(100, 999, 10).build())).isEqualTo("healthy");
        assertThat(Said.by(check, twice(9_000_000, 8_999_999, 10).build())).isEqualTo("healthy");
    }

    @Test
    void oneSampleCannotTellWhetherALargeBacklogGrows() {
        Finding finding = Examined.of(check, once(30_000, 100).build()).finding();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.reason()).isEqualTo("HIGH");
        assertThat(Said.by(check, once(29_999, 100).build())).isEqualTo("healthy");
    }

    @Test
    void aJobThatDoesNotRunIsNotApplicable() {
        assertThat(Said.by(check, once(30_000, 100).state(JobState.FAILED).build()))
                .isEqualTo("not applicable: the job is FAILED");
    }

    @Test
    void aSourceThatDoesNotReportItsBacklogIsUnknown() {
        Job silent =
                job("orders").vertex("Source: orders", v -> v.metric(READS, 1, 1, 1, 1)).build();

        assertThat(Said.by(check, silent)).startsWith("unknown: no pendingRecords metric");
        assertThat(
                        Said.by(
                                check,
                                JobBuilder.without(
                                        Need.METRICS, twice(1_000, 1_200, 1_000).build())))
                .startsWith("unknown: no metrics");
    }

    private static JobBuilder twice(double before, double now, double reads) {
        return job("orders")
                .vertex(
                        "Source: orders",
                        v ->
                                v.metricAgo(BEFORE, PENDING, 0, 0, 0, before)
                                        .metric(PENDING, 0, 0, 0, now)
                                        .metric(READS, 0, 0, 0, reads));
    }

    private static JobBuilder once(double now, double reads) {
        return job("orders")
                .vertex(
                        "Source: orders",
                        v -> v.metric(PENDING, 0, 0, 0, now).metric(READS, 0, 0, 0, reads));
    }
}
