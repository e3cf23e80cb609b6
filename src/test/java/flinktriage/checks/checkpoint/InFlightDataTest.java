package flinktriage.checks.checkpoint;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.inFlight;
import static flinktriage.world.Checkpoints.savepoint;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.Checkpoints.unaligned;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Checkpoint;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.Said;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InFlightDataTest {

    private static final long MB = 1 << 20;

    private final InFlightData check = new InFlightData();

    @Test
    void inFlightDataThatIsHalfOfTwoCheckpointsInARowIsNoted() {
        Job job = world(newest(200, 100), older(200, 150));

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO INFLIGHT job orders
                        orders: checkpoint 8 carries 100 MB of in-flight data, 50 % of its size, and a recovery reads it all
                        - in-flight data of checkpoint 8: 100 MB (limit 64 MB)
                        - share of the checkpoint's size: 50 % (limit 50 %)
                        """);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    @Test
    void aGigabyteInFlightIsAWarning() {
        assertThat(Said.by(check, world(newest(1_025, 1_024), older(1_025, 1_024))))
                .startsWith("WARNING INFLIGHT")
                .contains("- in-flight data of checkpoint 8: 1 GB (limit 1 GB)");
        assertThat(Said.by(check, world(newest(1_025, 1_023), older(1_025, 1_024))))
                .startsWith("INFO INFLIGHT");
    }

    @Test
    void theLimitsAreTheSmallestThatCount() {
        assertThat(Said.by(check, world(newest(128, 64), older(128, 64)))).startsWith("INFO");
        assertThat(Said.by(check, world(newest(100, 63), older(100, 64)))).isEqualTo("healthy");
        assertThat(Said.by(check, world(newest(129, 64), older(128, 64)))).isEqualTo("healthy");
    }

    @Test
    void oneBurstIsHealthyAndSoAreSavepoints() {
        assertThat(Said.by(check, world(newest(200, 100), older(200, 1)))).isEqualTo("healthy");
        assertThat(Said.by(check, world(newest(200, 100)))).isEqualTo("healthy");
        assertThat(Said.by(check, world(newest(200, 100), savepoint(older(200, 150)))))
                .isEqualTo("healthy");
    }

    @Test
    void alignedCheckpointsCarryNone() {
        Job job =
                job("orders")
                        .checkpointConfig(every(Duration.ofMinutes(1)))
                        .checkpoints(history(completed(8, seconds(60), seconds(2), 200 * MB)))
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("not applicable: checkpoints are aligned");
        assertThat(Said.by(check, world()))
                .isEqualTo("not applicable: no checkpoint has completed yet");
    }

    @Test
    void withoutTheHistoryOrTheConfigurationItIsUnknown() {
        Examined.needsAbsentGiveUnknown(check, world(newest(200, 100), older(200, 150)));
    }

    private static Checkpoint newest(long megabytes, long inFlight) {
        return inFlight(completed(8, seconds(60), seconds(9), megabytes * MB), inFlight * MB);
    }

    private static Checkpoint older(long megabytes, long inFlight) {
        return inFlight(completed(7, seconds(120), seconds(9), megabytes * MB), inFlight * MB);
    }

    private static Job world(Checkpoint... newestFirst) {
        return job("orders")
                .checkpointConfig(unaligned(every(Duration.ofMinutes(1))))
                .checkpoints(history(newestFirst))
                .build();
    }
}
