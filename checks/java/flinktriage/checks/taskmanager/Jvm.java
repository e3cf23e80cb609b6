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
import java.util.function.Function;

/** Metrics of the TaskManagers' JVMs, the worst of them. */
final class Jvm {

    private static final String COLLECTING = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

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
     * REST's metrics are aggregated, so the TaskManager has a name only if there is just one, or if
     * each was asked by itself.
     *
     * @param measure of which the largest is the worst
     */
    static Subject subject(JobView job, Function<JvmUse, Observed<Double>> measure) {
        Observed<Reporter> reporter = job.reporter();
        List<TaskManager> all = job.taskManagers().stream().flatMap(List::stream).toList();
        if (all.size() == 1) {
            return Subject.taskManager(all.get(0).id());
        }
        return reporter.stream()
                .filter(Reporter::complete)
                .flatMap(r -> r.taskManagers().stream())
                .filter(jvm -> measure.apply(jvm).isPresent())
                .max(Comparator.comparing(jvm -> measure.apply(jvm).require()))
                .map(jvm -> Subject.taskManager(jvm.taskManager()))
                .orElseGet(() -> Subject.taskManager("One of the TaskManagers"));
    }
}
