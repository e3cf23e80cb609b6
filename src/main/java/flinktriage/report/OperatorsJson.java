package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.OperatorState;
import flinktriage.plan.StateEstimate;
import flinktriage.plan.StateEstimate.Term;
import java.util.List;

/** The operators of a plan, inputs before those that read them. */
final class OperatorsJson {

    private OperatorsJson() {}

    static ArrayNode of(OperatorView view, SqlScript script, SqlStatement statement) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        view.of(script, statement).forEach(state -> all.add(operator(view, state)));
        return all;
    }

    private static ObjectNode operator(OperatorView view, OperatorState state) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", state.node().id());
        node.put("operator", Harmless.line(state.node().operator().name()));
        ArrayNode inputs = node.putArray("inputs");
        state.node().inputs().forEach(i -> inputs.add(i.id()));
        ObjectNode kept = node.putObject("state");
        kept.put("bound", state.kind().bound().name());
        if (!state.kind().keeps().isEmpty()) {
            kept.put("keeps", state.kind().keeps());
        }
        state.ttl()
                .ifPresent(
                        ttl -> {
                            ObjectNode said = kept.putObject("ttl");
                            said.put("source", ttl.source().name());
                            ttl.value().ifPresent(d -> said.put("milliseconds", d.toMillis()));
                        });
        state.node().changelog().ifPresent(c -> node.put("changelog", Harmless.line(c)));
        if (!state.distributions().isEmpty()) {
            ArrayNode sent = node.putArray("distribution");
            state.distributions().forEach(d -> sent.add(Harmless.line(d)));
        }
        node.put("singleton", state.singleton());
        estimate(node, state.estimate());
        view.measured(state)
                .ifPresent(
                        m ->
                                node.putObject("measured")
                                        .put("vertex", Harmless.line(m.vertex()))
                                        .put("bytes", m.bytes()));
        return node;
    }

    private static void estimate(ObjectNode node, StateEstimate estimate) {
        if (estimate instanceof StateEstimate.Lacking lacking) {
            ArrayNode needs = node.putObject("estimate").putArray("needs");
            lacking.needs().forEach(n -> needs.add(Harmless.line(n)));
        } else if (estimate instanceof StateEstimate.Sized sized) {
            ObjectNode said = node.putObject("estimate");
            said.set("bytes", range(sized.terms().stream().filter(t -> !t.perDay()).toList()));
            said.set("bytesPerDay", range(sized.terms().stream().filter(Term::perDay).toList()));
            ArrayNode formulas = said.putArray("formulas");
            sized.terms().forEach(t -> formulas.add(Harmless.line(EstimateText.formula(t))));
            ArrayNode assumed = said.putArray("assumed");
            sized.assumed().forEach(a -> assumed.add(Harmless.line(a)));
        }
    }

    private static ObjectNode range(List<Term> terms) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("low", Math.round(terms.stream().mapToDouble(Term::low).sum()))
                .put("high", Math.round(terms.stream().mapToDouble(Term::high).sum()));
    }
}
