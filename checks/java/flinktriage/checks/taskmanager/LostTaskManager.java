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
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
    static final Threshold SILENT =
            new Threshold(
                    "silent",
                    Quantity.of(Duration.ofSeconds(30)),
                    "three of Flink's heartbeats (heartbeat.interval, 10 s by default; three of its own"
                            + " where that is longer)");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-005",
                    "has a TaskManager gone?",
                    Set.of(Need.EXCEPTIONS, Need.TASK_MANAGERS, Need.SUBTASKS, Need.CONFIGURATION),
                    RECENT,
                    REPLACED,
                    SILENT);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        Instant start = job.now().minusMillis((long) limits.value(RECENT));
        List<Finding> findings = new ArrayList<>();
        Losses.since(start, job.exceptions().require())
                .map(lost -> finding(job, limits, lost))
                .ifPresent(findings::add);
        Silence.finding(job, limits).ifPresent(findings::add);
        return Verdict.of(findings);
    }

    /**
     * One finding, whose subject is the last one that was lost: where each attempt of the job kills
     * the TaskManager that replaced the one before, they are one trouble.
     */
    private static Finding finding(JobView job, Limits limits, Losses lost) {
        boolean running = job.state() == JobState.RUNNING && job.graph().allTasksRunning();
        List<TaskManager> registered = job.taskManagers().stream().flatMap(List::stream).toList();
        Set<String> back = lost.back(registered, job.now());
        Quantity ago = Quantity.of(Duration.between(lost.at(lost.last()), job.now()));
        Severity severity =
                running && back.containsAll(lost.newestFirst())
                        ? Severity.INFO
                        : !running && ago.value() > limits.value(REPLACED)
                                ? Severity.CRITICAL
                                : Severity.WARNING;
        String summary =
                "%s was lost %s ago%s%s%s"
                        .formatted(
                                lost.last(),
                                Numbers.show(ago),
                                back.contains(lost.last()) ? " and is registered again" : "",
                                lost.before(),
                                running ? "" : "; not all tasks of the job run again yet");
        return new Finding(
                severity,
                running ? "REPLACED" : "LOST",
                Subject.taskManager(lost.last()),
                summary,
                evidence(job, limits, ago, lost.newestFirst().size()));
    }

    private static List<Evidence> evidence(JobView job, Limits limits, Quantity ago, int lost) {
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "time since it was lost",
                        ago,
                        limits.of(RECENT),
                        job.exceptions().from().at("/exceptionHistory/entries")));
        if (lost > 1) {
            evidence.add(
                    Evidence.of(
                            "TaskManagers lost in that time",
                            Quantity.count(lost),
                            job.exceptions().from().at("/exceptionHistory/entries")));
        }
        for (List<TaskManager> all : job.taskManagers().stream().toList()) {
            evidence.add(
                    Evidence.of(
                            "registered TaskManagers",
                            Quantity.count(all.size()),
                            job.taskManagers().from().at("/taskmanagers")));
        }
        return evidence;
    }
}
