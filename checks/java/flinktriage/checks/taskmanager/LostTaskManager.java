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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
        Map<String, Instant> lost = new HashMap<>();
        job.exceptions().require().entries().stream()
                .flatMap(e -> Stream.concat(Stream.of(e), e.concurrent().stream()))
                .filter(e -> !e.at().isBefore(start))
                .forEach(e -> remember(e, lost));
        List<Finding> findings = new ArrayList<>();
        if (!lost.isEmpty()) {
            findings.add(finding(job, limits, lost));
        }
        Silence.finding(job, limits).ifPresent(findings::add);
        return Verdict.of(findings);
    }

    private static void remember(JobException e, Map<String, Instant> lost) {
        Departure.of(e).ifPresent(id -> lost.merge(id, e.at(), LostTaskManager::later));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /**
     * One finding, whose subject is the last one that was lost: where each attempt of the job kills
     * the TaskManager that replaced the one before, they are one trouble.
     */
    private static Finding finding(JobView job, Limits limits, Map<String, Instant> lost) {
        List<String> newestFirst =
                lost.keySet().stream()
                        .sorted(
                                Comparator.<String, Instant>comparing(lost::get)
                                        .reversed()
                                        .thenComparing(id -> id))
                        .toList();
        String last = newestFirst.get(0);
        boolean running = job.state() == JobState.RUNNING && job.graph().allTasksRunning();
        Set<String> back =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .filter(t -> back(t, lost, job.now()))
                        .map(TaskManager::id)
                        .collect(Collectors.toSet());
        Quantity ago = Quantity.of(Duration.between(lost.get(last), job.now()));
        Severity severity =
                running && back.containsAll(newestFirst)
                        ? Severity.INFO
                        : !running && ago.value() > limits.value(REPLACED)
                                ? Severity.CRITICAL
                                : Severity.WARNING;
        String summary =
                "%s was lost %s ago%s%s%s"
                        .formatted(
                                last,
                                Numbers.show(ago),
                                back.contains(last) ? " and is registered again" : "",
                                before(newestFirst),
                                running ? "" : "; not all tasks of the job run again yet");
        return new Finding(
                severity,
                running ? "REPLACED" : "LOST",
                Subject.taskManager(last),
                summary,
                evidence(job, limits, ago, newestFirst.size()));
    }

    /**
     * A killed one stays in the list until its heartbeats are missed; one that came back has sent
     * one since.
     */
    private static boolean back(TaskManager t, Map<String, Instant> lost, Instant now) {
        return lost.containsKey(t.id())
                && t.silentFor().stream().allMatch(age -> now.minus(age).isAfter(lost.get(t.id())));
    }

    private static String before(List<String> newestFirst) {
        int others = newestFirst.size() - 1;
        return switch (others) {
            case 0 -> "";
            case 1 -> ", after " + newestFirst.get(1);
            default -> ", after %s and %d more".formatted(newestFirst.get(1), others - 1);
        };
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
