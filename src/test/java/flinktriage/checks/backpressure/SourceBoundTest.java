package flinktriage.checks.backpressure;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SourceBoundTest {

    private final SourceBound check = new SourceBound();

    @Test
    void aSourceThatIsBusyAllTheTimeAboveACalmJobIsTheLimit() {
        Finding finding = Examined.of(check, world(0.99, 0, 0.1).build()).finding();

        assertThat(finding.reason()).isEqualTo("SOURCE_BOUND");
        assertThat(finding.summary())
                .isEqualTo(
                        "Source: in is the limit: busy 99 %, while everything below it has time");
    }

    @Test
    void anIdleSourceWhoseBacklogGrowsIsTheLimit() {
        Finding finding =
                Examined.of(
                                check,
                                world(0.1, 0, 0.1)
                                        .vertex(
                                                "Source: in",
                                                v ->
                                                        v.metricAgo(
                                                                        Duration.ofSeconds(20),
                                                                        "Source__in.pendingRecords",
                                                                        1_000,
                                                                        1_000,
                                                                        1_000,
                                                                        1_000)
                                                                .metric(
                                                                        "Source__in.pendingRecords",
                                                                        5_000,
                                                                        5_000,
                                                                        5_000,
                                                                        5_000))
                                        .build())
                        .finding();

        assertThat(finding.summary())
                .isEqualTo(
                        "Source: in is the limit: its backlog grows by 200 records/s although neither it nor"
                                + " anything below it is busy");
    }

    @Test
    void aBackpressuredSourceIsAVictim() {
        assertThat(Examined.of(check, world(0.95, 0.1, 0.1).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void withABusyVertexBelowTheSourceIsNotBlamed() {
        assertThat(Examined.of(check, world(0.99, 0, 0.5).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void theLimitOfBusyTimeIsInclusive() {
        assertThat(Examined.of(check, world(0.95, 0, 0.1).build()).findings()).hasSize(1);
        assertThat(Examined.of(check, world(0.94, 0, 0.1).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aLegacySourceIsUnknown() {
        assertThat(Examined.of(check, world(Double.NaN, 0, 0.1).build()).verdict())
                .isEqualTo(
                        new Verdict.Unknown(
                                "Flink reports no busy time for Source: in (a legacy source)"));
    }

    @Test
    void aJobThatDoesNotRunHasNoLimit() {
        assertThat(Examined.of(check, world(1, 0, 0).state(JobState.FINISHED).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is FINISHED"));
    }

    @Test
    void withoutTimesTheVerdictIsUnknownAndWithoutMetricsTheBacklogIsNotLookedAt() {
        Examined.needsAbsentGiveUnknown(
                check, world(0.99, 0, 0.1).build(), Need.METRICS, Need.SUBTASKS);
    }

    private static JobBuilder world(double sourceBusy, double sourceBackpressured, double below) {
        return job("source bound")
                .vertex(
                        "Source: in",
                        v -> v.busy(sourceBusy).backpressured(sourceBackpressured).idle(0))
                .vertex(
                        "map",
                        v ->
                                v.input("Source: in", "HASH")
                                        .busy(below)
                                        .backpressured(0)
                                        .idle(1 - below));
    }
}
