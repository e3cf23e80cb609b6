package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.MetricSample;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A vertex waits for room in its output although everything below it has time and nothing to read:
 * what it sends does not arrive. An aligned checkpoint that blocks a channel, or a load in bursts,
 * fills the inputs below.
 */
final class SlowExchange {

    /** Share of the input buffers of remote channels in use that counts as an empty input. */
    private static final double EMPTY = 0.1;

    /** Flink fetches metrics every 10 s: less apart may be one fetch. */
    private static final Duration TWO_FETCHES = Duration.ofSeconds(10);

    private static final String INPUT_USAGE = "Shuffle.Netty.Input.Buffers.inPoolUsage";

    private SlowExchange() {}

    static List<Finding> findings(JobView job, Loads loads, Limits limits) {
        return loads.byVertex().values().stream()
                .filter(above -> above.maxBackpressured() >= limits.value(Bottleneck.BURSTS))
                .filter(above -> stuck(job, loads, above, limits))
                .map(above -> finding(job, above, limits))
                .toList();
    }

    private static boolean stuck(JobView job, Loads loads, VertexLoad above, Limits limits) {
        List<Vertex> below = job.graph().downstream(above.vertex());
        return !below.isEmpty()
                && below.stream().allMatch(v -> calm(above, loads.byVertex().get(v.id()), limits))
                && below.stream().allMatch(v -> remote(job, above.vertex(), v))
                && inEachSample(job, above.vertex(), below)
                // A paused JVM neither reads nor works.
                && job.taskManagerMetrics().flatMap(m -> m.metric(Busy.COLLECTING)).stream()
                        .noneMatch(gc -> gc.max() / 1000 >= Diagnosis.GC_SHARE);
    }

    /** It works for far less of the time than the vertex above it waits. */
    private static boolean calm(VertexLoad above, VertexLoad load, Limits limits) {
        return load != null
                && load.measured()
                && load.maxBackpressured() < limits.value(Bottleneck.BACKPRESSURED)
                && load.maxBusy() < above.maxBackpressured() / 2;
    }

    /**
     * Every subtask on either side has a partner on another TaskManager: channels within one take
     * no input buffers, so that an empty input says nothing of them.
     */
    private static boolean remote(JobView job, Vertex above, Vertex below) {
        boolean all =
                below.inputs().stream()
                        .filter(i -> i.from().equals(above.id()))
                        .noneMatch(i -> i.pointwise());
        Machines from = Machines.of(job, above);
        Machines to = Machines.of(job, below);
        return all
                && from.bySubtask().size() == above.parallelism()
                && to.bySubtask().size() == below.parallelism()
                && elsewhere(from, to)
                && elsewhere(to, from);
    }

    private static boolean elsewhere(Machines one, Machines other) {
        return one.bySubtask().values().stream()
                .allMatch(
                        host -> other.bySubtask().values().stream().anyMatch(o -> !o.equals(host)));
    }

    /** The metrics are of moments; a burst may be between two of them, but hardly at both. */
    private static boolean inEachSample(JobView job, Vertex above, List<Vertex> below) {
        List<MetricSample> sent = job.samples(above).require();
        Duration over = Duration.between(sent.get(0).at(), sent.get(sent.size() - 1).at());
        return over.compareTo(TWO_FETCHES) >= 0
                && all(sent, Pressure.OUTPUT_USAGE, Pressure.FULL_OUTPUT, Double.MAX_VALUE)
                && below.stream()
                        .allMatch(v -> all(job.samples(v).require(), INPUT_USAGE, 0, EMPTY));
    }

    private static boolean all(
            List<MetricSample> samples, String metric, double least, double most) {
        return samples.stream()
                .map(s -> s.metric(metric))
                .allMatch(
                        u ->
                                u.isPresent()
                                        && u.require().max() >= least
                                        && u.require().max() <= most);
    }

    private static Finding finding(JobView job, VertexLoad above, Limits limits) {
        Vertex v = above.vertex();
        List<Vertex> below = job.graph().downstream(v);
        String held = Numbers.percent(above.maxBackpressured());
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "backpressured time of " + v.name(),
                        Quantity.ratio(above.maxBackpressured()),
                        limits.of(Bottleneck.BURSTS),
                        above.from("/subtasks")));
        usage(job, v, Pressure.OUTPUT_USAGE, "output buffers in use at ", Pressure.FULL_OUTPUT)
                .ifPresent(evidence::add);
        below.forEach(
                b ->
                        usage(job, b, INPUT_USAGE, "input buffers in use at ", EMPTY)
                                .ifPresent(evidence::add));
        String names = String.join(", ", below.stream().map(Vertex::name).toList());
        return new Finding(
                Severity.WARNING,
                "NETWORK",
                Subject.vertex(v),
                v.name()
                        + " waits %s of the time for room in its output, while %s has time and its"
                                .formatted(held, names)
                        + " input is empty: the records wait between their TaskManagers",
                evidence);
    }

    private static Optional<Evidence> usage(
            JobView job, Vertex v, String metric, String label, double limit) {
        return job.metrics(v).flatMap(m -> m.metric(metric)).stream()
                .map(
                        u ->
                                Evidence.of(
                                        label + v.name(),
                                        Quantity.ratio(u.max()),
                                        Quantity.ratio(limit),
                                        job.metrics(v).from().at(metric)))
                .findFirst();
    }
}
