package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.Capacity;
import flinktriage.model.Job;
import flinktriage.model.Observed;
import flinktriage.model.Vertex;
import flinktriage.model.VertexCapacity;

/** Estimates of capacity for programs; a vertex without one says why. */
final class CapacityJson {

    private CapacityJson() {}

    static ArrayNode of(Job job) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        Capacity.of(job).forEach((vertex, each) -> add(array.addObject(), vertex, each));
        return array;
    }

    private static void add(ObjectNode node, Vertex vertex, Observed<VertexCapacity> each) {
        node.put("id", Harmless.line(vertex.id().hex()));
        node.put("name", Harmless.line(vertex.name()));
        node.put("parallelism", vertex.parallelism());
        if (each instanceof Observed.Absent<VertexCapacity> absent) {
            node.put("notEstimated", Harmless.line(CapacityText.why(absent.missing())));
            return;
        }
        VertexCapacity c = each.require();
        node.put("method", "records over busy time of the busiest subtask, two samples");
        node.put("intervalMs", c.interval().toMillis());
        node.put("recordsPerSecond", c.rate());
        node.put("busiestSubtask", c.hottest());
        node.put("estimatedRecordsPerSecond", c.byHottest());
        node.put("estimatedIfEvenRecordsPerSecond", c.ifEven());
        c.observed().stream().forEach(rate -> node.put("observedRecordsPerSecond", rate));
        node.put("contradicted", c.contradicted());
        node.put("parallelismAt80Percent", c.needed());
        ArrayNode even = node.putArray("evenParallelisms");
        c.even().forEach(even::add);
    }
}
