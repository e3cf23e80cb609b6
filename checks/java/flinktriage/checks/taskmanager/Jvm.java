package flinktriage.checks.taskmanager;

import flinktriage.check.JobView;
import flinktriage.check.Subject;
import flinktriage.model.JvmUse;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Reporter;
import flinktriage.model.TaskManager;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** Metrics of the TaskManagers' JVMs, the worst of them. */
final class Jvm {

    private static final String COLLECTING = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    private static final String DIRECT = "Status.JVM.Memory.Direct.MemoryUsed";

    private Jvm() {}

    /** Share of the time in garbage collection, 0 to 1, averaged by Flink over a minute. */
    static Observed<Double> collecting(MetricSample sample) {
        return sample.metric(COLLECTING).map(a -> a.max() / 1000);
    }

    /**
     * How full a memory area is, 0 to 1: the largest use of the largest maximum, which is exact if
     * the TaskManagers are alike, and too low otherwise.
     *
     * @param area {@code Heap} or {@code Metaspace}
     */
    static Observed<Double> fill(MetricSample sample, String area) {
        String id = "Status.JVM.Memory." + area;
        return sample.metric(id + ".Max")
                .flatMap(
                        max ->
                                max.max() > 0
                                        ? sample.metric(id + ".Used")
                                                .map(used -> used.max() / max.max())
                                        : Observed.absent(
                                                Missing.Why.SENTINEL,
                                                id + ".Max",
                                                sample.request()));
    }

    /**
     * How full the direct memory outside the network buffers is, 0 to 1: the largest use, less the
     * largest network memory, of the largest limit. Network buffers take their share at the start
     * and are always full.
     */
    static Observed<Double> direct(MetricSample sample, List<TaskManager> all) {
        OptionalLong network = all.stream().flatMapToLong(t -> t.networkBytes().stream()).max();
        OptionalLong limit = all.stream().flatMapToLong(t -> t.offHeapBytes().stream()).max();
        return network.isPresent() && limit.isPresent() && limit.getAsLong() > 0
                ? sample.metric(DIRECT)
                        .map(
                                used ->
                                        Math.max(0, used.max() - network.getAsLong())
                                                / limit.getAsLong())
                : Observed.absent(
                        Missing.Why.NOT_EXPOSED, "limit of direct memory", "GET /taskmanagers");
    }

    /** The metrics are aggregated, so the TaskManager has a name only if there is just one. */
    static Subject subject(JobView job) {
        List<TaskManager> all = job.taskManagers().stream().flatMap(List::stream).toList();
        return Subject.taskManager(all.size() == 1 ? all.get(0).id() : "One of the TaskManagers");
    }

    /**
     * With a name also if each TaskManager was asked by itself.
     *
     * @param measure of which the largest is the worst
     */
    static Subject subject(JobView job, Function<JvmUse, Observed<Double>> measure) {
        Observed<Reporter> reporter = job.reporter();
        boolean one = job.taskManagers().stream().anyMatch(all -> all.size() == 1);
        return reporter.stream()
                .filter(r -> !one && r.complete())
                .flatMap(r -> r.taskManagers().stream())
                .filter(jvm -> measure.apply(jvm).isPresent())
                .max(Comparator.comparing(jvm -> measure.apply(jvm).require()))
                .map(jvm -> Subject.taskManager(jvm.taskManager()))
                .orElseGet(() -> subject(job));
    }
}
