package flinktriage.runbook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping with texts, and lists of texts or mappings; it knows the line of each value. */
final class YamlMap {

    /** Lines of the file before the text, and one because marks count from 0. */
    private static final int OFFSET = 2;

    private final int line;
    private final Map<String, Node> values;
    private final Map<String, Integer> lines;
    private final Faults faults;

    private YamlMap(int line, Map<String, Node> values, Map<String, Integer> lines, Faults faults) {
        this.line = line;
        this.values = values;
        this.lines = lines;
        this.faults = faults;
    }

    /**
     * @throws InvalidRunbookException at once if it is not YAML: nothing after it could be judged
     */
    static YamlMap read(String yaml, Faults faults) {
        try {
            return new Compose(LoadSettings.builder().build())
                    .composeString(yaml)
                    .map(node -> of(node, faults))
                    .orElseGet(() -> new YamlMap(OFFSET, Map.of(), Map.of(), faults));
        } catch (MarkedYamlEngineException e) {
            int at = e.getProblemMark().map(Mark::getLine).orElse(0);
            faults.at(at + OFFSET, "not YAML: " + e.getProblem());
        } catch (ReaderException e) {
            String before = yaml.substring(0, Math.min(e.getPosition(), yaml.length()));
            int at = (int) before.chars().filter(c -> c == '\n').count();
            faults.at(at + OFFSET, "not YAML: a control character");
        }
        throw faults.exception();
    }

    private static YamlMap of(Node node, Faults faults) {
        Map<String, Node> values = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                int at = lineOf(entry.getKeyNode());
                if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                    faults.at(at, "a key is a word");
                } else if (values.put(key.getValue(), entry.getValueNode()) != null) {
                    faults.at(at, "a second " + key.getValue());
                } else {
                    lines.put(key.getValue(), at);
                }
            }
        } else {
            faults.at(lineOf(node), "keys with values are expected here");
        }
        return new YamlMap(lineOf(node), values, lines, faults);
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0) + OFFSET;
    }

    int line() {
        return line;
    }

    /** Of a key, or of the mapping if it has no such key. */
    int line(String key) {
        return lines.getOrDefault(key, line);
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    YamlMap only(Set<String> known) {
        values.keySet().stream()
                .filter(key -> !known.contains(key))
                .forEach(
                        key ->
                                faults.at(
                                        line(key),
                                        "no key "
                                                + key
                                                + " here, only "
                                                + String.join(", ", new TreeSet<>(known))));
        return this;
    }

    /** Empty, with a fault, if it is missing. */
    String required(String key, int longest) {
        if (!has(key)) {
            faults.at(line, key + " is missing");
        }
        return text(key, longest).orElse("");
    }

    Optional<String> text(String key, int longest) {
        return Optional.ofNullable(values.get(key)).flatMap(node -> text(node, key, longest));
    }

    private Optional<String> text(Node node, String key, int longest) {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            faults.at(lineOf(node), key + " takes a text");
            return Optional.empty();
        }
        String value = scalar.getValue().strip();
        if (value.length() > longest || value.lines().count() > 1) {
            faults.at(lineOf(node), key + " is longer than a line of " + longest + " characters");
            return Optional.empty();
        }
        return Optional.of(value);
    }

    List<String> texts(String key, int longest) {
        return list(key).stream().flatMap(node -> text(node, key, longest).stream()).toList();
    }

    List<YamlMap> maps(String key) {
        if (!has(key)) {
            faults.at(line, key + " is missing");
        }
        List<YamlMap> maps = new ArrayList<>();
        list(key).forEach(node -> maps.add(of(node, faults)));
        return maps;
    }

    private List<Node> list(String key) {
        Node node = values.get(key);
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        if (node != null) {
            faults.at(lineOf(node), key + " takes a list");
        }
        return List.of();
    }
}
