package flinktriage.checks.watermark;

import flinktriage.check.JobView;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;

/** Where event time has come to at a vertex that takes watermarks in. */
final class Reached {

    private Reached() {}

    /**
     * How far the slowest subtask of a consumer has come. With two or more inputs the input
     * watermark is the minimum over all of them, also over those that are marked idle and no longer
     * wait for; the operator's own output then shows that it has moved on.
     */
    static Observed<Watermark> by(JobView job, Vertex consumer, Observed<OutputWatermarks> sent) {
        return job.inputWatermarks(consumer)
                .flatMap(
                        in ->
                                in.isEmpty()
                                        ? Observed.<Watermark>absent(
                                                Missing.Why.NOT_YET,
                                                "input watermark of " + consumer.name(),
                                                "")
                                        : sent.map(out -> later(in.values(), out.low())));
    }

    private static Watermark later(Iterable<Watermark> in, Watermark out) {
        Watermark low = new Watermark.End();
        for (Watermark w : in) {
            low = low.compareTo(w) <= 0 ? low : w;
        }
        return low.compareTo(out) >= 0 ? low : out;
    }
}
