package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.CheckpointDetail.SubtaskCheckpoint;
import flinktriage.model.ExceptionHistory;
import flinktriage.model.JobException;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.TaskManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ParsersTest {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");

    @Test
    void readsTheDeprecatedRootExceptionIfThereIsNoHistory() throws IOException {
        ExceptionHistory history =
                ExceptionParser.history(
                        json(
                                """
                                {"root-exception":"java.io.IOException: disk\\n\\tat x","timestamp":7,
                                 "all-exceptions":[],"truncated":false}
                                """));

        assertThat(history)
                .isEqualTo(
                        new ExceptionHistory(
                                List.of(
                                        new JobException(
                                                "java.io.IOException",
                                                "java.io.IOException: disk\n\tat x",
                                                Instant.ofEpochMilli(7),
                                                Optional.empty(),
                                                Optional.empty(),
                                                List.of())),
                                false));
    }

    @Test
    void keepsTheLastCauseOfALongStackTrace() throws IOException {
        String trace = "a.B: x" + "\\n\\tat frame".repeat(5_000) + "\\nCaused by: c.D: y";

        JobException exception =
                ExceptionParser.history(
                                json(
                                        "{\"exceptionHistory\":{\"entries\":[{\"stacktrace\":\""
                                                + trace
                                                + "\"}]}}"))
                        .entries()
                        .get(0);

        assertThat(exception.exceptionClass()).isEqualTo("a.B");
        assertThat(exception.stackTrace().length()).isLessThanOrEqualTo(16_000);
        assertThat(exception.stackTrace()).startsWith("a.B: x").endsWith("Caused by: c.D: y");
    }

    @Test
    void readsSubtasksThatDidNotAcknowledge() throws IOException {
        Json json =
                json(
                        """
                        {"subtasks":[
                          {"index":2,"className":"pending","status":"pending_or_failed"},
                          {"index":3,"className":"completed","aborted":true,"start_delay":5,"end_to_end_duration":9,
                           "state_size":1,"alignment":{"duration":-1},"checkpoint":{"sync":1,"async":2}}]}
                        """);

        List<SubtaskCheckpoint> subtasks = CheckpointParser.subtasks(reply(200, "{}"), json, NOW);

        assertThat(subtasks)
                .extracting(SubtaskCheckpoint::subtask, SubtaskCheckpoint::acknowledged)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(2, false),
                        org.assertj.core.groups.Tuple.tuple(3, false));
        assertThat(missing(subtasks.get(0).startDelay())).isEqualTo(Missing.Why.NOT_YET);
        assertThat(subtasks.get(1).startDelay().require()).isEqualTo(5);
        assertThat(missing(subtasks.get(1).alignment())).isEqualTo(Missing.Why.SENTINEL);
        assertThat(missing(subtasks.get(1).duration())).isEqualTo(Missing.Why.NOT_YET);
    }

    @Test
    void takesZeroOfEverythingForNoData() {
        Fetched reply =
                reply(
                        200,
                        """
                        {"status":"ok","subtasks":[
                          {"subtask":3,"ratio":0.0,"idleRatio":0.0,"busyRatio":0.0},
                          {"subtask":1,"ratio":0.0,"idleRatio":0.0},
                          {"subtask":0,"ratio":1.002,"idleRatio":0.0,"busyRatio":0.0},
                          {"subtask":0,"ratio":0.5,"idleRatio":0.5,"busyRatio":0.0}]}
                        """);

        List<SubtaskTimes> times = VertexParser.times(reply, true, NOW).require();

        assertThat(times).extracting(SubtaskTimes::subtask).containsExactly(0, 1, 3);
        assertThat(times.get(0).backpressured().require()).isEqualTo(1.0);
        assertThat(times.get(0).busy().require()).isZero();
        for (SubtaskTimes none : times.subList(1, 3)) {
            assertThat(missing(none.busy())).isEqualTo(Missing.Why.NOT_YET);
            assertThat(missing(none.backpressured())).isEqualTo(Missing.Why.NOT_YET);
            assertThat(missing(none.idle())).isEqualTo(Missing.Why.NOT_YET);
        }
    }

    @Test
    void doesNotTakeAStartingTaskForALegacySource() {
        Fetched reply =
                reply(
                        200,
                        """
                        {"status":"ok","subtasks":[{"subtask":0,"ratio":0.0,"idleRatio":0.0,"busyRatio":"NaN"}]}
                        """);

        SubtaskTimes starting = VertexParser.times(reply, false, NOW).require().get(0);

        assertThat(missing(starting.backpressured())).isEqualTo(Missing.Why.NOT_YET);
    }

    @Test
    void takesNoMetricsForNotYet() {
        assertThat(missing(VertexParser.times(reply(500, "{\"errors\":[]}"), true, NOW)))
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(
                        missing(
                                VertexParser.times(
                                        reply(200, "{\"status\":\"deprecated\"}"), true, NOW)))
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(VertexParser.times(reply(404, ""), true, NOW)))
                .isEqualTo(Missing.Why.REQUEST_FAILED);
    }

    @Test
    void ignoresTotalsThatFlinkCallsPartial() throws IOException {
        Json metrics =
                json("{\"read-records\":0,\"read-records-complete\":false,\"write-records\":5}");
        var from = reply(200, "{}").provenance(NOW);

        assertThat(missing(VertexParser.total(metrics, "read-records", "records in", from)))
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(VertexParser.total(metrics, "write-records", "records out", from).require())
                .isEqualTo(5);
    }

    @Test
    void aSubtaskWhoseCountsFlinkCallsPartialHasNoneAndNotZero() {
        Fetched reply =
                reply(
                        200,
                        """
                        {"subtasks":[
                          {"subtask":0,"status":"RUNNING","metrics":{
                            "read-records":0,"read-records-complete":false,
                            "write-records":0,"write-records-complete":false}},
                          {"subtask":1,"status":"RUNNING","metrics":{
                            "read-records":0,"read-records-complete":true,
                            "write-records":7,"write-records-complete":true}}]}
                        """);

        List<Subtask> subtasks = VertexParser.subtasks(reply, NOW).require();

        assertThat(missing(subtasks.get(0).recordsIn())).isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(subtasks.get(0).recordsOut())).isEqualTo(Missing.Why.NOT_YET);
        assertThat(subtasks.get(1).recordsIn().require()).isZero();
        assertThat(subtasks.get(1).recordsOut().require()).isEqualTo(7);
    }

    @Test
    void readsBlockedTaskManagers() throws IOException {
        assertThat(
                        ClusterParser.taskManagers(
                                json(
                                        """
                                        {"taskmanagers":[{"id":"a","slotsNumber":4,"freeSlots":1,"blocked":true,
                                          "hardware":{"cpuCores":2,"freeMemory":100,"managedMemory":50}}]}
                                        """),
                                reply(200, "{}").provenance(NOW)))
                .containsExactly(new TaskManager("a", 4, 1, 2, 100, 50, Optional.of("blocked")));
    }

    @Test
    void readsTheLimitsOfDirectMemoryUnlessTheyAreNone() throws IOException {
        List<TaskManager> all =
                ClusterParser.taskManagers(
                        json(
                                """
                                {"taskmanagers":[
                                  {"id":"a","memoryConfiguration":{"frameworkOffHeap":128,"taskOffHeap":2,"networkMemory":64}},
                                  {"id":"b","memoryConfiguration":{"frameworkOffHeap":128,"taskOffHeap":9223372036854775807,
                                    "networkMemory":null}}]}
                                """),
                        reply(200, "{}").provenance(NOW));

        assertThat(all)
                .extracting(TaskManager::networkBytes)
                .containsExactly(OptionalLong.of(64), OptionalLong.empty());
        assertThat(all)
                .extracting(TaskManager::offHeapBytes)
                .containsExactly(OptionalLong.of(130), OptionalLong.empty());
    }

    @Test
    void takesTheTimeSinceTheLastHeartbeatForThePointInTimeThatItIs() throws IOException {
        String template =
                """
                {"taskmanagers":[
                  {"id":"answers","timeSinceLastHeartbeat":%d},
                  {"id":"silent","timeSinceLastHeartbeat":%d},
                  {"id":"read a moment after now","timeSinceLastHeartbeat":%d},
                  {"id":"before its first","timeSinceLastHeartbeat":0},
                  {"id":"unknown to the resource manager","timeSinceLastHeartbeat":-1},
                  {"id":"without the field"}]}
                """;
        long now = NOW.toEpochMilli();

        List<TaskManager> all =
                ClusterParser.taskManagers(
                        json(template.formatted(now - 4_000, now - 41_500, now + 300)),
                        reply(200, "{}").provenance(NOW));

        assertThat(all.subList(0, 3))
                .extracting(t -> t.silentFor().require())
                .containsExactly(Duration.ofSeconds(4), Duration.ofMillis(41_500), Duration.ZERO);
        assertThat(all.subList(3, 6))
                .extracting(t -> missing(t.silentFor()))
                .containsOnly(Missing.Why.NOT_YET);
    }

    private static Json json(String text) throws IOException {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Fetched reply(int status, String body) {
        return Fetched.open(
                new Reply.Answered("GET /x", status, body.getBytes(StandardCharsets.UTF_8)), "x");
    }

    private static Missing.Why missing(Observed<?> observed) {
        return ((Observed.Absent<?>) observed).missing().why();
    }
}
