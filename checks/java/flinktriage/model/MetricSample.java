package flinktriage.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Metrics of one vertex at one time, aggregated over its subtasks.
 *
 * @param at the JobManager's clock when Flink fetched these values, not when we asked
 * @param values by metric id as in REST: {@code busyTimeMsPerSecond}, {@code
 *     Source__orders.pendingRecords}
 * @param request the request that brought them
 */
public record MetricSample(Instant at, Map<String, Observed<Aggregate>> values, String request) {

    public MetricSample {
        values = Map.copyOf(values);
    }

    public Observed<Aggregate> metric(String id) {
        Observed<Aggregate> value = values.get(id);
        return value == null ? Observed.absent(Missing.Why.NOT_EXPOSED, id, request) : value;
    }

    /**
     * The values of a metric of operators, by the operator's name as in the metric id (Flink
     * replaces characters and cuts it at 80).
     */
    public Map<String, Observed<Aggregate>> byOperator(String metric) {
        Map<String, Observed<Aggregate>> found = new TreeMap<>();
        values.forEach(
                (id, value) -> {
                    if (id.endsWith("." + metric)) {
                        found.put(id.substring(0, id.length() - metric.length() - 1), value);
                    }
                });
        return found;
    }

    /** The present values of a metric over all operators of the vertex. */
    public Stream<Aggregate> overOperators(String metric) {
        return byOperator(metric).values().stream().flatMap(Observed::stream);
    }

    public List<String> ids() {
        return values.keySet().stream().sorted().toList();
    }

    /**
     * Records per second that a source reads: its operator counts them, its task does not up to
     * Flink 1.20.
     */
    public OptionalDouble readPerSecond() {
        return overOperators("numRecordsInPerSecond").mapToDouble(Aggregate::sum).max();
    }
}
