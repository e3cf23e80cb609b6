package flinktriage.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of metrics without secrets, and back. They have the names of operators in them, which may
 * quote a statement or an address: with other characters than the name itself (Flink writes an
 * underscore for a dot, a colon, a comma and a space) and cut, so that a secret has lost what it
 * would be known by.
 */
final class MaskedMetrics {

    private static final Pattern OF_VERTEX = Pattern.compile("/vertices/([0-9a-f]{32})/");

    /** Of an operator: its name comes before the first dot, after the number of the subtask. */
    private static final Pattern OF_OPERATOR =
            Pattern.compile("((?:\\d+\\.)?)((?!\\d+\\.)[^.]+)(\\..+)", Pattern.DOTALL);

    /** Groups of metrics that belong to the task. */
    private static final Set<String> OF_TASK = Set.of("Shuffle", "buffers");

    private final Map<String, String> originals = new ConcurrentHashMap<>();
    private final Map<String, List<String>> telling = new ConcurrentHashMap<>();

    /** Learns from the description of a job which vertices have secrets in their names. */
    void learn(JsonNode job) {
        for (JsonNode vertex : job.path("vertices")) {
            JsonNode name = vertex.path("name");
            if (Redaction.json(name) != name) {
                telling.putIfAbsent(vertex.path("id").asText(), new ArrayList<>());
            }
        }
    }

    /**
     * The list of metrics, or of their values, with names to show.
     *
     * @param original as the cluster sent it
     * @param redacted the same without secrets that are known by their form
     */
    JsonNode shown(String path, JsonNode original, JsonNode redacted) {
        Matcher vertex = OF_VERTEX.matcher(path);
        List<String> operators = vertex.find() ? telling.get(vertex.group(1)) : null;
        JsonNode shown = operators == null ? redacted : masked(redacted, operators);
        for (int i = 0; i < original.size(); i++) {
            String id = original.path(i).path("id").asText();
            String masked = shown.path(i).path("id").asText();
            if (!masked.equals(id)) {
                originals.putIfAbsent(MetricSelection.encode(masked), MetricSelection.encode(id));
            }
        }
        return shown;
    }

    private static JsonNode masked(JsonNode redacted, List<String> operators) {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode(redacted.size());
        for (JsonNode item : redacted) {
            Matcher id = OF_OPERATOR.matcher(item.path("id").asText());
            boolean telling =
                    item instanceof ObjectNode && id.matches() && !OF_TASK.contains(id.group(2));
            copy.add(
                    telling
                            ? ((ObjectNode) item.deepCopy())
                                    .put(
                                            "id",
                                            id.group(1)
                                                    + Redaction.MASK
                                                    + number(operators, id.group(2))
                                                    + id.group(3))
                            : item);
        }
        return copy;
    }

    /** Operators of one vertex must stay apart. */
    private static int number(List<String> operators, String name) {
        synchronized (operators) {
            if (!operators.contains(name)) {
                operators.add(name);
            }
            return operators.indexOf(name) + 1;
        }
    }

    /** The request with the names of metrics as the cluster knows them. */
    String original(String path) {
        int from = path.indexOf("?get=");
        if (from < 0 || originals.isEmpty()) {
            return path;
        }
        from += "?get=".length();
        int to = path.indexOf('&', from) < 0 ? path.length() : path.indexOf('&', from);
        List<String> ids = new ArrayList<>();
        for (String id : path.substring(from, to).split(",")) {
            ids.add(originals.getOrDefault(id, id));
        }
        return path.substring(0, from) + String.join(",", ids) + path.substring(to);
    }
}
