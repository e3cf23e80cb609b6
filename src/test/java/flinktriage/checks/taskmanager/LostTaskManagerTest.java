package flinktriage.checks.taskmanager;

import static flinktriage.world.Exceptions.failure;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.JobState;
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

    @Test
    void aKilledOneThatIsStillListedIsNotSaidToBeBack() {
        JobBuilder running =
                job("orders")
                        .vertex("map", v -> {})
                        .exceptions(failure(Duration.ofSeconds(12), "map (1/2)", CLOSED));

        Job killed = running.taskManagers(silent("tm-2", Duration.ofSeconds(15))).build();
        Job back = running.taskManagers(silent("tm-2", Duration.ofSeconds(5))).build();

        assertThat(Said.by(check, killed))
                .startsWith("WARNING REPLACED task_manager tm-2\ntm-2 was lost 12 s ago\n");
        assertThat(Said.by(check, back))
                .startsWith(
                        "INFO REPLACED task_manager tm-2\n"
                                + "tm-2 was lost 12 s ago and is registered again\n");
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
                "Cannot deploy task map (1/2) (cbc_0_1) - TaskManager (tm-9 @ host"
                        + " (dataPort=41781)) not responding after a rpcTimeout of 10000 ms | tm-9",
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
    void severalThatWereLostOneAfterTheOtherAreOneFindingAboutTheLast() {
        Job two =
                waiting()
                        .exceptions(
                                failure(Duration.ofSeconds(20), "map (1/2)", heartbeat("tm-4")),
                                failure(Duration.ofSeconds(80), "map (1/2)", heartbeat("tm-3")))
                        .build();
        Job four =
                waiting()
                        .exceptions(
                                failure(Duration.ofSeconds(20), "map (1/2)", heartbeat("tm-4")),
                                failure(Duration.ofSeconds(80), "map (1/2)", heartbeat("tm-3")),
                                failure(Duration.ofSeconds(140), "map (1/2)", heartbeat("tm-2")),
                                failure(Duration.ofSeconds(200), "map (1/2)", heartbeat("tm-1")))
                        .build();

        assertThat(Said.by(check, two))
                .contains(
                        "tm-4 was lost 20 s ago, after tm-3; not all tasks of the job run again yet\n");
        assertThat(Said.by(check, four))
                .isEqualTo(
                        """
                        WARNING LOST task_manager tm-4
                        tm-4 was lost 20 s ago, after tm-3 and 2 more; not all tasks of the job run again yet
                        - time since it was lost: 20 s (limit 10 min)
                        - TaskManagers lost in that time: 4
                        - registered TaskManagers: 1
                        """);
    }

    @Test
    void onlyIfEachOfThemIsBackItIsJustANote() {
        JobBuilder running =
                job("orders")
                        .vertex("map", v -> {})
                        .exceptions(
                                failure(Duration.ofMinutes(3), "map (1/2)", heartbeat("tm-2")),
                                failure(Duration.ofMinutes(4), "map (1/2)", heartbeat("tm-3")));

        assertThat(Said.by(check, running.taskManagers(taskManager("tm-2")).build()))
                .startsWith("WARNING REPLACED task_manager tm-2\n");
        assertThat(
                        Said.by(
                                check,
                                running.taskManagers(taskManager("tm-2"), taskManager("tm-3"))
                                        .build()))
                .startsWith("INFO REPLACED task_manager tm-2\n");
    }

    @Test
    void oneThatStillIsRegisteredButDoesNotAnswerIsSilent() {
        Job job = hanging(Duration.ofSeconds(41)).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING SILENT task_manager tm-2
                        tm-2 has not answered Flink for 41 s; it is not given up yet
                        - age of its last heartbeat: 41 s (limit 30 s)
                        - tasks of the job on it: 2
                        """);
    }

    @Test
    void fromThreeMissedHeartbeatsOnItCounts() {
        assertThat(Said.by(check, hanging(Duration.ofMillis(29_999)).build())).isEqualTo("healthy");
        assertThat(Said.by(check, hanging(Duration.ofMillis(30_000)).build()))
                .startsWith("WARNING SILENT");
    }

    @Test
    void rareHeartbeatsNeedMorePatienceAndFrequentOnesNotLess() {
        for (String rare : new String[] {"20000", "20 s", "PT20S"}) {
            JobBuilder world =
                    hanging(Duration.ofSeconds(59))
                            .configuration(Map.of("heartbeat.interval", rare));
            assertThat(Said.by(check, world.build())).as(rare).isEqualTo("healthy");
        }
        assertThat(
                        Said.by(
                                check,
                                hanging(Duration.ofSeconds(60))
                                        .configuration(Map.of("heartbeat.interval", "20 s"))
                                        .build()))
                .contains("- age of its last heartbeat: 1 min (limit 1 min)");
        for (String other : new String[] {"2 s", "soon"}) {
            Map<String, String> keys = Map.of("heartbeat.interval", other);
            assertThat(Said.by(check, hanging(Duration.ofSeconds(29)).configuration(keys).build()))
                    .isEqualTo("healthy");
            assertThat(Said.by(check, hanging(Duration.ofSeconds(30)).configuration(keys).build()))
                    .startsWith("WARNING SILENT");
        }
    }

    @Test
    void aSilentOneWithoutATaskOfTheJobIsNoMatterOfIt() {
        JobBuilder world = hanging(Duration.ofSeconds(41));

        assertThat(Said.by(check, world.vertex("map", v -> v.taskManagers("tm-1", "tm-1")).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, world.vertex("map", v -> v.taskManagers()).build()))
                .as("where the tasks are is not known")
                .startsWith("WARNING SILENT task_manager tm-2")
                .doesNotContain("tasks of the job on it");
    }

    @Test
    void ofSeveralSilentOnesTheLongestIsNamedAndTheOthersAreCounted() {
        Job job =
                hanging(Duration.ofSeconds(41))
                        .vertex("map", v -> v.taskManagers("tm-1", "tm-2"))
                        .taskManagers(
                                silent("tm-1", Duration.ofSeconds(33)),
                                silent("tm-2", Duration.ofSeconds(41)))
                        .build();

        assertThat(Examined.of(check, job).finding().summary())
                .isEqualTo(
                        "tm-2 has not answered Flink for 41 s, and 1 more do not either; it is not"
                                + " given up yet");
    }

    @Test
    void ofAJobThatHasEndedOrBeforeTheFirstHeartbeatNothingIsSaid() {
        assertThat(Said.by(check, hanging(Duration.ofSeconds(41)).state(JobState.CANCELED).build()))
                .isEqualTo("healthy");
        assertThat(
                        Said.by(
                                check,
                                hanging(Duration.ofSeconds(41))
                                        .taskManagers(taskManager("tm-2"))
                                        .build()))
                .isEqualTo("healthy");
    }

    @Test
    void onlyTheExceptionsAreEssential() {
        Job job =
                hanging(Duration.ofSeconds(41))
                        .configuration(Map.of())
                        .exceptions(failure(Duration.ofSeconds(5), "map (1/2)", CLOSED))
                        .build();

        Examined.needsAbsentGiveUnknown(
                check, job, Need.TASK_MANAGERS, Need.SUBTASKS, Need.CONFIGURATION);
        assertThat(Examined.of(check, job).read()).isEqualTo(check.spec().needs());
    }

    private static JobBuilder hanging(Duration silent) {
        return job("orders")
                .vertex("map", v -> v.parallelism(2).taskManagers("tm-2", "tm-2"))
                .exceptions()
                .taskManagers(taskManager("tm-1"), silent("tm-2", silent));
    }

    private static TaskManager silent(String id, Duration age) {
        return taskManager(id).silentFor(JobBuilder.present(age, "/taskmanagers"));
    }

    private static String heartbeat(String id) {
        return "java.util.concurrent.TimeoutException: The heartbeat of TaskManager with id "
                + id
                + " timed out.";
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
