package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.Locale;
import java.util.Optional;

/** A comparison for programs; fields are only ever added. */
public final class ComparisonJson {

    private ComparisonJson() {}

    /** With a line feed at the end. */
    public static String render(Comparison comparison) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", JsonReport.SCHEMA_VERSION);
        root.putObject("tool")
                .put("name", "flink-triage")
                .put("version", comparison.after().toolVersion());
        root.put("verdict", comparison.worsened().name());
        side(root.putObject("before"), comparison.before());
        side(root.putObject("after"), comparison.after());
        ArrayNode findings = root.putArray("findings");
        comparison.findings().forEach(f -> finding(findings.addObject(), f));
        ArrayNode numbers = root.putArray("numbers");
        comparison.numbers().forEach(n -> number(numbers.addObject(), n));
        return JsonReport.written(root);
    }

    private static void side(ObjectNode node, Report report) {
        JobReport job = report.jobs().get(0);
        node.put("takenAt", JsonReport.instant(report.snapshot().takenAt()));
        node.put("verdict", job.verdict().name());
        node.putObject("job")
                .put("id", Harmless.line(job.job().id().hex()))
                .put("name", Harmless.line(job.job().name()))
                .put("state", job.job().state().name());
    }

    private static void finding(ObjectNode node, Comparison.FindingChange f) {
        node.put("change", camelCase(f.change().name()));
        node.put("code", f.latest().code().code());
        subject(
                node.putObject("subject"),
                f.latest().finding().subject().name(),
                f.latest().finding().subject().vertex().map(v -> v.hex()));
        f.before().ifPresent(before -> side(node.putObject("before"), before));
        f.after().ifPresent(after -> side(node.putObject("after"), after));
    }

    private static void side(ObjectNode node, LinkedFinding f) {
        node.put("reason", f.finding().reason())
                .put("severity", f.finding().severity().name())
                .put("summary", Harmless.line(f.finding().summary()));
    }

    private static void subject(ObjectNode node, String name, Optional<String> vertex) {
        vertex.ifPresent(id -> node.put("id", Harmless.line(id)));
        node.put("name", Harmless.line(name));
    }

    private static void number(ObjectNode node, Comparison.NumberChange n) {
        n.vertex()
                .ifPresent(
                        v ->
                                subject(
                                        node.putObject("vertex"),
                                        v.name(),
                                        Optional.of(v).map(Vertex::id).map(id -> id.hex())));
        node.put("label", n.label());
        n.before()
                .or(n::after)
                .map(Quantity::unit)
                .ifPresent(unit -> node.put("unit", unit.symbol()));
        n.before().ifPresent(before -> JsonReport.number(node, "before", before));
        n.after().ifPresent(after -> JsonReport.number(node, "after", after));
        node.put("trend", camelCase(n.trend().name()));
    }

    private static String camelCase(String name) {
        return name.equals("OTHER_REASON") ? "otherReason" : name.toLowerCase(Locale.ROOT);
    }
}
