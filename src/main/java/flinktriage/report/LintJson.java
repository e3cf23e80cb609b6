package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.ScriptReport;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;

/** The document of {@link JsonReport}, with {@code scripts} in place of {@code jobs}. */
public final class LintJson {

    private final Pages pages;
    private final OperatorView view;
    private final Against against;

    /**
     * @param against the earlier version of the same scripts
     */
    public LintJson(Pages pages, OperatorView view, Against against) {
        this.against = against;
        this.pages = pages;
        this.view = view;
    }

    /** Indented by two spaces, with line feeds on every platform, and one at the end. */
    public String render(LintReport report) {
        return JsonReport.written(document(report));
    }

    ObjectNode document(LintReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", JsonReport.SCHEMA_VERSION);
        root.putObject("tool").put("name", "flink-triage").put("version", report.toolVersion());
        root.put("takenAt", JsonReport.instant(report.takenAt()));
        root.put("verdict", report.verdict().name());
        if (!report.notes().isEmpty()) {
            ArrayNode notes = root.putArray("notes");
            report.notes().forEach(note -> notes.add(Harmless.line(note)));
        }
        ArrayNode scripts = root.putArray("scripts");
        report.scripts().forEach(s -> scripts.add(script(s)));
        if (against.present()) {
            root.set("against", AgainstJson.of(against));
        }
        return root;
    }

    private ObjectNode script(ScriptReport report) {
        SqlScript script = report.script();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("file", Harmless.line(script.name()));
        node.put("form", script.form().name());
        script.flinkVersion().stream().forEach(v -> node.put("flinkVersion", Harmless.line(v)));
        node.put("verdict", report.verdict().name());
        ArrayNode findings = node.putArray("findings");
        for (LinkedFinding f : report.findings()) {
            ObjectNode finding = JsonReport.finding(f, Optional.empty(), pages.actions(f));
            if (against.present()) {
                finding.put("new", !against.knows(f));
            }
            findings.add(finding);
        }
        ObjectNode coverage = JsonReport.coverage(report.coverage());
        ArrayNode ignored = coverage.putArray("ignored");
        report.ignored()
                .forEach(
                        i ->
                                ignored.addObject()
                                        .put("code", i.finding().code().code())
                                        .put("until", i.until().toString())
                                        .put("reason", Harmless.line(i.reason()))
                                        .put("line", i.line())
                                        .set(
                                                "finding",
                                                JsonReport.finding(
                                                        i.finding(),
                                                        Optional.empty(),
                                                        pages.actions(i.finding()))));
        node.set("coverage", coverage);
        ArrayNode statements = node.putArray("statements");
        List<SqlStatement> unassessed = report.unassessed();
        script.statements().forEach(s -> statements.add(statement(s, script, unassessed)));
        return node;
    }

    private ObjectNode statement(
            SqlStatement statement, SqlScript script, List<SqlStatement> unassessed) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("kind", statement.kind().name());
        if (script.form() == SqlScript.Form.SQL) {
            JsonReport.span(node, statement.at());
        }
        node.put("planned", statement.plan().isPresent());
        if (unassessed.stream().anyMatch(u -> u == statement)) {
            node.put("notAssessed", LintText.why(statement));
        }
        if (statement.plan().isPresent()) {
            node.set("operators", OperatorsJson.of(view, script, statement));
        }
        return node;
    }
}
