package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.JvmUse;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * CPU cores in use where the busy subtasks run, or by all TaskManagers. Other jobs share these
 * CPUs, so this is an upper bound: little use proves waiting, much proves nothing.
 */
record CpuUse(double cores, boolean all, Provenance from) {

    /** Cores per busy subtask below which they wait: a subtask that computes takes about one. */
    private static final double WAITING = 0.3;

    /** Cores per busy subtask from which they compute, if nobody else is on these machines. */
    private static final double COMPUTING = 0.7;

    /**
     * @param hosts the TaskManagers of the busy subtasks; empty if not known
     */
    static Optional<CpuUse> of(JobView job, Set<String> hosts) {
        Optional<CpuUse> there = there(job, hosts);
        if (there.isPresent()) {
            return there;
        }
        Observed<Double> measured = job.coresInUse();
        if (measured.isPresent()) {
            return Optional.of(new CpuUse(rounded(measured.require()), true, measured.from()));
        }
        // Flink's load is 0 when asked twice in a moment.
        Observed<Aggregate> load =
                job.taskManagerMetrics().flatMap(m -> m.metric("Status.JVM.CPU.Load"));
        OptionalInt cores =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .mapToInt(TaskManager::cpuCores)
                        .max();
        return load.stream()
                .filter(l -> l.sum() > 0 && cores.isPresent())
                .map(l -> new CpuUse(rounded(l.sum() * cores.getAsInt()), true, load.from()))
                .findFirst();
    }

    /** As their own endpoints show it, if all of them do. */
    private static Optional<CpuUse> there(JobView job, Set<String> hosts) {
        List<TaskManager> machines =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .filter(t -> hosts.contains(t.id()))
                        .toList();
        double cores = 0;
        for (TaskManager machine : machines) {
            Optional<Double> share = share(job, machine.id());
            if (share.isEmpty()) {
                return Optional.empty();
            }
            cores += share.get() * machine.cpuCores();
        }
        return hosts.isEmpty() || machines.size() < hosts.size()
                ? Optional.empty()
                : Optional.of(new CpuUse(rounded(cores), false, job.reporter().from()));
    }

    private static Optional<Double> share(JobView job, String taskManager) {
        return job.reporter().stream()
                .flatMap(r -> r.taskManagers().stream())
                .filter(jvm -> jvm.taskManager().equals(taskManager))
                .map(JvmUse::cpu)
                .flatMap(Observed::stream)
                .filter(cpu -> cpu > 0)
                .findFirst();
    }

    private static double rounded(double cores) {
        return Math.round(cores * 100) / 100.0;
    }

    /**
     * @param busy how many subtasks are busy
     * @param share of the time that they are
     */
    boolean shows(long busy, double share) {
        return cores < WAITING * busy * share;
    }

    boolean computing(JobView job, long busy) {
        return job.otherJobs() == 0 && cores >= COMPUTING * busy;
    }

    String sentence() {
        return (all ? "all TaskManagers together use " : "the TaskManagers of these use ")
                + cores
                + " CPU cores";
    }

    Evidence evidence() {
        String label =
                all
                        ? "CPU cores in use by all TaskManagers"
                        : "CPU cores in use by the TaskManagers of the busy subtasks";
        return Evidence.of(label, Quantity.count(cores), from);
    }
}
