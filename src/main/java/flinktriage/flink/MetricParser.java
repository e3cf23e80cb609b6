package flinktriage.flink;

import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.Watermark;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads lists of metrics. */
final class MetricParser {

    /**
     * Of these -1 means that there is no value: an unlimited pool, an unknown load, no timestamp.
     */
    private static final Set<String> MINUS_ONE_IS_NONE =
            Set.of(
                    "currentEmitEventTimeLag",
                    "Status.JVM.CPU.Load",
                    "Status.JVM.Memory.Metaspace.Max",
                    "Status.JVM.Memory.Heap.Max");

    private MetricParser() {}

    /** {@code [{"id":"a"}]}. */
    static Set<String> names(Json list) {
        Set<String> names = new LinkedHashSet<>();
        list.items().forEach(item -> item.text("id").ifPresent(names::add));
        return names;
    }

    /** {@code [{"id":"3.a"}]}: by subtask. */
    static SortedMap<Integer, Set<String>> namesBySubtask(Collection<String> prefixed) {
        SortedMap<Integer, Set<String>> names = new TreeMap<>();
        Map<String, String> same = new HashMap<>();
        for (String id : prefixed) {
            subtask(id)
                    .ifPresent(
                            i -> {
                                String name = id.substring(id.indexOf('.') + 1);
                                // 200 subtasks have the same names: keep each string once.
                                names.computeIfAbsent(i, k -> new TreeSet<>())
                                        .add(same.computeIfAbsent(name, k -> k));
                            });
        }
        return names;
    }

    /** {@code [{"id":"a","value":"1"}]}, numbers only. */
    static Map<String, Double> values(Json list) {
        Map<String, Double> values = new HashMap<>();
        for (Json item : list.items()) {
            OptionalDouble value = item.number("value");
            if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
                item.text("id").ifPresent(id -> values.put(id, value.getAsDouble()));
            }
        }
        return values;
    }

    /** Values of one subtask each. */
    static SubtaskMetrics perSubtask(
            SortedMap<Integer, Set<String>> names, Json list, boolean complete) {
        SortedMap<Integer, Map<String, Double>> values = new TreeMap<>();
        values(list)
                .forEach(
                        (id, value) ->
                                subtask(id)
                                        .ifPresent(
                                                i ->
                                                        values.computeIfAbsent(
                                                                        i, k -> new TreeMap<>())
                                                                .put(
                                                                        id.substring(
                                                                                id.indexOf('.')
                                                                                        + 1),
                                                                        value)));
        return new SubtaskMetrics(names, values, complete);
    }

    /** {@code [{"id":"3.currentInputWatermark","value":"…"}]}. */
    static SortedMap<Integer, Watermark> watermarks(Json list) {
        SortedMap<Integer, Watermark> watermarks = new TreeMap<>();
        values(list)
                .forEach(
                        (id, value) ->
                                subtask(id).ifPresent(i -> watermarks.put(i, Watermark.of(value))));
        return watermarks;
    }

    /**
     * Aggregates over subtasks or TaskManagers.
     *
     * @param path the request without its query
     */
    static MetricSample sample(Json list, MetricSelection selection, String path, Instant at) {
        Map<String, Observed<Aggregate>> values = new HashMap<>();
        for (Json item : list.items()) {
            item.text("id")
                    .ifPresent(
                            id ->
                                    values.put(
                                            id,
                                            aggregate(
                                                    item,
                                                    id,
                                                    new Provenance(request(path, id), id, at))));
        }
        for (String id : selection.asked()) {
            // Listed a moment ago: no number (Flink skips those), or gone since.
            values.putIfAbsent(id, Observed.absent(Missing.Why.NOT_YET, id, request(path, id)));
        }
        for (String id : selection.left()) {
            values.putIfAbsent(
                    id,
                    Observed.absent(
                            Missing.Why.NOT_ASKED, id, "more metrics than one request can name"));
        }
        return new MetricSample(at, values, "GET " + path);
    }

    private static Observed<Aggregate> aggregate(Json item, String id, Provenance from) {
        double[] four = new double[4];
        String[] fields = {"min", "max", "avg", "sum"};
        for (int i = 0; i < fields.length; i++) {
            OptionalDouble value = item.number(fields[i]);
            if (value.isEmpty()) {
                return Observed.absent(Missing.Why.NOT_YET, id, from.request());
            }
            if (!Double.isFinite(value.getAsDouble())) {
                return Observed.absent(Missing.Why.NOT_A_NUMBER, id, from.request());
            }
            four[i] = value.getAsDouble();
        }
        String last = id.startsWith("Status.") ? id : id.substring(id.lastIndexOf('.') + 1);
        if (four[1] == -1 && MINUS_ONE_IS_NONE.contains(last)) {
            return Observed.absent(Missing.Why.SENTINEL, id, from.request());
        }
        return Observed.of(new Aggregate(four[0], four[1], four[2], four[3]), from);
    }

    /** One that shows this value alone, and fits on a line. */
    private static String request(String path, String id) {
        return "GET " + path + "?get=" + MetricSelection.encode(id);
    }

    private static Optional<Integer> subtask(String id) {
        int dot = id.indexOf('.');
        if (dot < 1 || dot > 6) {
            return Optional.empty();
        }
        try {
            return Optional.of(Integer.parseUnsignedInt(id, 0, dot, 10));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
