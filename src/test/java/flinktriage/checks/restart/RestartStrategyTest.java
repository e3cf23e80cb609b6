package flinktriage.checks.restart;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.Said;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestartStrategyTest {

    private final RestartStrategy check = new RestartStrategy();

    @ParameterizedTest
    @ValueSource(strings = {"restart-strategy.type", "restart-strategy"})
    void aClusterThatDoesNotRestartIsMentioned(String key) {
        Job job = job("orders").configuration(Map.of(key, "none")).restarts(0).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO NONE job orders
                        orders: the cluster does not restart failed jobs, unless the job sets another strategy
                        """);
    }

    @Test
    void halfOfTheAttemptsUsedUpIsMentioned() {
        Map<String, String> keys =
                Map.of(
                        "restart-strategy.type",
                        "fixed-delay",
                        "restart-strategy.fixed-delay.attempts",
                        "10",
                        "restart-strategy.fixed-delay.delay",
                        "1 min");

        assertThat(Said.by(check, job("orders").configuration(keys).restarts(5).build()))
                .isEqualTo(
                        """
                        INFO EXHAUSTIBLE job orders
                        orders: 5 of the 10 restarts that the cluster allows are used up
                        - restarts since the JobManager began to count: 5 (limit 10)
                        """);
        assertThat(Said.by(check, job("orders").configuration(keys).restarts(4).build()))
                .isEqualTo("healthy");
    }

    @Test
    void aShortOutageThatUsesUpAllRestartsIsMentioned() {
        assertThat(Said.by(check, fixedDelay("59", "10 s")))
                .isEqualTo(
                        """
                        INFO EXHAUSTIBLE job orders
                        orders: an outage of more than 9 min 50 s uses up the restarts that the cluster allows, and then the job fails, unless the job sets another strategy
                        - restarts times the delay before each: 9 min 50 s (limit 10 min)
                        """);
        assertThat(Said.by(check, fixedDelay("60", "10000"))).isEqualTo("healthy");
        assertThat(Said.by(check, fixedDelay("20", "PT30S"))).isEqualTo("healthy");
        assertThat(Said.by(check, fixedDelay("19", "PT30S"))).startsWith("INFO EXHAUSTIBLE");
        assertThat(Said.by(check, fixedDelay("1", "1 fortnight"))).isEqualTo("healthy");
    }

    @Test
    void aFailureRateIsUsedUpOnlyIfItsRestartsFitIntoTheInterval() {
        assertThat(Said.by(check, failureRate("3", "5 min", "30 s")))
                .contains("an outage of more than 1 min 30 s uses up");
        assertThat(Said.by(check, failureRate("10", "5 min", "30 s"))).isEqualTo("healthy");
    }

    private static Job fixedDelay(String attempts, String delay) {
        return job("orders")
                .configuration(
                        Map.of(
                                "restart-strategy.type",
                                "fixed-delay",
                                "restart-strategy.fixed-delay.attempts",
                                attempts,
                                "restart-strategy.fixed-delay.delay",
                                delay))
                .restarts(0)
                .build();
    }

    private static Job failureRate(String failures, String interval, String delay) {
        return job("orders")
                .configuration(
                        Map.of(
                                "restart-strategy.type",
                                "failure-rate",
                                "restart-strategy.failure-rate.max-failures-per-interval",
                                failures,
                                "restart-strategy.failure-rate.failure-rate-interval",
                                interval,
                                "restart-strategy.failure-rate.delay",
                                delay))
                .restarts(0)
                .build();
    }

    @Test
    void flinksDefaultAndUnreadableNumbersAreHealthy() {
        Map<String, String> garbage =
                Map.of(
                        "restart-strategy.type",
                        "fixed-delay",
                        "restart-strategy.fixed-delay.attempts",
                        "many");

        assertThat(Said.by(check, job("orders").configuration(Map.of()).restarts(99).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, job("orders").configuration(garbage).restarts(99).build()))
                .isEqualTo("healthy");
    }

    @Test
    void onlyTheConfigurationIsEssential() {
        Job job = fixedDelay("10", "1 min");

        Examined.needsAbsentGiveUnknown(check, job, Need.RESTARTS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }
}
