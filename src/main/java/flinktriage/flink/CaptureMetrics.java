package flinktriage.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers queries of metrics from the values of a capture, with Flink's traps: one unknown id
 * empties an aggregated reply, one NaN makes all its aggregates NaN, a value that is no number is
 * left out.
 */
final class CaptureMetrics {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern SUBTASKS =
            Pattern.compile("(/jobs/[^/]+/vertices/[^/]+)/subtasks/metrics");
    private static final Pattern TASK_MANAGER = Pattern.compile("/taskmanagers/[^/]+/metrics");
    private static final String ALL_TASK_MANAGERS = "/taskmanagers/metrics";

    private final Map<String, List<CaptureManifest.Entry>> byPath = new LinkedHashMap<>();
    private final Function<String, byte[]> files;
    private final Map<String, Map<String, ObjectNode>> stored = new HashMap<>();
    private final Map<String, Map<String, List<String>>> components = new HashMap<>();

    CaptureMetrics(
            Map<String, List<CaptureManifest.Entry>> replies, Function<String, byte[]> files) {
        this.files = files;
        replies.forEach(
                (path, entries) ->
                        byPath.computeIfAbsent(plain(path), k -> new ArrayList<>())
                                .addAll(entries));
    }

    /** Empty if the capture knows nothing about that path. */
    Optional<byte[]> answer(String path, String query) {
        List<String> get = list(query, "get");
        Map<String, List<String>> parts = components.computeIfAbsent(path, k -> aggregated(path));
        ArrayNode reply;
        if (!parts.isEmpty()) {
            List<String> agg = list(query, "agg");
            reply =
                    get.isEmpty()
                            ? names(parts.keySet())
                            : aggregates(
                                    parts,
                                    get,
                                    agg.isEmpty() ? List.of("min", "max", "avg", "sum") : agg);
        } else {
            Map<String, ObjectNode> items = items(path);
            if (items.isEmpty() && !known(path)) {
                return Optional.empty();
            }
            boolean aggregatedPath =
                    SUBTASKS.matcher(path).matches() || path.equals(ALL_TASK_MANAGERS);
            reply = get.isEmpty() ? names(items.keySet()) : some(items, get, aggregatedPath);
        }
        return Optional.of(reply.toString().getBytes(StandardCharsets.UTF_8));
    }

    private boolean known(String path) {
        return byPath.containsKey(path)
                || SUBTASKS.matcher(path).matches()
                        && known(path.replace("/subtasks/metrics", "/metrics"));
    }

    private static ArrayNode names(Iterable<String> ids) {
        ArrayNode reply = MAPPER.createArrayNode();
        ids.forEach(id -> reply.addObject().put("id", id));
        return reply;
    }

    private static ArrayNode some(
            Map<String, ObjectNode> items, List<String> get, boolean aggregated) {
        ArrayNode reply = MAPPER.createArrayNode();
        for (String id : get) {
            ObjectNode item = items.get(id);
            if (item != null && item.size() > 1) {
                reply.add(item);
            } else if (aggregated) {
                return MAPPER.createArrayNode();
            }
        }
        return reply;
    }

    private static ArrayNode aggregates(
            Map<String, List<String>> parts, List<String> get, List<String> agg) {
        ArrayNode reply = MAPPER.createArrayNode();
        for (String id : get) {
            List<String> values = parts.get(id);
            if (values == null) {
                return MAPPER.createArrayNode();
            }
            try {
                double min = Double.POSITIVE_INFINITY;
                double max = Double.NEGATIVE_INFINITY;
                double sum = 0;
                for (String text : values) {
                    double value = Double.parseDouble(text);
                    min = Math.min(min, value);
                    max = Math.max(max, value);
                    sum += value;
                }
                Map<String, Double> all =
                        Map.of("min", min, "max", max, "avg", sum / values.size(), "sum", sum);
                ObjectNode item = reply.addObject().put("id", id);
                agg.stream()
                        .filter(all::containsKey)
                        .forEach(name -> put(item, name, all.get(name)));
            } catch (NumberFormatException e) {
                // Flink logs a warning and leaves the metric out.
                continue;
            }
        }
        return reply;
    }

    private static void put(ObjectNode item, String name, double value) {
        if (Double.isFinite(value)) {
            item.put(name, value);
        } else {
            item.put(name, Double.toString(value));
        }
    }

    /** Values by id, over subtasks or TaskManagers; empty if the path is not an aggregating one. */
    private Map<String, List<String>> aggregated(String path) {
        Map<String, List<String>> parts = new TreeMap<>();
        Matcher subtasks = SUBTASKS.matcher(path);
        if (subtasks.matches()) {
            items(subtasks.group(1) + "/metrics")
                    .forEach(
                            (id, item) -> {
                                int dot = id.indexOf('.');
                                if (dot > 0) {
                                    add(parts, id.substring(dot + 1), item);
                                }
                            });
        } else if (path.equals(ALL_TASK_MANAGERS)) {
            byPath.keySet().stream()
                    .filter(key -> TASK_MANAGER.matcher(key).matches())
                    .forEach(key -> items(key).forEach((id, item) -> add(parts, id, item)));
        }
        return parts;
    }

    private static void add(Map<String, List<String>> parts, String id, ObjectNode item) {
        if (item.hasNonNull("value")) {
            parts.computeIfAbsent(id, k -> new ArrayList<>()).add(item.get("value").asText());
        }
    }

    /** Everything recorded for a path, whatever the query, by id; the newest wins. */
    private Map<String, ObjectNode> items(String path) {
        return stored.computeIfAbsent(path, this::load);
    }

    private Map<String, ObjectNode> load(String path) {
        Map<String, ObjectNode> items = new LinkedHashMap<>();
        byPath.getOrDefault(path, List.of()).stream()
                .filter(entry -> entry.status() == 200)
                .forEach(entry -> load(entry, items));
        return items;
    }

    private void load(CaptureManifest.Entry entry, Map<String, ObjectNode> items) {
        try {
            for (var item : MAPPER.readTree(files.apply(entry.file()))) {
                if (item instanceof ObjectNode object && object.path("id").isTextual()) {
                    items.merge(
                            object.get("id").textValue(),
                            object,
                            (old, newer) -> newer.size() > 1 ? newer : old);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(String path) {
        int question = path.indexOf('?');
        return question < 0 ? path : path.substring(0, question);
    }

    private static List<String> list(String query, String key) {
        List<String> values = new ArrayList<>();
        for (String parameter : query.split("&")) {
            int equals = parameter.indexOf('=');
            if (equals > 0 && parameter.substring(0, equals).equals(key)) {
                for (String value : parameter.substring(equals + 1).split(",")) {
                    String decoded = decode(value);
                    if (!decoded.isEmpty()) {
                        values.add(decoded);
                    }
                }
            }
        }
        return values;
    }

    private static String decode(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
