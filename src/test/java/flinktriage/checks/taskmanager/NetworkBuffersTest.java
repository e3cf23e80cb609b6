package flinktriage.checks.taskmanager;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkBuffersTest {

    private static final String NETTY = "Status.Shuffle.Netty.";

    private final NetworkBuffers check = new NetworkBuffers();

    @Test
    void tasksThatAskForMoreBuffersThanThereAreGetAWarning() {
        Job job = world(101, 3).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING BUFFERS task_manager tm-1
                        tm-1: tasks ask for 101 % of the network buffers that there are
                        - network buffers asked for, worst TaskManager: 101 % (limit 100 %)
                        - free network buffers, worst TaskManager: 3
                        - network buffers, largest TaskManager: 2,048
                        """);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    @Test
    void noFreeBufferIsNotedAndAtTheLimitOneIsEnough() {
        assertThat(Said.by(check, world(100, 0).build()))
                .startsWith(
                        """
                        INFO BUFFERS task_manager tm-1
                        tm-1: no network buffer is free, but tasks ask for no more than there are
                        """);
        assertThat(Said.by(check, world(100, 1).build())).isEqualTo("healthy");
    }

    @Test
    void withoutTheMetricsItIsUnknown() {
        Examined.needsAbsentGiveUnknown(check, world(101, 0).build(), Need.TASK_MANAGERS);
        assertThat(
                        Said.by(
                                check,
                                job("orders")
                                        .taskManagerMetric("Status.JVM.CPU.Load", 0, 1, 1, 1)
                                        .build()))
                .isEqualTo(
                        "unknown: no Status.Shuffle.Netty.AvailableMemorySegments: not exposed by"
                                + " this cluster (GET /world)");
    }

    private static JobBuilder world(double requestedPercent, double leastAvailable) {
        return job("orders")
                .taskManagers(new TaskManager("tm-1", 4, 0, 2, 1, 1, Optional.empty()))
                .taskManagerMetric(NETTY + "RequestedMemoryUsage", 0, requestedPercent, 0, 0)
                .taskManagerMetric(NETTY + "AvailableMemorySegments", leastAvailable, 900, 0, 0)
                .taskManagerMetric(NETTY + "TotalMemorySegments", 2_048, 2_048, 2_048, 2_048);
    }
}
