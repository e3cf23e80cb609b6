package flinktriage.model;

import java.util.List;
import java.util.Map;

/**
 * The cluster around the job.
 *
 * @param configuration the keys that are set explicitly; Flink masks secrets, and so do we
 * @param taskManagerMetrics aggregated over all TaskManagers, ids such as {@code
 *     Status.JVM.CPU.Load}
 * @param coresInUse CPU cores that all TaskManagers together used between two samples, from their
 *     CPU time; absent with one sample
 * @param otherJobs how many other jobs run on this cluster
 */
public record Cluster(
        Observed<String> flinkVersion,
        Observed<Map<String, String>> configuration,
        Observed<List<TaskManager>> taskManagers,
        Observed<MetricSample> taskManagerMetrics,
        Observed<Double> coresInUse,
        int otherJobs) {

    /** Seen once. */
    public Cluster(
            Observed<String> flinkVersion,
            Observed<Map<String, String>> configuration,
            Observed<List<TaskManager>> taskManagers,
            Observed<MetricSample> taskManagerMetrics,
            int otherJobs) {
        this(
                flinkVersion,
                configuration,
                taskManagers,
                taskManagerMetrics,
                Observed.absent(Missing.Why.NOT_ASKED, "CPU time", "it takes two samples"),
                otherJobs);
    }
}
