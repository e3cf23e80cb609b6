package flinktriage.model;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobException.Root;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobExceptionTest {

    @Test
    void theInnermostCauseIsTheRootAndSuppressedOnesAreNot() {
        String trace =
                """
                a.Outer: outer
                \tat a.B.c(B.java:1)
                \tSuppressed: a.Closing: close failed
                \tCaused by: a.Indented: not this
                Caused by: a.Middle: middle
                Caused by: a.Inner$Nested: For input: "1: 2"
                \t... 3 more
                """;

        assertThat(exception("a.Outer", trace).root())
                .isEqualTo(new Root("a.Inner$Nested", "For input: \"1: 2\""));
    }

    @Test
    void aMessageIsOptionalAndCut() {
        assertThat(exception("a.B", "a.B\n\tat x").root()).isEqualTo(new Root("a.B", ""));
        assertThat(exception("a.B", "a.B: " + "x".repeat(5_000)).root().message())
                .isEqualTo("x".repeat(200) + "...");
    }

    @Test
    void garbageKeepsTheClassThatFlinkNames() {
        assertThat(exception("a.B", "").root()).isEqualTo(new Root("a.B", ""));
        assertThat(exception("a.B", "something else happened: here").root())
                .isEqualTo(new Root("a.B", "something else happened: here"));
    }

    @Test
    void theFailureBesideExplainsASuppressedRecoveryWhoseTraceWasCut() {
        JobException beside = exception("a.Real", "a.Real: why\n");
        JobException job =
                new JobException(
                        "o.JobException",
                        "o.JobException: Recovery is suppressed by X\n",
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(beside));

        assertThat(job.root()).isEqualTo(new Root("a.Real", "why"));
        assertThat(job.failedTask()).contains("map (1/2)");
    }

    private static JobException exception(String name, String trace) {
        return new JobException(
                name, trace, Instant.EPOCH, Optional.of("map (1/2)"), Optional.empty(), List.of());
    }

    @Test
    void onlyMemoryThatRanOutIsOutOfMemory() {
        for (String memory :
                new String[] {
                    "java.lang.OutOfMemoryError: Java heap space",
                    "java.lang.OutOfMemoryError: Metaspace",
                    "java.lang.OutOfMemoryError",
                    "org.apache.flink.runtime.memory.MemoryAllocationException: none left"
                }) {
            assertThat(of(memory).root().outOfMemory()).as(memory).isTrue();
        }
        for (String other :
                new String[] {
                    "java.lang.OutOfMemoryError: unable to create native thread: possibly out of"
                            + " memory or process/resource limits reached",
                    "java.lang.OutOfMemoryError: unable to create new native thread",
                    "java.lang.OutOfMemoryError: Requested array size exceeds VM limit",
                    "java.lang.IllegalStateException: Java heap space"
                }) {
            assertThat(of(other).root().outOfMemory()).as(other).isFalse();
        }
    }

    @Test
    void aTaskThatIsBeingRestoredHasNotTakenARecord() {
        String task = "org.apache.flink.streaming.runtime.tasks.StreamTask.";

        assertThat(
                        of("a.E: x\n\tat a.Sink.open(Sink.java:1)\n\tat "
                                        + task
                                        + "restoreInternal(StreamTask.java:858)\n\tat "
                                        + task
                                        + "restore(StreamTask.java:812)")
                                .beforeTheFirstRecord())
                .isTrue();
        assertThat(
                        of("a.E: x\n\tat a.Map.map(Map.java:1)\n\tat "
                                        + task
                                        + "runMailboxLoop(StreamTask.java:960)\n\tat "
                                        + "org.apache.flink.runtime.taskmanager.Task"
                                        + ".restoreAndInvoke(Task.java:959)")
                                .beforeTheFirstRecord())
                .isFalse();
    }

    private static JobException of(String trace) {
        return exception(trace.split("[:\n]", 2)[0], trace);
    }
}
