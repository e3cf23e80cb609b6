package flinktriage.model;

import java.util.List;
import java.util.SortedMap;

/**
 * Everything measured at one vertex.
 *
 * @param samples oldest first; one with {@code --quick}
 * @param inputWatermarks by subtask; sources have none
 * @param perSubtask only collected for sources
 */
public record VertexMeasures(
        Observed<List<SubtaskTimes>> times,
        Observed<List<Subtask>> subtasks,
        Observed<List<MetricSample>> samples,
        Observed<SortedMap<Integer, Watermark>> inputWatermarks,
        Observed<SubtaskMetrics> perSubtask) {

    public static VertexMeasures none(Missing missing) {
        return new VertexMeasures(
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing));
    }
}
