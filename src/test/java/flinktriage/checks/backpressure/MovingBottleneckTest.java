package flinktriage.checks.backpressure;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MovingBottleneckTest {

    private static final Duration BEFORE = Duration.ofSeconds(12);

    private final MovingBottleneck check = new MovingBottleneck();

    @Test
    void twoSamplesThatNameDifferentVerticesAreNoted() {
        Job job = world(950, 300, 200, 900).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO MOVING vertex count
                        count is the busy vertex below the backpressure now, and 12 s before it was parse: the bottleneck moves
                        - busy time of count now: 90 % (limit 80 %)
                        - busy time of parse 12 s before: 95 % (limit 80 %)
                        """);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    @Test
    void theLimitsBelongToTheSuspects() {
        assertThat(Examined.of(check, world(800, 300, 200, 800).build()).findings()).hasSize(1);
        assertThat(Said.by(check, world(799, 300, 200, 800).build())).isEqualTo("healthy");
        assertThat(Said.by(check, world(800, 300, 200, 799).build())).isEqualTo("healthy");
    }

    @Test
    void aVertexThatBothSamplesNameDoesNotMove() {
        assertThat(Said.by(check, world(950, 300, 950, 900).build())).isEqualTo("healthy");
    }

    @Test
    void busyVerticesBelowInputsWithoutBackpressureAreNoSuspects() {
        Job job =
                job("orders")
                        .vertex("source", v -> times(v, 100, 99, 100, 99))
                        .vertex("parse", v -> times(v.input("source", "HASH"), 950, 99, 200, 99))
                        .vertex("count", v -> times(v.input("parse", "HASH"), 300, 0, 900, 0))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void oneSampleCannotDisagree() {
        Job job =
                job("orders")
                        .vertex("map", v -> v.metric("busyTimeMsPerSecond", 900, 900, 900, 900))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("not applicable: there is one sample only");
    }

    @Test
    void samplesOfOneFetchAreOne() {
        Job job =
                job("orders")
                        .vertex(
                                "map",
                                v ->
                                        v.metricAgo(BEFORE, "busyTimeMsPerSecond", 1, 1, 1, 1)
                                                .metricAgo(
                                                        BEFORE, "idleTimeMsPerSecond", 1, 1, 1, 1))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("not applicable: there is one sample only");
    }

    @Test
    void aJobThatDoesNotRunOrIsYoungIsNotJudged() {
        assertThat(Said.by(check, world(950, 300, 200, 900).state(JobState.RESTARTING).build()))
                .isEqualTo("not applicable: no vertex of the job has all its tasks running");
        assertThat(
                        Said.by(
                                check,
                                job("orders")
                                        .vertex(
                                                "map",
                                                v -> v.state("CREATED", Map.of("SCHEDULED", 1)))
                                        .build()))
                .isEqualTo("not applicable: no vertex of the job has all its tasks running");
        assertThat(
                        Said.by(
                                check,
                                world(950, 300, 200, 900)
                                        .runningFor(Duration.ofSeconds(74))
                                        .build()))
                .isEqualTo(
                        "unknown: the job has been running for less than 1 min 15 s: its averages"
                                + " still fill");
    }

    @Test
    void withoutMetricsOrBusyTimesItIsUnknown() {
        Examined.needsAbsentGiveUnknown(check, world(950, 300, 200, 900).build());
        assertThat(
                        Said.by(
                                check,
                                job("orders")
                                        .vertex("map", v -> v.metric("numRecordsIn", 1, 1, 1, 1))
                                        .build()))
                .isEqualTo(
                        "unknown: no busyTimeMsPerSecond: not exposed by this cluster (GET /world)");
    }

    /** source --> parse --> count, everything above a busy vertex backpressured. */
    private static JobBuilder world(
            double parseBefore, double countBefore, double parseNow, double countNow) {
        return job("orders")
                .vertex("source", v -> times(v, 100, 100, 100, 100))
                .vertex(
                        "parse",
                        v -> times(v.input("source", "HASH"), parseBefore, 100, parseNow, 100))
                .vertex("count", v -> times(v.input("parse", "HASH"), countBefore, 0, countNow, 0));
    }

    /** Milliseconds per second of one subtask. */
    private static VertexBuilder times(
            VertexBuilder v, double busyBefore, double bpBefore, double busyNow, double bpNow) {
        String busy = "busyTimeMsPerSecond";
        String backpressured = "backPressuredTimeMsPerSecond";
        return v.metricAgo(BEFORE, busy, 0, busyBefore, 0, 0)
                .metricAgo(BEFORE, backpressured, 0, bpBefore, 0, 0)
                .metric(busy, 0, busyNow, 0, 0)
                .metric(backpressured, 0, bpNow, 0, 0);
    }
}
