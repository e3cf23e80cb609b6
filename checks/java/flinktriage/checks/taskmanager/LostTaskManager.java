package flinktriage.checks.taskmanager;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** FT-TM-005. */
public final class LostTaskManager implements JobCheck {

    static final Threshold RECENT =
            new Threshold(
                    "recent",
                    Quantity.of(Duration.ofMinutes(10)),
                    "a TaskManager that was lost longer ago has been replaced, or another check says"
                            + " what is missing");
    static final Threshold REPLACED =
            new Threshold(
                    "replaced",
                    Quantity.of(Duration.ofMinutes(1)),
                    "by then the job should run again on the others or on a new one");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-005",
                    "has a TaskManager gone?",
                    Set.of(Need.EXCEPTIONS, Need.TASK_MANAGERS),
                    RECENT,
                    REPLACED);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        Instant start = job.now().minusMillis((long) limits.value(RECENT));
        Map<String, Instant> lost = new LinkedHashMap<>();
        job.exceptions().require().entries().stream()
                .flatMap(e -> Stream.concat(Stream.of(e), e.concurrent().stream()))
                .filter(e -> !e.at().isBefore(start))
                .forEach(e -> remember(e, lost));
        if (lost.isEmpty()) {
            return new Verdict.Healthy();
        }
        List<Finding> findings = new ArrayList<>();
        lost.forEach((id, at) -> findings.add(finding(job, limits, id, at)));
        return Verdict.of(findings);
    }

    private static void remember(JobException e, Map<String, Instant> lost) {
        Departure.of(e).ifPresent(id -> lost.merge(id, e.at(), LostTaskManager::later));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private static Finding finding(JobView job, Limits limits, String id, Instant at) {
        boolean running = job.state() == JobState.RUNNING && job.graph().allTasksRunning();
        boolean back =
                job.taskManagers().stream().flatMap(List::stream).anyMatch(t -> t.id().equals(id));
        Quantity ago = Quantity.of(Duration.between(at, job.now()));
        Severity severity =
                running && back
                        ? Severity.INFO
                        : !running && ago.value() > limits.value(REPLACED)
                                ? Severity.CRITICAL
                                : Severity.WARNING;
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "time since it was lost",
                        ago,
                        limits.of(RECENT),
                        job.exceptions().from().at("/exceptionHistory/entries")));
        for (List<TaskManager> all : job.taskManagers().stream().toList()) {
            evidence.add(
                    Evidence.of(
                            "registered TaskManagers",
                            Quantity.count(all.size()),
                            job.taskManagers().from().at("/taskmanagers")));
        }
        String summary =
                "%s was lost %s ago%s%s"
                        .formatted(
                                id,
                                Numbers.show(ago),
                                back ? " and is registered again" : "",
                                running ? "" : "; not all tasks of the job run again yet");
        return new Finding(
                severity,
                running ? "REPLACED" : "LOST",
                Subject.taskManager(id),
                summary,
                evidence);
    }
}
