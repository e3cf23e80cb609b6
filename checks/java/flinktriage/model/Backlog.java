package flinktriage.model;

import java.util.List;

/**
 * What a source has not read yet, as far as its reader knows: under backpressure the connectors
 * under-report, and a partition that was never polled does not count.
 *
 * @param records over all subtasks, in the newest sample
 * @param growth records per second between the oldest and the newest sample; absent with one sample
 */
public record Backlog(double records, Observed<Double> growth) {

    /** The metric's name in Flink; optional for a connector. */
    public static final String METRIC = "pendingRecords";

    /**
     * @param samples of the source's vertex, oldest first
     */
    public static Observed<Backlog> of(Observed<List<MetricSample>> samples, String source) {
        if (samples instanceof Observed.Absent<?> absent) {
            return Observed.absent(absent.missing());
        }
        List<MetricSample> list = samples.require();
        MetricSample last = list.get(list.size() - 1);
        if (last.overOperators(METRIC).findAny().isEmpty()) {
            return Observed.absent(Missing.Why.NOT_EXPOSED, METRIC + " metric", source);
        }
        MetricSample first = list.get(0);
        double now = sum(last);
        double seconds = (last.at().toEpochMilli() - first.at().toEpochMilli()) / 1000.0;
        Provenance from = new Provenance(last.request(), METRIC, last.at());
        boolean twice = seconds > 0 && first.overOperators(METRIC).findAny().isPresent();
        Observed<Double> growth =
                twice
                        ? Observed.of((now - sum(first)) / seconds, from)
                        : Observed.absent(
                                Missing.Why.NOT_ASKED, "growth of the backlog", "one sample");
        return Observed.of(new Backlog(now, growth), from);
    }

    private static double sum(MetricSample sample) {
        return sample.overOperators(METRIC).mapToDouble(Aggregate::sum).sum();
    }
}
