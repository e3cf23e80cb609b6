package flinktriage.checks.watermark;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What happened at a vertex between its first and its last sample.
 *
 * @param records that came in meanwhile; negative after a restart
 */
record Standstill(OutputWatermarks before, OutputWatermarks after, Duration over, double records) {

    /** Flink fetches metrics every 10 s; two samples that are closer are often the same data. */
    private static final Duration ONE_FETCH = Duration.ofSeconds(10);

    /** Empty unless two samples of different fetches have both numbers. */
    static Optional<Standstill> of(JobView job, Vertex v) {
        return job.samples(v).stream()
                .filter(s -> s.size() > 1)
                .flatMap(s -> of(s.get(0), s.get(s.size() - 1)).stream())
                .findFirst();
    }

    private static Optional<Standstill> of(MetricSample first, MetricSample last) {
        Duration over = Duration.between(first.at(), last.at());
        Observed<OutputWatermarks> before = OutputWatermarks.of(first);
        Observed<OutputWatermarks> after = OutputWatermarks.of(last);
        Observed<Aggregate> in = first.metric("numRecordsIn");
        Observed<Aggregate> then = last.metric("numRecordsIn");
        boolean complete =
                before.isPresent() && after.isPresent() && in.isPresent() && then.isPresent();
        return complete && over.compareTo(ONE_FETCH) >= 0
                ? Optional.of(
                        new Standstill(
                                before.require(),
                                after.require(),
                                over,
                                then.require().sum() - in.require().sum()))
                : Optional.empty();
    }

    /** No subtask's watermark moved; one that has ended is not standing. */
    boolean standing() {
        return after.low() instanceof Watermark.At
                && after.low().equals(before.low())
                && after.high().equals(before.high());
    }

    Lag behind(Instant now) {
        return Lag.behind(after.low(), now).orElseThrow();
    }

    List<Evidence> evidence(Lag lag, Quantity behindLimit, Quantity recordsLimit) {
        return List.of(
                Evidence.of("watermark unchanged for", Quantity.of(over), after.from()),
                Evidence.of(
                        "records received meanwhile",
                        Quantity.records(records),
                        recordsLimit,
                        after.from().at("numRecordsIn")),
                Evidence.of("watermark behind now", lag.quantity(), behindLimit, after.from()));
    }
}
