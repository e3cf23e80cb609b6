package flinktriage.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the plans that Flink writes as JSON: of COMPILE PLAN, and JSON_EXECUTION_PLAN.
 *
 * @param flinkVersion of the plan, where it says
 * @param fault why it is no plan
 */
record PlanJson(
        SqlScript.Form form,
        List<SqlPlan.Node> nodes,
        Optional<String> flinkVersion,
        Optional<String> fault) {

    private static final int NODES = 20_000;
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Pattern TTL = Pattern.compile("(\\d{1,18})\\s*([a-z]*)");

    static PlanJson read(String text) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null
                            ? ""
                            : " at line %d, column %d"
                                    .formatted(
                                            e.getLocation().getLineNr(),
                                            e.getLocation().getColumnNr());
            return fault("this is no valid JSON" + where);
        }
        if (!root.path("nodes").isArray() || root.path("nodes").isEmpty()) {
            return fault("this JSON has no array \"nodes\" as plans of Flink have");
        }
        if (root.path("nodes").size() > NODES) {
            return fault("the plan has more than " + NODES + " operators");
        }
        for (JsonNode node : root.path("nodes")) {
            if (!node.isObject()) {
                return fault("an element of \"nodes\" is no JSON object");
            }
        }
        if (root.has("jid")
                || root.path("nodes").get(0).has("parallelism")
                        && root.path("nodes").get(0).path("id").asText("").length() > 20) {
            return fault(
                    "this is the plan of a running job; lint asks the cluster itself with --url");
        }
        return root.path("nodes").get(0).has("type") && root.has("edges")
                ? compiled(root)
                : streamGraph(root);
    }

    private static PlanJson fault(String why) {
        return new PlanJson(
                SqlScript.Form.COMPILED_PLAN, List.of(), Optional.empty(), Optional.of(why));
    }

    private static PlanJson compiled(JsonNode root) {
        Map<Integer, List<Integer>> inputs = new HashMap<>();
        for (JsonNode edge : root.path("edges")) {
            inputs.computeIfAbsent(edge.path("target").asInt(-1), k -> new ArrayList<>())
                    .add(edge.path("source").asInt(-1));
        }
        List<SqlPlan.Node> nodes = new ArrayList<>();
        for (JsonNode node : root.path("nodes")) {
            int id = node.path("id").asInt(-1);
            nodes.add(
                    new SqlPlan.Node(
                            id,
                            description(node),
                            inputs.getOrDefault(id, List.of()),
                            states(node.path("state"))));
        }
        return new PlanJson(
                SqlScript.Form.COMPILED_PLAN,
                unique(nodes),
                Optional.of(root.path("flinkVersion").asText("")).filter(v -> !v.isEmpty()),
                Optional.empty());
    }

    /** Some descriptions are left to the reader of the plan; the kind is always there. */
    private static String description(JsonNode node) {
        String given = node.path("description").asText("");
        return given.isEmpty() ? node.path("type").asText("") : given;
    }

    private static List<SqlPlan.State> states(JsonNode states) {
        List<SqlPlan.State> found = new ArrayList<>();
        for (JsonNode state : states) {
            found.add(
                    new SqlPlan.State(
                            state.path("index").asInt(0),
                            state.path("name").asText(""),
                            ttl(state.path("ttl").asText(""))));
        }
        return found;
    }

    /** As Flink writes it: {@code 0 ms}, {@code 3600000 ms}, {@code 1 d}. */
    private static Duration ttl(String text) {
        Matcher m = TTL.matcher(text.strip());
        if (!m.matches()) {
            return Duration.ZERO;
        }
        long number = Long.parseLong(m.group(1));
        long bounded = Math.min(number, 1_000_000_000_000L);
        return switch (m.group(2)) {
            case "d", "day", "days" -> Duration.ofDays(Math.min(number, 1_000_000));
            case "h", "hour", "hours" -> Duration.ofHours(Math.min(number, 100_000_000));
            case "m", "min", "minute", "minutes" ->
                    Duration.ofMinutes(Math.min(number, 1_000_000_000));
            case "s", "sec", "second", "seconds" -> Duration.ofSeconds(bounded);
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" ->
                    Duration.ofMillis(number);
            case "us", "micro", "micros", "microsecond", "microseconds" ->
                    Duration.ofNanos(bounded * 1000);
            default -> Duration.ZERO;
        };
    }

    private static PlanJson streamGraph(JsonNode root) {
        List<SqlPlan.Node> nodes = new ArrayList<>();
        for (JsonNode node : root.path("nodes")) {
            List<Integer> inputs = new ArrayList<>();
            node.path("predecessors").forEach(p -> inputs.add(p.path("id").asInt(-1)));
            String contents = node.path("contents").asText(node.path("type").asText(""));
            nodes.add(new SqlPlan.Node(node.path("id").asInt(-1), contents, inputs, List.of()));
        }
        return new PlanJson(
                SqlScript.Form.EXPLAIN, unique(nodes), Optional.empty(), Optional.empty());
    }

    /** Ids from outside: of two equal ones the first counts. */
    private static List<SqlPlan.Node> unique(List<SqlPlan.Node> nodes) {
        Map<Integer, SqlPlan.Node> byId = new java.util.LinkedHashMap<>();
        nodes.forEach(n -> byId.putIfAbsent(n.id(), n));
        return byId.values().stream()
                .map(
                        n ->
                                new SqlPlan.Node(
                                        n.id(),
                                        n.description(),
                                        n.inputs().stream().filter(byId::containsKey).toList(),
                                        n.states()))
                .toList();
    }

    SqlScript script(PlanFile file, String text) {
        Observed<SqlPlan> plan =
                fault.isEmpty()
                        ? file.present(new SqlPlan.Nodes(nodes))
                        : Observed.absent(Missing.Why.NOT_EXPOSED, "plan", fault.get());
        SqlScript script = file.script(form, text, plan);
        return flinkVersion.isEmpty()
                ? script
                : new SqlScript(
                        script.name(),
                        script.form(),
                        Observed.of(
                                flinkVersion.get(),
                                new flinktriage.model.Provenance(
                                        file.name(), "/flinkVersion", script.takenAt())),
                        script.takenAt(),
                        script.statements(),
                        text);
    }
}
