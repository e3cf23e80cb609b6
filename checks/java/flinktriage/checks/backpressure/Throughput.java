package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a vertex takes and passes on.
 *
 * @param in records per second over the last minute; empty where Flink does not count them
 * @param out the same; a vertex without a consumer passes on nothing that its task counts
 */
record Throughput(Optional<Evidence> in, Optional<Evidence> out, boolean settled) {

    /** Rates are averages over 60 s, fetched every 10 s: in a younger job 0 may be the start's. */
    private static final Duration SETTLED = Duration.ofSeconds(75);

    static Throughput of(JobView job, Vertex v) {
        boolean settled = job.runningFor().stream().anyMatch(age -> age.compareTo(SETTLED) >= 0);
        return new Throughput(
                v.source() ? read(job, v) : rate(job, v, "In"),
                job.graph().downstream(v).isEmpty() ? Optional.empty() : rate(job, v, "Out"),
                settled);
    }

    private static Optional<Evidence> rate(JobView job, Vertex v, String direction) {
        Observed<Aggregate> rate =
                job.metrics(v).flatMap(m -> m.metric("numRecords" + direction + "PerSecond"));
        return rate.stream().map(r -> evidence(direction, r.sum(), rate.from())).findFirst();
    }

    /** The task's own counter of a source is 0 up to Flink 1.20; that of its operator is not. */
    private static Optional<Evidence> read(JobView job, Vertex v) {
        return job.metrics(v).stream()
                .flatMapToDouble(m -> m.readPerSecond().stream())
                .boxed()
                .map(r -> evidence("In", r, job.metrics(v).from()))
                .findFirst();
    }

    private static Evidence evidence(String direction, double rate, Provenance from) {
        String label = direction.equals("In") ? "records in" : "records out";
        return Evidence.of(label, Quantity.recordsPerSecond(rate), from);
    }

    List<Evidence> evidence() {
        List<Evidence> all = new ArrayList<>();
        in.ifPresent(all::add);
        out.ifPresent(all::add);
        return all;
    }

    /**
     * Neither takes a record nor passes one on, although it is busy. Not asked of a vertex without
     * a consumer: a committer gets records with each checkpoint only.
     */
    boolean stands() {
        return settled && zero(in) && zero(out);
    }

    /** Takes records and passes none on: normal for a filter or a window, not for a lookup. */
    boolean swallows() {
        return settled && in.isPresent() && !zero(in) && zero(out);
    }

    private static boolean zero(Optional<Evidence> rate) {
        return rate.filter(e -> e.observed().value() == 0).isPresent();
    }
}
