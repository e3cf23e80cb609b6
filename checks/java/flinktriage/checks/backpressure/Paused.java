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
 * A source that watermark alignment pauses because its event time is ahead of what its group
 * allows: it reads nothing, and is idle.
 *
 * @param drift of the subtask that is furthest ahead
 */
record Paused(Duration drift, Provenance from) {

    private static final String DRIFT = "watermarkAlignmentDrift";

    /**
     * Empty unless each sample shows it: a split that is paused now and then is aligned as meant.
     */
    static Optional<Paused> of(JobView job, Vertex source) {
        List<MetricSample> samples = job.samples(source).stream().flatMap(List::stream).toList();
        if (samples.isEmpty() || samples.stream().anyMatch(s -> drift(s).orElse(0) <= 0)) {
            return Optional.empty();
        }
        MetricSample last = samples.get(samples.size() - 1);
        return Optional.of(
                new Paused(
                        Duration.ofMillis((long) drift(last).getAsDouble()),
                        new Provenance(last.request(), DRIFT, last.at())));
    }

    private static OptionalDouble drift(MetricSample sample) {
        return sample.overOperators(DRIFT).mapToDouble(Aggregate::max).max();
    }

    String sentence() {
        return "; watermark alignment pauses it, as it is "
                + Numbers.show(drift)
                + " ahead of what its group allows";
    }

    Evidence evidence() {
        return Evidence.of("ahead of its alignment group", Quantity.of(drift), from);
    }
}
