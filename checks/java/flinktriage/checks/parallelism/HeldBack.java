package flinktriage.checks.parallelism;

import flinktriage.check.JobView;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.Watermark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** What subtasks without input do to event time further down. */
final class HeldBack {

    private HeldBack() {}

    /**
     * The first keyed consumer that has no watermark although other subtasks of the source have
     * one. An operator without a key has no windows that could stand still.
     */
    static Optional<Vertex> consumer(JobView job, Vertex source, List<Integer> empty) {
        boolean onlyEmptyLackIt =
                job.perSubtask(source).stream()
                        .anyMatch(
                                metrics ->
                                        empty.stream().noneMatch(i -> watermark(metrics, i))
                                                && metrics.names().keySet().stream()
                                                        .filter(i -> !empty.contains(i))
                                                        .anyMatch(i -> watermark(metrics, i)));
        if (!onlyEmptyLackIt) {
            return Optional.empty();
        }
        Set<VertexId> below = job.graph().reachableFrom(source.id());
        return job.graph().vertices().stream()
                .filter(v -> below.contains(v.id()))
                .filter(v -> v.inputs().stream().anyMatch(i -> i.ship().equals("HASH")))
                .filter(v -> job.inputWatermarks(v).stream().anyMatch(HeldBack::none))
                .findFirst();
    }

    private static boolean none(SortedMap<Integer, Watermark> watermarks) {
        return !watermarks.isEmpty()
                && watermarks.values().stream().allMatch(Watermark.None.class::isInstance);
    }

    private static boolean watermark(SubtaskMetrics metrics, int subtask) {
        return metrics.values().getOrDefault(subtask, Map.of()).entrySet().stream()
                .filter(e -> e.getKey().endsWith(".currentOutputWatermark"))
                .anyMatch(e -> !(Watermark.of(e.getValue()) instanceof Watermark.None));
    }
}
