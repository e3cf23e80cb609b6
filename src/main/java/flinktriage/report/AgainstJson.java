package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.plan.PlanComparison.Pair;

/** What changed since an earlier version, for programs. */
final class AgainstJson {

    private AgainstJson() {}

    static ObjectNode of(Against against) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("file", Harmless.line(against.name()));
        node.put("known", against.known().size());
        ArrayNode statements = node.putArray("statements");
        for (Pair pair : against.comparison().statements()) {
            ObjectNode one = statements.addObject();
            one.put("name", Harmless.line(pair.name()));
            pair.at().ifPresent(at -> JsonReport.span(one, at));
            one.put("status", pair.status().name());
            ArrayNode changes = one.putArray("changes");
            pair.changes()
                    .forEach(
                            c ->
                                    changes.addObject()
                                            .put("kind", c.kind().name())
                                            .put("what", Harmless.line(c.what())));
            one.putObject("restore")
                    .put("verdict", pair.restore().name())
                    .put("why", Harmless.line(pair.why()));
        }
        return node;
    }
}
