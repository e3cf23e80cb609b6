package flinktriage.checks.watermark;

import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Watermark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The watermarks that a vertex sends, from {@code currentOutputWatermark} of its operators.
 *
 * @param low of the subtask that is furthest behind
 * @param high of the subtask that is furthest ahead
 */
record OutputWatermarks(Watermark low, Watermark high, Provenance from) {

    private static final String METRIC = "currentOutputWatermark";

    static Observed<OutputWatermarks> of(MetricSample sample) {
        List<OutputWatermarks> all = ofOperators(sample);
        // Operators in front of the generator never send one; in a vertex that has a generator they
        // say nothing.
        List<OutputWatermarks> sending = all.stream().filter(o -> o.any()).toList();
        List<OutputWatermarks> counted = sending.isEmpty() ? all : sending;
        if (counted.isEmpty()) {
            return Observed.absent(Missing.Why.NOT_EXPOSED, METRIC, sample.request());
        }
        OutputWatermarks lowest =
                counted.stream().min(Comparator.comparing(OutputWatermarks::low)).orElseThrow();
        Watermark high =
                counted.stream()
                        .map(OutputWatermarks::high)
                        .min(Watermark::compareTo)
                        .orElseThrow();
        return Observed.of(new OutputWatermarks(lowest.low, high, lowest.from), lowest.from);
    }

    /** Of a vertex whose chain ends behind an operator that lets no watermark through. */
    static Observed<OutputWatermarks> behindDrop(MetricSample sample) {
        return ofOperators(sample).stream()
                .filter(o -> !o.any())
                .findFirst()
                .map(o -> Observed.of(o, o.from))
                .orElseGet(() -> of(sample));
    }

    private static List<OutputWatermarks> ofOperators(MetricSample sample) {
        List<OutputWatermarks> all = new ArrayList<>();
        sample.byOperator(METRIC)
                .forEach(
                        (operator, value) ->
                                value.stream().map(a -> of(a, operator, sample)).forEach(all::add));
        return all;
    }

    private static OutputWatermarks of(Aggregate a, String operator, MetricSample sample) {
        return new OutputWatermarks(
                Watermark.of(a.min()),
                Watermark.of(a.max()),
                new Provenance(sample.request(), operator + "." + METRIC, sample.at()));
    }

    /** True if at least one subtask has sent a watermark. */
    boolean any() {
        return !(high instanceof Watermark.None);
    }

    /** True if no subtask waits for its first watermark. */
    boolean everywhere() {
        return !(low instanceof Watermark.None);
    }
}
