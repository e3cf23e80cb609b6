package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.TaskManager;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All subtasks of a vertex on one TaskManager, while others have free slots: Flink fills one after
 * the other unless it is told to spread the load.
 */
record Crowd(String taskManager, int freeElsewhere) {

    /** CPU load of a JVM from which more work does not fit. */
    private static final double FULL = 0.8;

    static Optional<Crowd> of(JobView job, VertexLoad load) {
        Machines machines = Machines.of(job, load.vertex());
        Set<String> hosts = Set.copyOf(machines.bySubtask().values());
        boolean all = machines.bySubtask().size() == load.vertex().parallelism();
        boolean full =
                job.taskManagerMetrics().flatMap(m -> m.metric("Status.JVM.CPU.Load")).stream()
                        .anyMatch(cpu -> cpu.max() >= FULL);
        if (!all || hosts.size() != 1 || load.vertex().parallelism() == 1 || !full) {
            return Optional.empty();
        }
        String host = hosts.iterator().next();
        int free =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .filter(t -> !t.id().equals(host))
                        .mapToInt(TaskManager::freeSlots)
                        .sum();
        return free == 0 ? Optional.empty() : Optional.of(new Crowd(host, free));
    }

    String sentence() {
        return "; all of them run on %s, while other TaskManagers have %d free slot%s"
                .formatted(taskManager, freeElsewhere, freeElsewhere == 1 ? "" : "s");
    }
}
