package flinktriage.model;

import java.util.List;
import java.util.Map;

/**
 * What the TaskManagers' Prometheus reporters show and REST does not: which attempt a value belongs
 * to, and each TaskManager by itself.
 *
 * @param readers of the sources whose subtasks were all seen
 * @param complete whether every TaskManager that is registered was seen
 */
public record Reporter(
        Map<VertexId, PartitionReaders> readers, List<JvmUse> taskManagers, boolean complete) {

    public Reporter {
        readers = Map.copyOf(readers);
        taskManagers = List.copyOf(taskManagers);
    }
}
