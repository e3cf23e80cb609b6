package flinktriage.checks.backpressure;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

class SkewTest {

    private final Skew check = new Skew();

    @Test
    void aHotKeyOnABusySubtaskIsAWarningWithItsIndex() {
        Finding finding = Examined.of(check, keyed(90, 0.98).build()).finding();

        assertThat(finding.reason()).isEqualTo("HOT_KEY");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.subject().subtask()).contains(1);
        assertThat(finding.summary())
                .isEqualTo(
                        "count: subtask 1 gets 9 times the records of its siblings and is busy 98 %");
    }

    @Test
    void aHotKeyThatHurtsNobodyIsInfo() {
        assertThat(Examined.of(check, keyed(90, 0.3).build()).finding().severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void anUnevenRebalanceIsNotCalledAKey() {
        assertThat(
                        Examined.of(
                                        check,
                                        job("rebalanced")
                                                .vertex("src", v -> v.parallelism(2))
                                                .vertex(
                                                        "map",
                                                        v ->
                                                                v.parallelism(2)
                                                                        .input("src", "REBALANCE")
                                                                        .busy(0.1, 0.9)
                                                                        .backpressured(0, 0)
                                                                        .idle(0.9, 0.1)
                                                                        .subtaskRecordsIn(
                                                                                10_000, 90_000)
                                                                        .metric(
                                                                                "numRecordsInPerSecond",
                                                                                10,
                                                                                90,
                                                                                50,
                                                                                100))
                                                .build())
                                .finding()
                                .reason())
                .isEqualTo("UNEVEN_INPUT");
    }

    @Test
    void theFactorIsInclusive() {
        assertThat(Examined.of(check, keyed(30, 0.98).build()).findings()).hasSize(1);
        assertThat(Examined.of(check, keyed(29, 0.98).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aSkewThatIsOverOrAHandfulOfRecordsIsNone() {
        assertThat(
                        Examined.of(
                                        check,
                                        keyed(90, 0.98)
                                                .vertex(
                                                        "count",
                                                        v ->
                                                                v.metric(
                                                                        "numRecordsInPerSecond",
                                                                        50,
                                                                        50,
                                                                        50,
                                                                        100))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(
                        Examined.of(
                                        check,
                                        keyed(90, 0.98)
                                                .vertex("count", v -> v.subtaskRecordsIn(10, 900))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aJobWithoutParallelVerticesHasNoSiblings() {
        assertThat(Examined.of(check, job("single").vertex("src", v -> {}).build()).verdict())
                .isEqualTo(
                        new Verdict.NotApplicable(
                                "no vertex below the sources has more than one subtask"));
        assertThat(Examined.of(check, keyed(90, 1).state(JobState.FAILED).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is FAILED"));
    }

    @Test
    void eachNeedIsNeeded() {
        Examined.needsAbsentGiveUnknown(check, keyed(90, 0.98).build());
    }

    /** Two subtasks; the second gets {@code hot} records where the first gets 10. */
    private static JobBuilder keyed(int hot, double busy) {
        return job("keyed")
                .vertex("src", v -> v.parallelism(2))
                .vertex(
                        "count",
                        v ->
                                v.parallelism(2)
                                        .input("src", "HASH")
                                        .busy(0.1, busy)
                                        .backpressured(0, 0)
                                        .idle(0.9, 1 - busy)
                                        .subtaskRecordsIn(10_000, hot * 1_000L)
                                        .metric(
                                                "numRecordsInPerSecond",
                                                10,
                                                hot,
                                                (10 + hot) / 2.0,
                                                10 + hot));
    }
}
