package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Event time that runs faster than the clock: a job reads what it missed, at full load. Backlogs do
 * not tell: under backpressure the connectors count what they have fetched, which only shrinks.
 *
 * @param speed seconds of event time per second
 * @param behind the clock
 */
record CatchingUp(double speed, Duration behind, Provenance from) {

    /** Ten per cent more than standing beside the clock is more than a fetch's jitter. */
    private static final double FASTER = 1.1;

    /** Flink fetches metrics every 10 s. */
    private static final Duration TWO_FETCHES = Duration.ofSeconds(10);

    /** Out-of-orderness and fetches account for less. */
    private static final Duration CLOSE = Duration.ofMinutes(1);

    /** The slowest of the sources that feed the vertex; empty if one of them does not catch up. */
    static Optional<CatchingUp> of(JobView job, Vertex v) {
        Optional<CatchingUp> slowest = Optional.empty();
        for (Vertex source : job.graph().sources()) {
            boolean feeds = source.equals(v) || job.graph().isUpstream(source.id(), v.id());
            if (!feeds || source.allTasksFinished()) {
                continue;
            }
            Optional<CatchingUp> own = ofSource(job, source);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            boolean live = own.get().behind().compareTo(CLOSE) <= 0;
            if (!live && own.get().speed() < FASTER) {
                return Optional.empty();
            }
            if (!live && slowest.filter(s -> s.left() >= own.get().left()).isEmpty()) {
                slowest = own;
            }
        }
        return slowest;
    }

    private static Optional<CatchingUp> ofSource(JobView job, Vertex source) {
        Observed<List<MetricSample>> samples = job.samples(source);
        for (List<MetricSample> all : samples.stream().toList()) {
            MetricSample first = all.get(0);
            MetricSample last = all.get(all.size() - 1);
            Duration between = Duration.between(first.at(), last.at());
            Optional<Long> before = watermark(first);
            Optional<Long> after = watermark(last);
            if (before.isPresent() && after.isPresent() && between.compareTo(TWO_FETCHES) >= 0) {
                double advanced = (double) after.get() - before.get();
                return Optional.of(
                        new CatchingUp(
                                advanced / between.toMillis(),
                                Duration.between(Instant.ofEpochMilli(after.get()), last.at()),
                                samples.from().at("currentOutputWatermark")));
            }
        }
        return Optional.empty();
    }

    /**
     * The slowest subtask's, in milliseconds; operators before the one that makes them have none.
     */
    private static Optional<Long> watermark(MetricSample sample) {
        return sample.overOperators("currentOutputWatermark")
                .map(a -> Watermark.of(a.min()))
                .flatMap(
                        w ->
                                w instanceof Watermark.At at
                                        ? Optional.of(at.epochMillis()).stream()
                                        : Optional.<Long>empty().stream())
                .min(Long::compare);
    }

    /** Milliseconds until it has caught up, at this speed. */
    double left() {
        return behind.toMillis() / (speed - 1);
    }

    String sentence() {
        return "; it catches up: event time runs %s times as fast as the clock, %s are left"
                .formatted(
                        Numbers.count(Math.round(speed * 10) / 10.0),
                        Numbers.show(Quantity.millis(left())));
    }

    Evidence evidence(Quantity limit) {
        return Evidence.of(
                "time until it has caught up", Quantity.millis(Math.round(left())), limit, from);
    }
}
