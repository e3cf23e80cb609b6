package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.taskManager;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Exceptions.ofTheJob;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.TaskManager;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Slots that are missing, and three different reasons for it. */
class SlotIncidentsTest {

    // https://github.com/apache/flink/pull/16457
    @Test
    void noTaskManagerAtAllIsSaidAsSuch() {
        Diagnosed diagnosed =
                Diagnosed.of(
                        waiting("no-pods", 4, 4)
                                .exceptions(
                                        ofTheJob(
                                                Duration.ofMinutes(1),
                                                "org.apache.flink.runtime.jobmanager.scheduler."
                                                        + "NoResourceAvailableException: Could not"
                                                        + " acquire the minimum required resources.")));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        CRITICAL
                        FT-TM-004 NO_SLOTS no-pods
                          FT-RS-001 RESTARTED no-pods (info)
                          FT-RS-002 NOT_RUNNING no-pods
                        """);
        assertThat(diagnosed.says("FT-TM-004"))
                .isEqualTo(
                        "no-pods waits for slots, it needs 4: no TaskManager is registered; Flink"
                                + " has given up waiting for them");
    }

    // https://github.com/GoogleCloudPlatform/flink-on-k8s-operator/issues/276
    @Test
    void halfOfTheTaskManagersIsAQuestionOfCapacityWithBothNumbers() {
        TaskManager[] half = {
            taskManager("tm1", 1, 0),
            taskManager("tm2", 1, 0),
            taskManager("tm3", 1, 0),
            taskManager("tm4", 1, 0)
        };

        Diagnosed diagnosed = Diagnosed.of(waiting("pending-pods", 8, 4, half));

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-TM-004 NO_SLOTS pending-pods
                          FT-RS-002 NOT_RUNNING pending-pods
                        """);
        assertThat(diagnosed.says("FT-TM-004"))
                .isEqualTo(
                        "pending-pods waits for slots, it needs 8: 0 of 4 slots are free, at least"
                                + " 4 too few");
    }

    // https://github.com/apache/hudi/issues/7073
    @Test
    void writersThatMustAllRunAtOnceAndDoNotFitAreMissingSlots() {
        Diagnosed diagnosed =
                Diagnosed.of(waiting("bulk-insert", 8, 8, taskManager("tm1", 4, 4)).batch());

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-TM-004 NO_SLOTS bulk-insert\n");
        assertThat(diagnosed.says("FT-TM-004"))
                .endsWith("it needs 8: 4 of 4 slots are free, at least 4 too few");
    }

    @Test
    void aBatchJobThatRunsInTheSlotsThereAreIsNoAlarm() {
        Map<String, Integer> half = Map.of("RUNNING", 4, "SCHEDULED", 4);
        JobBuilder world =
                waiting("in-turn", 8, 8, taskManager("tm1", 4, 0))
                        .runningFor(Duration.ofHours(1))
                        .vertex("Source: in", v -> v.state("RUNNING", half))
                        .batch();

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\nnote FT-TM-004 NO_SLOTS in-turn (info)\n");
        assertThat(diagnosed.says("FT-TM-004")).endsWith("; a batch job takes them in turn");
    }

    @Test
    void freeSlotsThatAreNotTakenDoNotFit() {
        Diagnosed diagnosed = Diagnosed.of(waiting("profiles", 4, 4, taskManager("tm1", 8, 8)));

        assertThat(diagnosed.says("FT-TM-004"))
                .contains("8 of 8 slots are free, so what it asks for does not fit them");
    }

    // https://github.com/TouK/nussknacker/issues/8558
    @Test
    void aFullTaskManagerWithEvenRecordsIsNoDataSkew() {
        JobBuilder world =
                Calm.job("one-machine")
                        .taskManagers(taskManager("tm1", 6, 1), taskManager("tm2", 5, 5))
                        .taskManagerMetric("Status.JVM.CPU.Load", 0.02, 0.97, 0.5, 1)
                        .vertex("Source: in", v -> source(v, 5, 5_000).backpressured(all(5, 0.6)))
                        .vertex(
                                "enrich",
                                v ->
                                        vertex(v, 5, 5_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(5, 0.9)));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 BUSY enrich\n");
        assertThat(diagnosed.says("FT-BP-001"))
                .isEqualTo(
                        "enrich cannot keep up: busy 90 % on 5 of 5 subtasks, and it computes; all of"
                                + " them run on tm1, while other TaskManagers have 5 free slots");
    }

    @Test
    void subtasksOnOneTaskManagerAreNoNewsWhereNoOtherHasRoomOrNoCpuIsFull() {
        assertThat(crowded(taskManager("tm2", 5, 0), 0.97).says("FT-BP-001"))
                .endsWith("on 5 of 5 subtasks, and it computes");
        assertThat(crowded(taskManager("tm2", 5, 5), 0.79).says("FT-BP-001"))
                .endsWith("on 5 of 5 subtasks, and it computes");
    }

    private static Diagnosed crowded(TaskManager other, double load) {
        return Diagnosed.of(
                Calm.job("one-machine")
                        .taskManagers(taskManager("tm1", 6, 1), other)
                        .taskManagerMetric("Status.JVM.CPU.Load", 0.3, load, 0.5, 1)
                        .vertex("Source: in", v -> source(v, 5, 5_000).backpressured(all(5, 0.6)))
                        .vertex(
                                "enrich",
                                v ->
                                        vertex(v, 5, 5_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(5, 0.9))));
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/801
    @Test
    void aJobThatIsRunningWhileItsTasksAreNotIsNotWithoutInput() {
        JobBuilder world =
                Calm.job("restoring")
                        .runningFor(Duration.ofMinutes(3))
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, 0)
                                                .state("INITIALIZING", Map.of("INITIALIZING", 4)))
                        .vertex(
                                "out",
                                v ->
                                        vertex(v, 4, 0)
                                                .state("INITIALIZING", Map.of("INITIALIZING", 4))
                                                .input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-RS-002 NOT_RUNNING restoring\n");
        assertThat(diagnosed.says("FT-RS-002"))
                .isEqualTo("restoring: 8 of 8 tasks do not run, 3 min after the job was started");
        assertThat(diagnosed.lacks("FT-BP-001")).isEqualTo("no vertex has all its tasks running");
    }

    // https://github.com/apache/beam/pull/8636
    @Test
    void oneTaskManagerTooFewIsShownByBothNumbers() {
        TaskManager[] four = {
            taskManager("tm1", 1, 1),
            taskManager("tm2", 1, 1),
            taskManager("tm3", 1, 1),
            taskManager("tm4", 1, 1)
        };

        assertThat(Diagnosed.of(waiting("load-test", 5, 5, four)).says("FT-TM-004"))
                .isEqualTo(
                        "load-test waits for slots, it needs 5: 4 of 4 slots are free, at least 1"
                                + " too few");
    }

    @Test
    void placementDoesNotTurnAnIdleMachineIntoAWarning() {
        JobBuilder world =
                Calm.job("calm-machine")
                        .taskManagers(taskManager("tm1", 6, 1), taskManager("tm2", 5, 5))
                        .vertex("Source: in", v -> source(v, 5, 5_000))
                        .vertex("out", v -> vertex(v, 5, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(cores(world, 1)).text()).isEqualTo("OK\n");
    }

    private static JobBuilder waiting(
            String name, int parallelism, int scheduled, TaskManager... taskManagers) {
        Map<String, Integer> tasks =
                scheduled == parallelism
                        ? Map.of("SCHEDULED", scheduled)
                        : Map.of("SCHEDULED", scheduled, "DEPLOYING", parallelism - scheduled);
        return Calm.job(name)
                .runningFor(Duration.ofMinutes(4))
                .taskManagers(taskManagers)
                .vertex("Source: in", v -> source(v, parallelism, 0).state("SCHEDULED", tasks))
                .vertex(
                        "out",
                        v ->
                                vertex(v, parallelism, 0)
                                        .state("SCHEDULED", tasks)
                                        .input("Source: in", "HASH"));
    }
}
