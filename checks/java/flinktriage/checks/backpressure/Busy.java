package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Observed;
import flinktriage.model.SubtaskTimes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which subtasks of a vertex are busy, and what tells them from those that are not.
 *
 * @param count how many are
 * @param hosts their TaskManagers; empty if not known
 * @param spread of the records, if only some subtasks are busy and it is known
 * @param machine that runs all busy ones and none of those with time, if there is one
 */
record Busy(
        VertexLoad load,
        long count,
        Set<String> hosts,
        Optional<RecordSpread> spread,
        Optional<SlowMachine> machine) {

    static final String COLLECTING = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    static Busy of(JobView job, VertexLoad load, double limit) {
        double least = Math.min(limit, load.maxBusy() * 0.9);
        List<Integer> busy = load.subtasks(b -> b >= least);
        return new Busy(
                load,
                busy.size(),
                Machines.of(job, load.vertex()).of(busy),
                load.lopsided() ? RecordSpread.of(job, load) : Optional.empty(),
                SlowMachine.of(job, load));
    }

    /** It has the records that its siblings do not have. */
    boolean skewed() {
        return spread.filter(s -> s.explains(load.busier())).isPresent();
    }

    String sentence() {
        if (!load.lopsided()) {
            return "busy %s on %d of %d subtasks"
                    .formatted(Numbers.percent(load.maxBusy()), count, load.vertex().parallelism());
        }
        SubtaskTimes hottest = load.hottest().orElseThrow();
        String some =
                "subtask %d is busy %s while half of its siblings are below %s"
                        .formatted(
                                hottest.subtask(),
                                Numbers.percent(load.maxBusy()),
                                Numbers.percent(Math.max(load.medianBusy(), 0.01)));
        if (skewed()) {
            return some;
        }
        String records =
                spread.isPresent()
                        ? ", which is not explained by its records"
                        : "; how the records are spread is not known";
        return some + records;
    }

    /**
     * Share of the time in garbage collection: of the worst TaskManager, or of those that matter if
     * each was asked by itself.
     */
    Observed<Double> collecting(JobView job) {
        List<Observed<Double>> there =
                job.reporter().stream()
                        .flatMap(r -> r.taskManagers().stream())
                        .filter(jvm -> hosts.contains(jvm.taskManager()))
                        .map(jvm -> jvm.collecting())
                        .filter(Observed::isPresent)
                        .toList();
        return !hosts.isEmpty() && there.size() == hosts.size()
                ? there.stream()
                        .max((a, b) -> Double.compare(a.require(), b.require()))
                        .orElseThrow()
                : job.taskManagerMetrics()
                        .flatMap(m -> m.metric(COLLECTING))
                        .map(a -> a.max() / 1000);
    }
}
