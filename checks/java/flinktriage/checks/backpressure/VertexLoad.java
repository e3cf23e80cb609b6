package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * How loaded one running vertex is, judged by its worst subtask: an average hides a single hot one
 * (FLINK-30652).
 *
 * @param hottest the subtask with the largest busy time; empty if no subtask reports one (legacy
 *     sources report NaN)
 */
record VertexLoad(
        Vertex vertex, List<SubtaskTimes> times, Optional<SubtaskTimes> hottest, Provenance from) {

    /** All vertices whose tasks run, as far as they have not finished; in the graph's order. */
    static List<Vertex> running(JobView job) {
        return job.graph().vertices().stream().filter(Vertex::runs).toList();
    }

    /**
     * Why nothing is known about the vertex's times, if so. A legacy source at least reports that
     * it is not backpressured.
     */
    static Optional<Missing> missing(JobView job, Vertex v) {
        if (job.times(v) instanceof Observed.Absent<List<SubtaskTimes>> absent) {
            return Optional.of(absent.missing());
        }
        List<SubtaskTimes> times = job.times(v).require();
        boolean silent = times.stream().noneMatch(VertexLoad::seen);
        return times.stream()
                .filter(t -> silent)
                .map(SubtaskTimes::busy)
                .filter(b -> b instanceof Observed.Absent)
                .map(b -> ((Observed.Absent<Double>) b).missing())
                .findFirst();
    }

    /** Subtasks without any time, or that are not listed at all. */
    long unseen() {
        return vertex.parallelism() - times.stream().filter(VertexLoad::seen).count();
    }

    private static boolean seen(SubtaskTimes t) {
        return t.busy().isPresent() || t.backpressured().isPresent() || t.idle().isPresent();
    }

    String partly() {
        return "%d of %d subtasks of %s".formatted(unseen(), vertex.parallelism(), vertex.name());
    }

    static VertexLoad of(JobView job, Vertex v) {
        Observed<List<SubtaskTimes>> times = job.times(v);
        // Flink up to 1.17 keeps those of before a scale-down (FLINK-32199), and the last values of
        // subtasks that have finished (FLINK-31650).
        Set<Integer> over = finished(job, v);
        List<SubtaskTimes> list =
                times.require().stream()
                        .filter(t -> t.subtask() < v.parallelism() && !over.contains(t.subtask()))
                        .toList();
        Optional<SubtaskTimes> hottest =
                list.stream()
                        .filter(t -> t.busy().isPresent())
                        .max(Comparator.comparingDouble(t -> t.busy().require()));
        return new VertexLoad(v, list, hottest, times.from());
    }

    private static Set<Integer> finished(JobView job, Vertex v) {
        return v.allTasksRunning()
                ? Set.of()
                : job.subtasks(v).stream()
                        .flatMap(List::stream)
                        .filter(s -> s.state().equals("FINISHED"))
                        .map(Subtask::subtask)
                        .collect(Collectors.toSet());
    }

    /**
     * Busy time of the hottest subtask; 0 for a vertex that reports none, which is then no suspect.
     */
    double maxBusy() {
        return busy().max().orElse(0);
    }

    double maxBackpressured() {
        return times.stream()
                .flatMap(t -> t.backpressured().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    double medianBusy() {
        double[] sorted = busy().sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
    }

    /**
     * Busy time of the hottest subtask over that of the one in the middle, which counts at least 1
     * %.
     */
    double busier() {
        return maxBusy() / Math.max(medianBusy(), 0.01);
    }

    /** Those whose busy time is like that. */
    List<Integer> subtasks(DoublePredicate busy) {
        return times.stream()
                .filter(t -> t.busy().stream().anyMatch(busy::test))
                .map(SubtaskTimes::subtask)
                .toList();
    }

    /**
     * True if the vertex has no operator but the source; with more in the chain, the slow one is
     * not known.
     */
    boolean onlyReads() {
        return vertex.source() && !vertex.name().contains(" -> ");
    }

    /**
     * 0 for a subtask that is not listed.
     *
     * @throws flinktriage.model.MissingMeasurementException if it reports no busy time
     */
    double busyOf(int subtask) {
        return times.stream()
                .filter(t -> t.subtask() == subtask)
                .map(SubtaskTimes::busy)
                .findFirst()
                .map(Observed::require)
                .orElse(0.0);
    }

    boolean measured() {
        return hottest.isPresent();
    }

    /** One subtask carries the vertex while most of its siblings have time. */
    boolean lopsided() {
        return times.size() > 1 && medianBusy() < maxBusy() / 2;
    }

    Provenance from(String pointer) {
        return from.at(pointer);
    }

    private DoubleStream busy() {
        return times.stream().flatMap(t -> t.busy().stream()).mapToDouble(Double::doubleValue);
    }
}
