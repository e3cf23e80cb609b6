package flinktriage.checks.state;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.inFlight;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import org.junit.jupiter.api.Test;

class StateSkewTest {

    private static final long MB = 1 << 20;

    private final StateSkew check = new StateSkew();

    @Test
    void aSubtaskWithThreeTimesTheStateOfItsSiblingsIsNoted() {
        Job job = states(100 * MB, 90 * MB, 300 * MB, 20 * MB);

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO SKEW vertex count[2]
                        count: subtask 2 holds 300 MB of state, while half of its siblings hold 90 MB or less
                        - state of subtask 2: 300 MB (limit 64 MB)
                        - median of its siblings: 90 MB
                        """);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    @Test
    void theFactorAndTheSizeAreTheSmallestThatCount() {
        assertThat(Said.by(check, states(30 * MB, 30 * MB, 90 * MB))).startsWith("INFO SKEW");
        assertThat(Said.by(check, states(30 * MB, 30 * MB, 90 * MB - 1))).isEqualTo("healthy");
        assertThat(Said.by(check, states(1, 1, 64 * MB))).startsWith("INFO SKEW");
        assertThat(Said.by(check, states(1, 1, 64 * MB - 1))).isEqualTo("healthy");
    }

    @Test
    void inFlightDataIsNoSkewOfState() {
        Job job =
                vertex().checkpointDetails(
                                detail(inFlight(completed(3, seconds(60), seconds(2)), 250 * MB))
                                        .subtaskStates("count", 20 * MB, 20 * MB, 300 * MB)
                                        .build())
                        .build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void littleStateAndASingleSubtaskAreHealthy() {
        assertThat(Said.by(check, states(0, 0, 40 * MB))).isEqualTo("healthy");
        Job one =
                job("orders")
                        .vertex("count", v -> {})
                        .checkpointDetails(
                                detail(completed(3, seconds(60), seconds(2)))
                                        .subtaskStates("count", 900 * MB)
                                        .build())
                        .build();
        assertThat(Said.by(check, one)).isEqualTo("healthy");
    }

    @Test
    void aVertexThatWasNotBrokenDownIsUnknown() {
        Job job =
                vertex().checkpointDetails(
                                detail(completed(3, seconds(60), seconds(2)))
                                        .state("count", 900 * MB)
                                        .build())
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        "unknown: count holds the most state, 900 MB, but its subtasks were not"
                                + " collected: only those of the vertex that acknowledged last are");
    }

    @Test
    void withoutACompletedCheckpointItIsNotApplicableAndWithoutDetailsUnknown() {
        Job none =
                vertex().checkpointDetails(
                                detail(inProgress(3, seconds(60)))
                                        .subtaskStates("count", 1, 900 * MB)
                                        .build())
                        .build();

        assertThat(Said.by(check, none))
                .isEqualTo("not applicable: no checkpoint has completed yet");
        Examined.needsAbsentGiveUnknown(check, states(30 * MB, 30 * MB, 90 * MB));
    }

    private static JobBuilder vertex() {
        return job("orders").vertex("count", v -> v.parallelism(3));
    }

    private static Job states(long... bytes) {
        return job("orders")
                .vertex("count", v -> v.parallelism(bytes.length))
                .checkpointDetails(
                        detail(completed(3, seconds(60), seconds(2)))
                                .subtaskStates("count", bytes)
                                .build())
                .build();
    }
}
