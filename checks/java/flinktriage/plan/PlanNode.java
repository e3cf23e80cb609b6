package flinktriage.plan;

import flinktriage.model.SqlPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/** An operator of a statement's plan. Two are equal if they are the same one. */
public final class PlanNode implements Place {

    private final int id;
    private final Operator operator;
    private final List<PlanNode> inputs;
    private final Optional<Operator> physical;
    private final List<SqlPlan.State> states;

    PlanNode(
            int id,
            Operator operator,
            List<PlanNode> inputs,
            Optional<Operator> physical,
            List<SqlPlan.State> states) {
        this.id = id;
        this.operator = operator;
        this.inputs = List.copyOf(inputs);
        this.physical = physical;
        this.states = List.copyOf(states);
    }

    /** Unique within the plan, smaller than the ids of the operators that read this one. */
    public int id() {
        return id;
    }

    @Override
    public Operator operator() {
        return operator;
    }

    /** In the order of the operator's inputs. */
    public List<PlanNode> inputs() {
        return inputs;
    }

    /** The same operator in the physical plan, where it has more to say. */
    public Optional<Operator> physical() {
        return physical;
    }

    /** What a compiled plan says of its state. */
    public List<SqlPlan.State> states() {
        return states;
    }

    /**
     * What it emits: {@code I,UB,UA,D}, {@code NONE} for a sink; empty if the plan has no modes.
     */
    public Optional<String> changelog() {
        return physical.flatMap(o -> o.attribute("changelogMode"));
    }

    /** True if it emits anything but new rows; false if that is not known. */
    public boolean updates() {
        return changelog().filter(c -> c.contains("U") || c.contains("D")).isPresent();
    }

    @Override
    public int streamsInto() {
        Optional<PlanNode> before = onlyInput();
        while (before.isPresent()) {
            Operator o = before.get().operator;
            if (o.kind().equals("Union")) {
                return Math.max(1, before.get().branches().size());
            }
            if (!SqlKinds.TRANSPARENT.contains(o.kind())) {
                return 1;
            }
            before = before.get().onlyInput();
        }
        return 1;
    }

    /** Of a union: its inputs, with those of unions among them, which are one at run time. */
    public List<PlanNode> branches() {
        List<PlanNode> branches = new ArrayList<>();
        Deque<PlanNode> open = new ArrayDeque<>();
        Set<PlanNode> seen = new HashSet<>();
        open.push(this);
        while (!open.isEmpty()) {
            PlanNode n = open.pop();
            if (n.operator.kind().equals("Union") && seen.add(n)) {
                for (int i = n.inputs.size() - 1; i >= 0; i--) {
                    open.push(n.inputs.get(i));
                }
            } else {
                branches.add(n);
            }
        }
        return branches;
    }

    @Override
    public Optional<Operator> origin() {
        return originNode().map(PlanNode::operator);
    }

    /** The node of {@link #origin()}. */
    public Optional<PlanNode> originNode() {
        Optional<PlanNode> above = onlyInput();
        while (above.isPresent() && SqlKinds.TRANSPARENT.contains(above.get().operator.kind())) {
            above = above.get().onlyInput();
        }
        return above;
    }

    @Override
    public boolean single() {
        return inputs.stream()
                .map(PlanNode::operator)
                .anyMatch(
                        o ->
                                o.kind().equals("Exchange")
                                        && o.attribute("distribution")
                                                .orElse("")
                                                .startsWith("single"));
    }

    @Override
    public OptionalInt upstreamSubtasks() {
        return OptionalInt.empty();
    }

    /** This one and all that it reads, directly or not, nearest first. */
    public List<PlanNode> upstream() {
        Set<PlanNode> seen = new LinkedHashSet<>();
        Deque<PlanNode> open = new ArrayDeque<>();
        open.add(this);
        while (!open.isEmpty()) {
            PlanNode n = open.remove();
            if (seen.add(n)) {
                open.addAll(n.inputs);
            }
        }
        return List.copyOf(seen);
    }

    /** True if all that it reads are the constants of the statement. */
    public boolean constant() {
        return upstream().stream()
                .filter(n -> n.inputs.isEmpty())
                .allMatch(n -> n.operator.kind().equals("Values"));
    }

    /** This one or the first above it that fits, as long as there is only one stream. */
    public Optional<PlanNode> nearest(Predicate<PlanNode> fits) {
        Optional<PlanNode> n = Optional.of(this);
        while (n.isPresent() && !fits.test(n.get())) {
            n = n.get().onlyInput();
        }
        return n;
    }

    private Optional<PlanNode> onlyInput() {
        return inputs.size() == 1 ? Optional.of(inputs.get(0)) : Optional.empty();
    }

    @Override
    public String toString() {
        return id + ":" + operator.name();
    }
}
