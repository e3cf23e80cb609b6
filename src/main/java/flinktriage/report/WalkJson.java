package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.LinkedFinding;
import flinktriage.check.StepCommand;
import flinktriage.check.Walk;

/** The steps of a runbook for programs. */
final class WalkJson {

    private final Walk walk;

    WalkJson(Walk walk) {
        this.walk = walk;
    }

    ObjectNode node() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", Harmless.line(walk.runbook()));
        node.put("title", Harmless.line(walk.title()));
        ArrayNode causes = node.putArray("causes");
        walk.causes().stream().map(LinkedFinding::ref).forEach(causes::add);
        ArrayNode steps = node.putArray("steps");
        walk.steps().forEach(step -> steps.add(step(step)));
        return node;
    }

    private ObjectNode step(Walk.Step step) {
        StepPlaceholders values = StepPlaceholders.of(step, walk);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("number", step.number());
        step.code().ifPresent(code -> node.put("code", code.code()));
        node.put("title", Harmless.line(step.title()));
        node.put("verdict", step.verdict().word());
        if (!step.why().isEmpty()) {
            node.put("why", Harmless.line(step.why()));
        }
        ArrayNode findings = node.putArray("findings");
        step.findings().forEach(f -> findings.add(f.ref()));
        ArrayNode text = node.putArray("text");
        step.text().forEach(paragraph -> text.add(values.paragraph(paragraph)));
        ArrayNode commands = node.putArray("commands");
        for (StepCommand command : step.commands()) {
            commands.addObject()
                    .put("line", values.command(command))
                    .put("effect", Harmless.line(command.effect()));
        }
        return node;
    }
}
