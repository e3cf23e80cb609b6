package flinktriage.plan;

import flinktriage.model.SqlPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of one statement, of EXPLAIN as Flink 1.17 to 2.3 prints it, of COMPILE PLAN, or of a
 * running job. A graph: what several operators read is one node.
 */
public final class StatementPlan {

    /** Operators that the planner has in batch mode only. */
    private static final Set<String> BATCH =
            Set.of(
                    "BoundedStreamScan",
                    "HashAggregate",
                    "HashJoin",
                    "HashWindowAggregate",
                    "LocalHashAggregate",
                    "LocalHashWindowAggregate",
                    "LocalSortAggregate",
                    "LocalSortWindowAggregate",
                    "MultipleInput",
                    "NestedLoopJoin",
                    "SortAggregate",
                    "SortMergeJoin",
                    "SortWindowAggregate");

    /** What an operator of the physical plan may become in the execution plan. */
    private static final Map<String, String> BECOMES = Map.of("Rank", "Deduplicate");

    private final List<PlanNode> nodes;
    private final List<PlanNode> ast;
    private final List<String> advice;

    private StatementPlan(List<PlanNode> nodes, List<PlanNode> ast, List<String> advice) {
        this.nodes = List.copyOf(nodes);
        this.ast = List.copyOf(ast);
        this.advice = List.copyOf(advice);
    }

    /** Any text gives a plan; one of what is no plan has no nodes. */
    public static StatementPlan of(SqlPlan plan) {
        if (plan instanceof SqlPlan.Nodes given) {
            PlanTree tree = PlanTree.of(given);
            return new StatementPlan(nodes(tree, new Operator[tree.size()]), List.of(), List.of());
        }
        ExplainText text = ExplainText.read(((SqlPlan.Explained) plan).text());
        PlanTree physical = PlanTree.of(text.physical());
        PlanTree execution = PlanTree.of(text.execution());
        PlanTree ast = PlanTree.of(text.ast());
        PlanTree runs = execution.size() > 0 ? execution : physical;
        return new StatementPlan(
                nodes(runs, matched(runs, physical)),
                nodes(ast, new Operator[ast.size()]),
                text.advice());
    }

    /** Of the execution plan, or the physical one where there is no other; inputs before users. */
    public List<PlanNode> nodes() {
        return nodes;
    }

    /** Those that no other one reads: sinks, or what returns the rows of a query. */
    public List<PlanNode> sinks() {
        return roots(nodes);
    }

    /** As the query was written, before the planner changed it; empty without that section. */
    public List<PlanNode> ast() {
        return ast;
    }

    /** What PLAN_ADVICE says, one text each. */
    public List<String> advice() {
        return advice;
    }

    /** Those of {@link #nodes()} that read a node, directly or not. */
    public List<PlanNode> downstream(PlanNode node) {
        boolean here = node.id() < nodes.size() && nodes.get(node.id()) == node;
        if (!here) {
            return List.of();
        }
        boolean[] reads = new boolean[nodes.size()];
        List<PlanNode> found = new ArrayList<>();
        for (PlanNode n : nodes.subList(node.id() + 1, nodes.size())) {
            reads[n.id()] = n.inputs().stream().anyMatch(i -> i == node || reads[i.id()]);
            if (reads[n.id()]) {
                found.add(n);
            }
        }
        return found;
    }

    /** True if the plan was made for batch mode, where no state is kept over time. */
    public boolean batch() {
        return nodes.stream()
                .map(PlanNode::operator)
                .anyMatch(
                        o ->
                                BATCH.contains(o.kind())
                                        || o.attribute("shuffle_mode").isPresent()
                                        || o.attribute("global").isPresent());
    }

    private static List<PlanNode> roots(List<PlanNode> all) {
        boolean[] read = new boolean[all.size()];
        all.forEach(n -> n.inputs().forEach(i -> read[i.id()] = true));
        return all.stream().filter(n -> !read[n.id()]).toList();
    }

    /** In postorder, without recursion: plans of a thousand operators in a row exist. */
    private static List<PlanNode> nodes(PlanTree tree, Operator[] physical) {
        PlanNode[] made = new PlanNode[tree.size()];
        int[] next = new int[tree.size()];
        boolean[] entered = new boolean[tree.size()];
        List<PlanNode> nodes = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int root : tree.roots()) {
            open.push(root);
            entered[root] = true;
            while (!open.isEmpty()) {
                int index = open.peek();
                List<Integer> inputs = tree.inputs(index);
                if (next[index] < inputs.size()) {
                    int input = inputs.get(next[index]++);
                    if (!entered[input]) {
                        entered[input] = true;
                        open.push(input);
                    }
                    continue;
                }
                open.pop();
                // One that is not made yet reads this one: a circle, which no plan has.
                List<PlanNode> read =
                        inputs.stream().map(i -> made[i]).filter(n -> n != null).toList();
                made[index] =
                        new PlanNode(
                                nodes.size(),
                                tree.operator(index),
                                read,
                                Optional.ofNullable(physical[index]),
                                tree.states(index));
                nodes.add(made[index]);
            }
        }
        return nodes;
    }

    /**
     * The operators of the physical plan that are at the same place as those of the execution plan.
     * Where the two differ, what is below stays without.
     */
    private static Operator[] matched(PlanTree execution, PlanTree physical) {
        Operator[] found = new Operator[execution.size()];
        if (execution == physical) {
            Arrays.setAll(found, physical::operator);
            return found;
        }
        List<Integer> left = execution.roots();
        List<Integer> right = physical.roots();
        if (left.size() != right.size()) {
            return found;
        }
        Deque<int[]> open = new ArrayDeque<>();
        for (int i = 0; i < left.size(); i++) {
            open.add(new int[] {left.get(i), right.get(i)});
        }
        while (!open.isEmpty()) {
            int[] pair = open.remove();
            List<Integer> inputs = execution.inputs(pair[0]);
            List<Integer> others = physical.inputs(pair[1]);
            Operator o = execution.operator(pair[0]);
            Operator other = physical.operator(pair[1]);
            boolean same =
                    o.kind().equals(other.kind())
                            || o.kind().equals(BECOMES.getOrDefault(other.kind(), ""));
            if (found[pair[0]] != null || !same || inputs.size() != others.size()) {
                continue;
            }
            found[pair[0]] = other;
            for (int i = 0; i < inputs.size(); i++) {
                open.add(new int[] {inputs.get(i), others.get(i)});
            }
        }
        return found;
    }
}
