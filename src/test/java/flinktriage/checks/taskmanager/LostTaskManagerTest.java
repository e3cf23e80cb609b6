package flinktriage.checks.taskmanager;

import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.TaskManager;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LostTaskManagerTest {

    private static final String CLOSED =
            "org.apache.flink.runtime.io.network.netty.exception.RemoteTransportException:"
                    + " Connection unexpectedly closed by remote task manager"
                    + " '10.0.0.7/10.0.0.7:41781 [ tm-2 ] '. This might indicate that the remote"
                    + " task manager was lost.\n";

    private final LostTaskManager check = new LostTaskManager();

    @Test
    void theDeadOneIsNamedAndNotTheSurvivorThatNoticed() {
        Job job =
                waiting().exceptions(failure(Duration.ofSeconds(27), "map (1/2)", CLOSED)).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING LOST task_manager tm-2
                        tm-2 was lost 27 s ago; not all tasks of the job run again yet
                        - time since it was lost: 27 s (limit 10 min)
                        - registered TaskManagers: 1
                        """);
    }

    @Test
    void afterAMinuteWithoutTheJobItIsCritical() {
        Job minute =
                waiting().exceptions(failure(Duration.ofSeconds(60), "map (1/2)", CLOSED)).build();
        Job longer =
                waiting().exceptions(failure(Duration.ofSeconds(61), "map (1/2)", CLOSED)).build();

        assertThat(Said.by(check, minute)).startsWith("WARNING LOST");
        assertThat(Said.by(check, longer)).startsWith("CRITICAL LOST");
    }

    @Test
    void aJobThatRunsAgainIsTheLesserTrouble() {
        JobBuilder running =
                job("orders")
                        .vertex("map", v -> {})
                        .exceptions(failure(Duration.ofMinutes(3), "map (1/2)", CLOSED));

        assertThat(Said.by(check, running.taskManagers(taskManager("tm-3")).build()))
                .startsWith("WARNING REPLACED task_manager tm-2\ntm-2 was lost 3 min ago\n");
        assertThat(Said.by(check, running.taskManagers(taskManager("tm-2")).build()))
                .startsWith(
                        "INFO REPLACED task_manager tm-2\n"
                                + "tm-2 was lost 3 min ago and is registered again\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The heartbeat of TaskManager with id tm-9 timed out. | tm-9",
                "TaskManager with id 10.0.0.7:41781-a3(host:41781) is no longer reachable. |"
                        + " 10.0.0.7:41781-a3",
                "Connecting to remote task manager \"h/10.0.0.7:41781 [ tm-9 ] \" has failed. This"
                        + " might indicate that the remote task manager has been lost. | tm-9",
                "Lost connection to task manager \"h/10.0.0.7:41781\". This indicates that it was"
                        + " lost. | h/10.0.0.7:41781",
                "The TaskExecutor is shutting down. | 10.0.0.1:40000",
            })
    void allOfFlinksWordsForItAreKnown(String message, String id) {
        String trace = "a.B: " + message.replace('"', '\'') + "\n";
        Job job = waiting().exceptions(failure(Duration.ofSeconds(5), "map (1/2)", trace)).build();

        assertThat(Examined.of(check, job).finding().subject().name()).isEqualTo(id);
    }

    @Test
    void anErrorOnARemoteTaskManagerOrAnOldLossIsNone() {
        String error = "a.B: Error at remote task manager '10.0.0.7:41781 [ tm-2 ] '.\n";
        Job remote =
                waiting().exceptions(failure(Duration.ofSeconds(5), "map (1/2)", error)).build();
        Job old =
                waiting().exceptions(failure(Duration.ofSeconds(601), "map (1/2)", CLOSED)).build();

        assertThat(Said.by(check, remote)).isEqualTo("healthy");
        assertThat(Said.by(check, old)).isEqualTo("healthy");
    }

    @Test
    void onlyTheExceptionsAreEssential() {
        Job job = waiting().exceptions(failure(Duration.ofSeconds(5), "map (1/2)", CLOSED)).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.TASK_MANAGERS);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static JobBuilder waiting() {
        return job("orders")
                .vertex("map", v -> v.state("CREATED", Map.of("SCHEDULED", 1)))
                .taskManagers(taskManager("tm-1"));
    }

    private static TaskManager taskManager(String id) {
        return new TaskManager(id, 4, 0, 2, 1, 1, Optional.empty());
    }
}
