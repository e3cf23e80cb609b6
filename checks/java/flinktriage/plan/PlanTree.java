package flinktriage.plan;

import flinktriage.model.SqlPlan;
import flinktriage.plan.ExplainText.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Operators with their inputs, in the order in which they are written. A sub-plan that is used
 * twice is one operator; a reference to nothing is left as the leaf that it is written as.
 */
final class PlanTree {

    private static final Pattern DEFINED = Pattern.compile("\\(reuse_id=\\[(\\d{1,9})]\\)\\s*$");

    private final List<Operator> operators = new ArrayList<>();
    private final List<List<Integer>> inputs = new ArrayList<>();
    private final List<List<SqlPlan.State>> states = new ArrayList<>();

    int size() {
        return operators.size();
    }

    Operator operator(int index) {
        return operators.get(index);
    }

    List<Integer> inputs(int index) {
        return inputs.get(index);
    }

    List<SqlPlan.State> states(int index) {
        return states.get(index);
    }

    /** Those that no other one reads, in order. */
    List<Integer> roots() {
        boolean[] read = new boolean[size()];
        inputs.forEach(all -> all.forEach(i -> read[i] = true));
        List<Integer> roots = new ArrayList<>();
        for (int i = 0; i < read.length; i++) {
            if (!read[i] && !operators.get(i).kind().equals("Reused")) {
                roots.add(i);
            }
        }
        return roots;
    }

    private int add(String text, List<SqlPlan.State> state) {
        int index = operators.size();
        operators.add(Digest.read(index, OptionalInt.empty(), text));
        inputs.add(new ArrayList<>());
        states.add(state);
        return index;
    }

    static PlanTree of(List<Entry> entries) {
        PlanTree tree = new PlanTree();
        List<Integer> openAtDepth = new ArrayList<>();
        Map<String, Integer> defined = new HashMap<>();
        for (Entry entry : entries) {
            int index = tree.add(entry.text(), List.of());
            tree.attach(index, entry.depth(), openAtDepth);
            tree.addSubQueries(index, entry.text());
            Matcher reuse = DEFINED.matcher(tail(entry.text()));
            if (reuse.find()) {
                defined.putIfAbsent(reuse.group(1), index);
            }
        }
        tree.resolve(defined);
        return tree;
    }

    /** Of a plan that has ids instead of an order. */
    static PlanTree of(SqlPlan.Nodes plan) {
        PlanTree tree = new PlanTree();
        Map<Integer, Integer> byId = new HashMap<>();
        plan.nodes().forEach(n -> byId.putIfAbsent(n.id(), tree.add(n.description(), n.states())));
        int index = 0;
        for (SqlPlan.Node n : plan.nodes()) {
            for (int input : n.inputs()) {
                if (byId.containsKey(input)) {
                    tree.inputs.get(index).add(byId.get(input));
                }
            }
            index++;
        }
        return tree;
    }

    private void attach(int index, int depth, List<Integer> openAtDepth) {
        int level = Math.min(depth, openAtDepth.size());
        openAtDepth.subList(level, openAtDepth.size()).clear();
        if (level > 0) {
            inputs.get(openAtDepth.get(level - 1)).add(index);
        }
        openAtDepth.add(index);
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 40));
    }

    private void resolve(Map<String, Integer> defined) {
        for (List<Integer> all : inputs) {
            for (int i = 0; i < all.size(); i++) {
                Operator o = operators.get(all.get(i));
                if (o.kind().equals("Reused")) {
                    Integer target = defined.get(o.attribute("reference_id").orElse(""));
                    all.set(i, target == null ? all.get(i) : target);
                }
            }
        }
    }

    /**
     * The AST prints a sub-query inside of the operator's brackets, each of its operators on a line
     * that is indented by two blanks a level. It is attached after the operator's own inputs.
     */
    private void addSubQueries(int owner, String text) {
        if (!text.contains("{\n")) {
            return;
        }
        Deque<Integer> owners = new ArrayDeque<>();
        Deque<List<Integer>> levels = new ArrayDeque<>();
        int last = owner;
        for (String line : text.split("\n")) {
            String content = line.strip();
            if (content.startsWith("}") && !owners.isEmpty()) {
                last = owners.pop();
                levels.pop();
            } else if (!owners.isEmpty() && !content.isEmpty()) {
                last = add(content, List.of());
                List<Integer> open = levels.peek();
                int level =
                        Math.min((line.length() - line.stripLeading().length()) / 2, open.size());
                open.subList(level, open.size()).clear();
                inputs.get(level == 0 ? owners.peek() : open.get(level - 1)).add(last);
                open.add(last);
            }
            if (content.endsWith("{")) {
                owners.push(last);
                levels.push(new ArrayList<>());
            }
        }
    }
}
