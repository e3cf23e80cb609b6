package flinktriage.report;

import flinktriage.check.Numbers;
import flinktriage.check.StatementView;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.Operator;
import flinktriage.plan.OperatorState;
import flinktriage.plan.PlanNode;
import flinktriage.plan.RowTypes;
import flinktriage.plan.StateKind;
import flinktriage.plan.Ttl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The operators of each plan as a tree, with what each keeps and what bounds that. The exchanges
 * are no operators: how rows are sent stands with those that get them.
 */
final class OperatorsText {

    /** Columns of the state and the changelog at the right. */
    private static final int RIGHT = 28;

    private static final int STATE = 16;
    private static final int LABEL = 9;

    /** A deeper plan is drawn no further to the right. */
    private static final int DEEPEST = 12;

    private final Sheet sheet;
    private final OperatorView view;

    OperatorsText(Sheet sheet, OperatorView view) {
        this.sheet = sheet;
        this.view = view;
    }

    void write(SqlScript script) {
        for (SqlStatement statement : script.statements()) {
            List<OperatorState> states = view.of(script, statement);
            if (states.isEmpty()) {
                continue;
            }
            sheet.blank();
            String place = script.form() == SqlScript.Form.SQL ? statement.at().start() + "  " : "";
            sheet.entry(
                    "Operators",
                    Harmless.line(place + new StatementView(script, statement).name(), 200));
            sheet.bare(
                    " ".repeat(Math.max(0, sheet.columns() - RIGHT))
                            + Columns.padded("state", STATE)
                            + "changes");
            Map<Integer, OperatorState> byId = new HashMap<>();
            states.forEach(s -> byId.put(s.node().id(), s));
            Set<Integer> read = new HashSet<>();
            states.forEach(s -> s.node().inputs().forEach(i -> read.add(i.id())));
            Set<Integer> drawn = new HashSet<>();
            for (OperatorState state : states) {
                if (!read.contains(state.node().id())) {
                    draw(state, byId, drawn);
                }
            }
        }
    }

    /** One operator that is still to be drawn. */
    private record Open(PlanNode node, String first, String rest) {}

    private void draw(OperatorState sink, Map<Integer, OperatorState> byId, Set<Integer> drawn) {
        List<Open> open = new ArrayList<>(List.of(new Open(sink.node(), "  ", "  ")));
        while (!open.isEmpty()) {
            Open next = open.remove(open.size() - 1);
            OperatorState state = byId.get(next.node().id());
            boolean again = !drawn.add(next.node().id());
            List<PlanNode> inputs = again ? List.of() : inputs(next.node());
            operator(state, next.first(), again);
            if (!again) {
                details(state, next.rest() + (inputs.isEmpty() ? "   " : "|  "));
            }
            boolean deep = next.rest().length() / 3 >= DEEPEST;
            for (int i = inputs.size() - 1; i >= 0; i--) {
                boolean last = i == inputs.size() - 1;
                String rest = next.rest();
                open.add(
                        new Open(
                                inputs.get(i),
                                rest + (last ? "+- " : ":- "),
                                deep ? rest : rest + (last ? "   " : ":  ")));
            }
        }
    }

    private void operator(OperatorState state, String prefix, boolean again) {
        int room = Math.max(20, sheet.columns() - RIGHT - Columns.of(prefix) - 1);
        String label = prefix + Columns.shortened(label(state.node().operator()), room);
        if (again) {
            sheet.bare(label + " (see above)");
            return;
        }
        String bound = OperatorView.bound(state);
        sheet.bare(
                Columns.padded(label, sheet.columns() - RIGHT)
                        + Columns.padded(
                                state.endless() && bound.equals("unbounded") ? "UNBOUNDED" : bound,
                                STATE)
                        + state.node().changelog().filter(c -> !c.equals("NONE")).orElse("")
                        + (state.singleton() ? " " + TextReport.HERE : ""));
    }

    private void details(OperatorState state, String indent) {
        if (!state.kind().keeps().isEmpty()) {
            detail(indent, "keeps", List.of(state.kind().keeps()));
        }
        state.ttl()
                .filter(ttl -> matters(state, ttl))
                .ifPresent(ttl -> detail(indent, "TTL", List.of(OperatorView.ttl(ttl))));
        if (state.singleton()) {
            detail(indent, "sent to", List.of("one subtask, whatever the parallelism"));
        } else if (!state.distributions().isEmpty()
                && state.kind().bound() != StateKind.Bound.NONE) {
            detail(indent, "sent by", List.of(String.join(", ", state.distributions())));
        }
        detail(indent, "estimate", EstimateText.lines(state.estimate()));
        view.measured(state)
                .filter(m -> !state.kind().keeps().isEmpty())
                .ifPresent(
                        m ->
                                detail(
                                        indent,
                                        "measured",
                                        List.of(
                                                Numbers.bytes(m.bytes())
                                                        + " in the newest checkpoint of its vertex")));
    }

    private static boolean matters(OperatorState state, Ttl ttl) {
        return state.kind().onlyTtlBounds() || ttl.source() == Ttl.Source.NOT_HEEDED;
    }

    private void detail(String indent, String label, List<String> lines) {
        String margin = indent + Columns.padded(label, LABEL) + " ";
        int room = Math.max(30, sheet.columns() - Columns.of(margin));
        for (String text : lines) {
            for (String line : Columns.wrapped(Harmless.line(text, 600), room)) {
                sheet.bare(margin + line);
                margin = indent + " ".repeat(LABEL + 1);
            }
        }
    }

    private static List<PlanNode> inputs(PlanNode node) {
        return node.inputs().stream()
                .map(
                        i ->
                                i.operator().is("Exchange") && i.inputs().size() == 1
                                        ? i.inputs().get(0)
                                        : i)
                .toList();
    }

    private static String label(Operator o) {
        if (!o.sql()) {
            return Harmless.line(o.name(), 200);
        }
        Optional<String> more =
                RowTypes.table(o)
                        .map(t -> t.substring(t.lastIndexOf('.') + 1))
                        .or(() -> o.attribute("joinType"))
                        .or(() -> o.attribute("strategy"))
                        .or(() -> o.attribute("keep"))
                        .or(() -> o.attribute("groupBy").map(g -> "by " + g))
                        .or(() -> o.attribute("partitionBy").map(g -> "by " + g));
        return Harmless.line(o.name() + more.map(m -> " " + m).orElse(""), 200);
    }
}
