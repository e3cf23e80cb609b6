package flinktriage.model;

import java.time.Duration;
import java.util.List;

/** A plan of Flink's table planner, in the form in which it was given. */
public sealed interface SqlPlan {

    /**
     * @param text of EXPLAIN, with one or more of its sections
     */
    record Explained(String text) implements SqlPlan {}

    /** Operators with their digests: of COMPILE PLAN, or of a running job. */
    record Nodes(List<Node> nodes) implements SqlPlan {

        public Nodes {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * @param id unique within the plan, and nothing else
     * @param description the operator's digest: {@code Calc(select=[a])}
     * @param inputs ids, in the order of the operator's inputs
     * @param states what a compiled plan says of its state; empty for a running job
     */
    record Node(int id, String description, List<Integer> inputs, List<State> states) {

        public Node {
            inputs = List.copyOf(inputs);
            states = List.copyOf(states);
        }
    }

    /**
     * One state of an operator of a compiled plan.
     *
     * @param ttl zero for never
     */
    record State(int index, String name, Duration ttl) {}
}
