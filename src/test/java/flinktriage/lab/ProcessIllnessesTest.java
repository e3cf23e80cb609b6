package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to processes: they run out of memory, and they die. */
@Tag("lab")
@Timeout(480)
class ProcessIllnessesTest {

    private static final Duration SOON = Duration.ofSeconds(150);

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aKilledTaskManagerIsNamedForTheJobThatWaitsForItsSlots(FlinkVersion version)
            throws Exception {
        Map<String, String> quick =
                Map.of("heartbeat.interval", "2000", "heartbeat.timeout", "25000");
        try (StandaloneCluster cluster = StandaloneCluster.start(version, directory, 2, quick)) {
            RunningJob job = cluster.submit(ProcessIllness.ON_TWO_TASK_MANAGERS);
            job.awaitRunningFor(Duration.ofSeconds(10));

            cluster.killTaskManager("tm-1");
            job.awaitUntil("the job has failed", SOON, () -> failures(job).size() > 0);
            Diagnosed atOnce = Diagnosed.of(job);
            job.awaitUntil("it waits for half a minute", SOON, () -> waiting(job) > 35_000);
            Diagnosed later = Diagnosed.of(job);
            cluster.addTaskManager();
            Diagnosed replaced = Diagnosed.of(job.awaitRunningFor(Duration.ofSeconds(25)));

            // How often it is tried anew until then, and so how bad it looks, is Flink's affair.
            assertThat(atOnce.causes())
                    .as(atOnce.out())
                    .containsExactly("WARNING FT-TM-005 LOST tm-1");
            assertThat(atOnce.explained("FT-TM-005")).contains("FT-RS-001");
            assertThat(later.causes())
                    .as(later.out())
                    .containsExactly("WARNING FT-TM-005 LOST tm-1");
            assertThat(later.explained("FT-TM-005")).contains("FT-TM-004", "FT-RS-001");
            assertThat(replaced.causes())
                    .as(replaced.out())
                    .containsExactly("WARNING FT-TM-005 REPLACED tm-1");
            assertThat(replaced.explained("FT-TM-005")).contains("FT-RS-001");
        }
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void stateThatFillsTheHeapIsNamedBeforeAndAfterTheHeapIsFull(FlinkVersion version)
            throws Exception {
        try (StandaloneCluster cluster = StandaloneCluster.start(version, directory, 1, Map.of())) {
            RunningJob job = cluster.submit(ProcessIllness.STATE_FILLS_HEAP);
            job.awaitUntil("state grows", SOON, () -> stateMegabytes(job) > 40);
            Diagnosed before = Diagnosed.of(job);
            job.awaitUntil("the heap is full", SOON, () -> ranOut(job));
            job.awaitUntil("it is started again", SOON, () -> running(job));
            Diagnosed after = Diagnosed.of(job);

            assertThat(before.causes())
                    .as(before.out())
                    .first()
                    .isEqualTo("WARNING FT-ST-001 GROWING thumbnails");
            // Where the TaskManager has just died of it, nobody says how large its heap was.
            String cause =
                    after.unknown().contains("FT-ST-004")
                            ? "WARNING FT-TM-002 HEAP STATE_FILLS_HEAP"
                            : "WARNING FT-ST-00(1 GROWING thumbnails|4 HEAP_TOO_LARGE .*)";
            assertThat(after.causes()).as(after.out()).first().asString().matches(cause);
            assertThat(after.summary("FT-TM-002"))
                    .matches(".* failed .* ago because a TaskManager had no heap memory left");
            assertThat(after.summary("FT-RS-001")).contains("java.lang.OutOfMemoryError");
        }
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aLeakIsNamedByTheHeapThatItFills(FlinkVersion version) throws Exception {
        try (StandaloneCluster cluster = StandaloneCluster.start(version, directory, 1, Map.of())) {
            RunningJob job = cluster.submit(ProcessIllness.LEAK);
            job.awaitUntil("the heap is nearly full", SOON, () -> heapMegabytes(job) > 175);
            Diagnosed before = Diagnosed.of(job);
            job.awaitUntil("the heap is full", SOON, () -> ranOut(job));
            job.awaitUntil("it is started again", SOON, () -> running(job));
            Diagnosed after = Diagnosed.of(job);

            assertThat(before.codes()).as(before.out()).contains("FT-TM-002");
            assertThat(after.causes())
                    .as(after.out())
                    .first()
                    .isEqualTo("WARNING FT-TM-002 HEAP " + ProcessIllness.LEAK);
            assertThat(after.summary("FT-RS-001")).contains("java.lang.OutOfMemoryError");
        }
    }

    private static JsonNode failures(RunningJob job) {
        return job.job("/exceptions").at("/exceptionHistory/entries");
    }

    private static boolean ranOut(RunningJob job) {
        return failures(job).toString().contains("java.lang.OutOfMemoryError: Java heap space");
    }

    private static boolean running(RunningJob job) {
        return job.job("").path("state").asText().equals("RUNNING");
    }

    /** Since the job was started again without getting all its slots. */
    private static long waiting(RunningJob job) {
        JsonNode all = job.job("");
        return all.path("now").asLong() - all.at("/timestamps/RUNNING").asLong();
    }

    private static long stateMegabytes(RunningJob job) {
        return job.job("/checkpoints").at("/latest/completed/state_size").asLong() >> 20;
    }

    private static long heapMegabytes(RunningJob job) {
        String heap = "/taskmanagers/metrics?agg=max&get=Status.JVM.Memory.Heap.Used";
        return job.get(heap).at("/0/max").asLong() >> 20;
    }
}
