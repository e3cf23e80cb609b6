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
                        orders: the cluster does not restart failed jobs, unless the job says otherwise
                        """);
    }

    @Test
    void halfOfTheAttemptsUsedUpIsMentioned() {
        Map<String, String> keys =
                Map.of(
                        "restart-strategy.type",
                        "fixed-delay",
                        "restart-strategy.fixed-delay.attempts",
                        "10");

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
        Job job = job("orders").configuration(Map.of()).restarts(1).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.RESTARTS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }
}
