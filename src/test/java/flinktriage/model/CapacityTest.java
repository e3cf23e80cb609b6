package flinktriage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final Duration AGO = Duration.ofSeconds(10);

    /** 10 s apart; busy milliseconds per second of the busiest subtask and of the mean. */
    private static void counters(VertexBuilder v, double rate, double hottest, double mean) {
        v.metricAgo(AGO, "numRecordsIn", 0, 0, 0, 5_000)
                .metric("numRecordsIn", 0, 0, 0, 5_000 + 10 * rate)
                .metricAgo(AGO, "accumulateBusyTimeMs", 0, 50_000, 40_000, 160_000)
                .metric(
                        "accumulateBusyTimeMs",
                        0,
                        50_000 + 10 * hottest,
                        40_000 + 10 * mean,
                        160_000 + 40 * mean);
    }

    private static JobBuilder keyed(double rate, double hottest, double mean) {
        return JobBuilder.job("j")
                .vertex("src", v -> v.backpressured(0, 0))
                .vertex(
                        "count",
                        v -> {
                            v.parallelism(4).maxParallelism(128).input("src", "HASH");
                            counters(v, rate, hottest, mean);
                        });
    }

    private static Observed<VertexCapacity> count(JobBuilder job) {
        return Capacity.of(job.build()).entrySet().stream()
                .filter(e -> e.getKey().name().equals("count"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static String why(JobBuilder job) {
        return ((Observed.Absent<VertexCapacity>) count(job)).missing().detail();
    }

    @Test
    void theBusiestSubtaskDecidesAndTheParallelismsSpreadKeyGroupsEvenly() {
        VertexCapacity c = count(keyed(1_000, 500, 250)).require();

        assertThat(c.rate()).isCloseTo(1_000, within(1e-6));
        assertThat(c.hottest()).isCloseTo(.5, within(1e-9));
        assertThat(c.byHottest()).isCloseTo(2_000, within(1e-6));
        assertThat(c.ifEven()).isCloseTo(4_000, within(1e-6));
        assertThat(c.needed()).isEqualTo(3);
        assertThat(c.even()).containsExactly(2, 4);
        assertThat(c.observed().isPresent()).isFalse();
        assertThat(c.contradicted()).isFalse();
    }

    @Test
    void anInputThatWaitsContradictsAHighEstimate() {
        JobBuilder job = keyed(1_000, 500, 500).vertex("src", v -> v.backpressured(0, .9));

        assertThat(count(job).require().observed().require()).isCloseTo(1_000, within(1e-6));
        assertThat(count(job).require().contradicted()).isTrue();
        assertThat(
                        count(keyed(1_000, 990, 990).vertex("src", v -> v.backpressured(.9)))
                                .require()
                                .contradicted())
                .isFalse();
    }

    @Test
    void nothingIsEstimatedWhileTheNumbersMeanSomethingElse() {
        assertThat(why(keyed(1_000, 500, 250).runningFor(Duration.ofSeconds(74))))
                .isEqualTo("a task started less than 75 s ago");
        assertThat(count(keyed(1_000, 500, 250).runningFor(Duration.ofSeconds(75))).isPresent())
                .isTrue();
        assertThat(why(keyed(1_000, 500, 250).state(JobState.RESTARTING)))
                .isEqualTo("the job is RESTARTING");
        assertThat(
                        why(
                                keyed(1_000, 500, 250)
                                        .vertex(
                                                "src",
                                                v -> v.metric("src.pendingRecords", 0, 0, 0, 101))))
                .isEqualTo("the backlog of src is more than 30 s of reading");
    }

    @Test
    void littleDataIsNoBasis() {
        assertThat(why(keyed(9.9, 500, 250)))
                .isEqualTo("count read fewer than 100 records between the samples");
        assertThat(why(keyed(1_000, 99, 99))).isEqualTo("count is less than 10 % busy");
        assertThat(why(keyed(-400, 500, 250)))
                .as("counters that went back")
                .isEqualTo("no records or no busy time of count in both samples");
        assertThat(
                        why(
                                JobBuilder.job("j")
                                        .vertex(
                                                "count",
                                                v -> v.metric("numRecordsIn", 0, 0, 0, 9))))
                .isEqualTo("it takes two samples, 5 s apart or more");
    }
}
