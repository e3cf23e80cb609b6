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
}
