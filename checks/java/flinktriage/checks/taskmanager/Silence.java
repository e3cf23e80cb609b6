package flinktriage.checks.taskmanager;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.ConfiguredTime;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Subtask;
import flinktriage.model.TaskManager;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * TaskManagers that are still registered but do not answer: a process that hangs, for example after
 * an OutOfMemoryError. Until heartbeat.timeout is over no exception says so, all tasks on them
 * count as running, and their metrics stay what they were.
 *
 * @param tasks of the job on it; empty if Flink does not say where the tasks are
 */
record Silence(TaskManager taskManager, OptionalLong tasks) {

    private static final String INTERVAL = "heartbeat.interval";
    private static final int MISSED = 3;

    /** About the one that has been silent for longest. */
    static Optional<Finding> finding(JobView job, Limits limits) {
        if (job.state().terminal()) {
            return Optional.empty();
        }
        Quantity standard = limits.of(LostTaskManager.SILENT);
        List<TaskManager> quiet =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .filter(t -> t.silentFor().stream().anyMatch(d -> longer(d, standard)))
                        .toList();
        if (quiet.isEmpty()) {
            return Optional.empty();
        }
        Quantity limit = limit(job, standard);
        List<Silence> all =
                quiet.stream()
                        .filter(t -> longer(t.silentFor().require(), limit))
                        .map(t -> new Silence(t, tasks(job, t.id())))
                        // What is wrong with it is no matter of a job that does not use it.
                        .filter(s -> s.tasks.isEmpty() || s.tasks.getAsLong() > 0)
                        .sorted(Comparator.comparing(Silence::age).reversed())
                        .toList();
        return all.stream().findFirst().map(worst -> worst.finding(limit, all.size()));
    }

    private static boolean longer(Duration age, Quantity limit) {
        return age.toMillis() >= limit.value();
    }

    /** A cluster with rare heartbeats needs more patience; one with frequent ones gains little. */
    private static Quantity limit(JobView job, Quantity standard) {
        return job.configuration().stream()
                .flatMap(keys -> Optional.ofNullable(keys.get(INTERVAL)).stream())
                .flatMap(text -> ConfiguredTime.of(text).stream())
                .map(interval -> Quantity.of(interval.multipliedBy(MISSED)))
                .filter(longer -> longer.value() > standard.value())
                .findFirst()
                .orElse(standard);
    }

    private static OptionalLong tasks(JobView job, String id) {
        List<Vertex> vertices = job.graph().vertices();
        List<Subtask> known =
                vertices.stream()
                        .flatMap(v -> job.subtasks(v).stream())
                        .flatMap(List::stream)
                        .filter(s -> s.taskManager().isPresent())
                        .toList();
        long here = known.stream().filter(s -> s.taskManager().require().equals(id)).count();
        int all = vertices.stream().mapToInt(Vertex::parallelism).sum();
        return here == 0 && known.size() < all ? OptionalLong.empty() : OptionalLong.of(here);
    }

    private Duration age() {
        return taskManager.silentFor().require();
    }

    private Finding finding(Quantity limit, int count) {
        Observed<Duration> silent = taskManager.silentFor();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "age of its last heartbeat",
                        Quantity.of(age()),
                        limit,
                        silent.from().at("/taskmanagers")));
        tasks.ifPresent(
                n ->
                        evidence.add(
                                Evidence.of(
                                        "tasks of the job on it",
                                        Quantity.count(n),
                                        silent.from().at("/taskmanagers"))));
        String others = count == 1 ? "" : ", and %d more do not either".formatted(count - 1);
        return new Finding(
                Severity.WARNING,
                "SILENT",
                Subject.taskManager(taskManager.id()),
                "%s has not answered Flink for %s%s; it is not given up yet"
                        .formatted(taskManager.id(), Numbers.show(age()), others),
                evidence);
    }
}
