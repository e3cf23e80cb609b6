package flinktriage.world;

import static flinktriage.world.JobBuilder.NOW;

import flinktriage.model.JobException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Failures of a scenario; ages are counted to {@link JobBuilder#NOW}. */
public final class Exceptions {

    private Exceptions() {}

    /** A task's failure; the class is the start of the trace. */
    public static JobException failure(Duration ago, String task, String trace) {
        return exception(ago, Optional.of(task), trace);
    }

    /** A failure of the whole job, with those beside it. */
    public static JobException ofTheJob(Duration ago, String trace, JobException... beside) {
        JobException e = exception(ago, Optional.empty(), trace);
        return new JobException(
                e.exceptionClass(), trace, e.at(), e.task(), e.endpoint(), List.of(beside));
    }

    private static JobException exception(Duration ago, Optional<String> task, String trace) {
        return new JobException(
                trace.split("[:\n]", 2)[0],
                trace,
                NOW.minus(ago),
                task,
                Optional.of("10.0.0.1:40000"),
                List.of());
    }
}
