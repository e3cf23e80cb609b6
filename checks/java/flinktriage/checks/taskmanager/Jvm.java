package flinktriage.checks.taskmanager;

import flinktriage.check.JobView;
import flinktriage.check.Subject;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.TaskManager;
import java.util.List;

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

    /** The metrics are aggregated, so the TaskManager has a name only if there is just one. */
    static Subject subject(JobView job) {
        List<TaskManager> all = job.taskManagers().stream().flatMap(List::stream).toList();
        return Subject.taskManager(all.size() == 1 ? all.get(0).id() : "One of the TaskManagers");
    }
}
