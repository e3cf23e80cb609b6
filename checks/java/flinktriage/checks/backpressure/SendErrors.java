package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Records that a sink could not send, between two samples. Some sinks repeat for ever what the
 * system behind them refuses for good (FLINK-35546): then that system is not slow.
 */
record SendErrors(Quantity perSecond, Provenance from) {

    private static final String METRIC = "numRecordsSendErrors";

    /** Empty where the sink does not count them, or counted none. */
    static Optional<SendErrors> of(JobView job, Vertex v) {
        List<MetricSample> samples = job.samples(v).stream().flatMap(List::stream).toList();
        if (samples.size() < 2) {
            return Optional.empty();
        }
        MetricSample first = samples.get(0);
        MetricSample last = samples.get(samples.size() - 1);
        OptionalDouble before = count(first);
        OptionalDouble now = count(last);
        double seconds = Duration.between(first.at(), last.at()).toMillis() / 1000.0;
        if (before.isEmpty() || now.isEmpty() || seconds <= 0) {
            return Optional.empty();
        }
        double rate = (now.getAsDouble() - before.getAsDouble()) / seconds;
        return rate > 0
                ? Optional.of(
                        new SendErrors(
                                Quantity.recordsPerSecond(rate),
                                new Provenance(last.request(), METRIC, last.at())))
                : Optional.empty();
    }

    private static OptionalDouble count(MetricSample sample) {
        return sample.overOperators(METRIC).mapToDouble(Aggregate::sum).max();
    }

    String sentence() {
        return ", which refuses " + Numbers.show(perSecond);
    }

    Evidence evidence() {
        return Evidence.of("records that could not be sent", perSecond, from);
    }
}
