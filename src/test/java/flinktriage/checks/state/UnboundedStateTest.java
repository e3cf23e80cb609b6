package flinktriage.checks.state;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.detail;
import static flinktriage.world.Checkpoints.inProgress;
import static flinktriage.world.Checkpoints.seconds;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.CheckpointDetail;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import org.junit.jupiter.api.Test;

class UnboundedStateTest {

    private static final long MB = 1 << 20;

    private static final String DISTINCT =
            "[5]:GroupAggregate(groupBy=[id, amount], select=[id, amount])\n+- out[6]: Writer\n";
    private static final String WINDOW =
            "[3]:WindowAggregate(groupBy=[id], window=[TUMBLE(win_end=[$w], size=[5 min])],"
                    + " select=[id, COUNT(*) AS c])\n";

    private final UnboundedState check = new UnboundedState();

    @Test
    void theOperatorThatHoldsMostOfTheStateAndNeverDropsAnyIsNamed() {
        Job job = sql().checkpointDetails(sizes(25, 75)).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        INFO UNBOUNDED_OPERATOR vertex distinct operator GroupAggregate[5]
                        distinct: GroupAggregate[5] keeps one entry per distinct row, and only a state TTL removes any; the vertex holds 75 MB of state
                        - share of the job's state: 75 % (limit 25 %)
                        - state of the vertex: 75 MB (limit 16 MB)
                        """);
    }

    @Test
    void aQuarterOfTheStateCountsAndLessDoesNot() {
        Job quarter = sql().checkpointDetails(sizes(75, 25)).build();
        Job less = sql().checkpointDetails(sizes(76, 24)).build();

        assertThat(Said.by(check, quarter)).startsWith("INFO UNBOUNDED_OPERATOR vertex distinct");
        assertThat(Said.by(check, less)).isEqualTo("healthy");
    }

    @Test
    void littleStateIsHealthy() {
        Job job = sql().checkpointDetails(sizes(0, 15)).build();

        assertThat(Said.by(check, job)).isEqualTo("healthy");
    }

    @Test
    void withoutSqlOrACheckpointItIsNotApplicable() {
        Job dataStream =
                job("orders")
                        .vertex("distinct", v -> v.description("remember everything\n"))
                        .checkpointDetails(sizes(0, 100))
                        .build();
        Job young = sql().checkpointDetails(detail(inProgress(1, seconds(1))).build()).build();

        assertThat(Said.by(check, dataStream))
                .isEqualTo("not applicable: no SQL operators: their plan says what they keep");
        assertThat(Said.by(check, young))
                .isEqualTo("not applicable: no checkpoint has completed yet");
    }

    @Test
    void itNeedsThePlanAndTheDetails() {
        Job job = sql().checkpointDetails(sizes(0, 100)).build();

        Examined.needsAbsentGiveUnknown(check, job);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static CheckpointDetail sizes(long windowMegabytes, long distinctMegabytes) {
        return detail(completed(1, seconds(20), seconds(1)))
                .state("window", windowMegabytes * MB)
                .state("distinct", distinctMegabytes * MB)
                .build();
    }

    private static JobBuilder sql() {
        return job("orders")
                .vertex("window", v -> v.description(WINDOW))
                .vertex("distinct", v -> v.description(DISTINCT).input("window", "HASH"));
    }
}
