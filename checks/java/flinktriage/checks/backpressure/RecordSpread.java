package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Subtask;
import flinktriage.model.Vertex;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the records of a vertex are spread, seen from its hottest subtask. A busy subtask may have
 * more records than its siblings, or a slower machine.
 *
 * @param factor its records over the median of its siblings', since the attempt began; where a
 *     sibling has none the siblings count as one record
 * @param now the largest rate over the mean of those that are not as busy, at most; empty where it
 *     is not measured
 */
record RecordSpread(double factor, Optional<Double> now, Provenance from) {

    /** Share of the hottest subtask's busy time from which another is as hot. */
    private static final double HOT = 0.9;

    /** Empty if the records of the subtasks are not known, or there are none yet. */
    static Optional<RecordSpread> of(JobView job, VertexLoad load) {
        Vertex v = load.vertex();
        int hot = load.hottest().orElseThrow().subtask();
        Function<Subtask, Observed<Long>> records = s -> records(v, s);
        Observed<List<Subtask>> subtasks = job.subtasks(v);
        List<Subtask> known =
                subtasks.stream()
                        .flatMap(List::stream)
                        .filter(s -> records.apply(s).isPresent())
                        .toList();
        Optional<Long> own =
                known.stream()
                        .filter(s -> s.subtask() == hot)
                        .map(s -> records.apply(s).require())
                        .findFirst();
        long[] others =
                known.stream()
                        .filter(s -> s.subtask() != hot)
                        .mapToLong(s -> records.apply(s).require())
                        .sorted()
                        .toArray();
        if (own.isEmpty() || others.length == 0 || own.get() + others[others.length - 1] == 0) {
            return Optional.empty();
        }
        double median = Math.max(1, others[(others.length - 1) / 2]);
        return Optional.of(
                new RecordSpread(
                        own.get() / median, now(job, load, known.size()), subtasks.from()));
    }

    /** Since its attempt began. What a source's task receives is 0 up to Flink 1.20. */
    static Observed<Long> records(Vertex v, Subtask s) {
        return v.source() ? s.recordsOut() : s.recordsIn();
    }

    /** Only the sum and the largest are known: as many as are busy may have the largest. */
    private static Optional<Double> now(JobView job, VertexLoad load, int count) {
        Vertex v = load.vertex();
        String metric = v.source() ? "numRecordsOutPerSecond" : "numRecordsInPerSecond";
        Observed<Aggregate> rate = job.metrics(v).flatMap(m -> m.metric(metric));
        int hot = load.subtasks(b -> b >= load.maxBusy() * HOT).size();
        return rate.stream()
                .filter(r -> r.max() > 0 && hot < count)
                .map(
                        r ->
                                r.max()
                                        / Math.max(
                                                r.max() / 1_000,
                                                (r.sum() - hot * r.max()) / (count - hot)))
                .findFirst();
    }

    /**
     * True if records are the larger part of why the subtask is so much busier: on the scale of
     * ratios, more than half. Totals remember what is over, so the rate must agree.
     *
     * @param busier the busy time of the hottest subtask over the median
     */
    boolean explains(double busier) {
        double half = Math.sqrt(busier);
        return factor >= half && now.filter(n -> n < half).isEmpty();
    }

    Evidence evidence(VertexLoad load) {
        int hot = load.hottest().orElseThrow().subtask();
        return Evidence.of(
                "records of subtask " + hot + " over the median of its siblings",
                Quantity.count(Math.min(factor, 1_000)),
                Quantity.count(Math.sqrt(load.busier())),
                from.at("/subtasks"));
    }
}
