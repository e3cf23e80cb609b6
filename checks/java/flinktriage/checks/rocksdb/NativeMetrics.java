package flinktriage.checks.rocksdb;

import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * RocksDB's own metrics of one vertex. Values of the whole database or of the shared cache are
 * repeated for each state: the maximum counts, never the sum.
 *
 * @param first the oldest sample
 * @param seconds between the samples, or since the job runs if there is only one
 */
record NativeMetrics(Vertex vertex, MetricSample first, MetricSample last, double seconds) {

    /**
     * @throws flinktriage.model.MissingMeasurementException if the vertex has no metrics
     */
    static NativeMetrics of(JobView job, Vertex v) {
        List<MetricSample> samples = job.samples(v).require();
        MetricSample first = samples.get(0);
        MetricSample last = samples.get(samples.size() - 1);
        Duration between = Duration.between(first.at(), last.at());
        Duration span =
                between.isZero()
                        ? job.runningFor().stream().findFirst().orElse(Duration.ZERO)
                        : between;
        return new NativeMetrics(v, first, last, span.toMillis() / 1000.0);
    }

    boolean exposed() {
        return last.ids().stream().anyMatch(id -> id.contains(".rocksdb_"));
    }

    boolean has(String metric) {
        return max(metric).isPresent();
    }

    /** Share of the time, 0 to 1, of the busiest subtask; 0 where Flink gives none. */
    double busy() {
        return last.metric("busyTimeMsPerSecond").stream()
                .mapToDouble(a -> Math.min(1, a.max() / 1000))
                .max()
                .orElse(0);
    }

    /** Of the worst subtask, now. */
    OptionalDouble max(String metric) {
        return last.overOperators(metric).mapToDouble(Aggregate::max).max();
    }

    /** A counter of the worst subtask, per second. */
    OptionalDouble perSecond(String metric) {
        Map<String, Observed<Aggregate>> before = first.byOperator(metric);
        double worst = -1;
        for (Map.Entry<String, Observed<Aggregate>> now : last.byOperator(metric).entrySet()) {
            double base =
                    first == last || first.at().equals(last.at())
                            ? 0
                            : before.getOrDefault(now.getKey(), now.getValue()).stream()
                                    .mapToDouble(Aggregate::max)
                                    .max()
                                    .orElse(Double.MAX_VALUE);
            // A counter that fell was reset by a restart between the samples.
            double grown =
                    now.getValue().stream().mapToDouble(a -> a.max() - base).max().orElse(-1);
            worst = Math.max(worst, grown);
        }
        return worst < 0 || seconds <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(worst / seconds);
    }

    Provenance from(String metric) {
        return new Provenance(last.request(), metric, last.at());
    }
}
