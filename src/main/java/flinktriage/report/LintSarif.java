package flinktriage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.ScriptReport;
import flinktriage.check.ScriptReport.Ignored;
import flinktriage.check.Severity;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlStatement;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The report as SARIF 2.1.0, the subset that GitHub's code scanning reads: stable rule ids, paths
 * relative to the working directory, fingerprints that survive when lines move.
 */
public final class LintSarif {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String FINGERPRINT = "flinkTriage/v1";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Pages pages;
    private final Path directory;
    private final Against against;

    /**
     * @param directory the working directory, absolute
     * @param against the earlier version of the same scripts
     */
    public LintSarif(Pages pages, Path directory, Against against) {
        this.against = against;
        this.pages = pages;
        this.directory = directory.normalize();
    }

    /** Indented by two spaces, with line feeds on every platform, and one at the end. */
    public String render(LintReport report) {
        return JsonReport.written(document(report));
    }

    ObjectNode document(LintReport report) {
        ObjectNode root = NODES.objectNode();
        root.put("$schema", SCHEMA);
        root.put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        List<CheckId> rules = rules(report);
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "flink-triage").put("version", report.toolVersion());
        ArrayNode described = driver.putArray("rules");
        rules.forEach(code -> described.add(rule(code)));
        ObjectNode invocation = run.putArray("invocations").addObject();
        invocation.put("executionSuccessful", true);
        ArrayNode said = invocation.putArray("toolExecutionNotifications");
        for (ScriptReport script : report.scripts()) {
            unplanned(said, script);
            script.coverage()
                    .crashed()
                    .forEach(c -> note(said, "error", c.code() + " crashed: " + c.why()));
        }
        report.notes().forEach(note -> note(said, "note", note));
        run.put("columnKind", "utf16CodeUnits");
        ArrayNode results = run.putArray("results");
        for (ScriptReport script : report.scripts()) {
            Fingerprints fingerprints = new Fingerprints(script.script());
            for (LinkedFinding f : script.findings()) {
                results.add(result(f, rules, fingerprints));
            }
            for (Ignored i : script.ignored()) {
                ObjectNode result = result(i.finding(), rules, fingerprints);
                result.putArray("suppressions")
                        .addObject()
                        .put("kind", "inSource")
                        .put("status", "accepted")
                        .put(
                                "justification",
                                Harmless.line(i.reason()) + " (until " + i.until() + ")");
                results.add(result);
            }
        }
        run.putObject("properties").put("verdict", report.verdict().name());
        return root;
    }

    /** All that were run: a rule that no longer finds anything closes its alerts. */
    private static List<CheckId> rules(LintReport report) {
        TreeSet<CheckId> codes = new TreeSet<>();
        for (ScriptReport script : report.scripts()) {
            Coverage c = script.coverage();
            codes.addAll(c.healthy());
            codes.addAll(c.problem());
            c.notApplicable().forEach(r -> codes.add(r.code()));
            c.unknown().forEach(r -> codes.add(r.code()));
            c.crashed().forEach(r -> codes.add(r.code()));
            script.findings().forEach(f -> codes.add(f.code()));
            script.ignored().forEach(i -> codes.add(i.finding().code()));
        }
        return new ArrayList<>(codes);
    }

    private ObjectNode rule(CheckId code) {
        ObjectNode rule = NODES.objectNode();
        rule.put("id", code.code());
        rule.putObject("shortDescription").put("text", sentence(pages.title(code)));
        pages.page(code)
                .ifPresent(
                        page -> {
                            String meaning = page.opening("Meaning");
                            if (!meaning.isEmpty()) {
                                rule.putObject("fullDescription").put("text", meaning);
                            }
                            rule.putObject("help")
                                    .put("text", page.text())
                                    .put("markdown", page.text());
                        });
        rule.putObject("defaultConfiguration").put("level", "warning");
        rule.putObject("properties").putArray("tags").add("flink").add("sql");
        return rule;
    }

    private ObjectNode result(LinkedFinding f, List<CheckId> rules, Fingerprints fingerprints) {
        ObjectNode result = NODES.objectNode();
        result.put("ruleId", f.code().code());
        result.put("ruleIndex", rules.indexOf(f.code()));
        result.put("level", level(f.finding().severity()));
        result.putObject("message").put("text", message(f));
        ObjectNode location = result.putArray("locations").addObject();
        f.finding()
                .subject()
                .source()
                .ifPresentOrElse(
                        at -> location.set("physicalLocation", physical(at)),
                        () -> location.set("logicalLocations", logical(f)));
        result.putObject("partialFingerprints").put(FINGERPRINT, fingerprints.of(f));
        if (against.present()) {
            result.put("baselineState", against.knows(f) ? "unchanged" : "new");
        }
        ObjectNode properties = result.putObject("properties");
        properties.put("reason", f.finding().reason());
        properties.put("severity", f.finding().severity().name());
        return result;
    }

    private String message(LinkedFinding f) {
        String said = sentence(Harmless.line(f.finding().summary()));
        return pages.actions(f).stream()
                .findFirst()
                .map(step -> said + ". To do: " + step)
                .orElse(said);
    }

    /** The end of a region is the column behind its last character. */
    private ObjectNode physical(SourceSpan at) {
        ObjectNode node = NODES.objectNode();
        node.putObject("artifactLocation").put("uri", uri(at.file()));
        node.putObject("region")
                .put("startLine", at.line())
                .put("startColumn", at.column())
                .put("endLine", at.endLine())
                .put("endColumn", at.endColumn() + 1);
        return node;
    }

    /** A running job has no file, and no line is made up. */
    private static ArrayNode logical(LinkedFinding f) {
        ArrayNode nodes = NODES.arrayNode();
        ObjectNode node = nodes.addObject();
        String job = Harmless.line(f.finding().subject().name());
        node.put("name", f.finding().subject().operator().map(Harmless::line).orElse(job));
        node.put("fullyQualifiedName", job);
        return nodes;
    }

    /** Relative to the working directory where that is possible, with slashes. */
    private String uri(String file) {
        if (file.equals("-")) {
            return "stdin";
        }
        Path path = directory.resolve(file).normalize();
        boolean below = path.startsWith(directory);
        try {
            if (!below) {
                return path.toUri().toASCIIString();
            }
            String relative = directory.relativize(path).toString().replace('\\', '/');
            // A colon in the first part would make it a scheme.
            String raw = new URI(null, null, "/" + relative, null).toASCIIString().substring(1);
            return raw.split("/", 2)[0].contains(":") ? "./" + raw : raw;
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a path can always be written as a URI", e);
        }
    }

    private static void unplanned(ArrayNode said, ScriptReport script) {
        for (SqlStatement s : script.unassessed()) {
            note(said, "warning", s.at().start() + " is not assessed: " + LintText.why(s));
        }
    }

    private static void note(ArrayNode said, String level, String text) {
        said.addObject().put("level", level).putObject("message").put("text", Harmless.line(text));
    }

    private static String level(Severity severity) {
        return switch (severity) {
            case INFO -> "note";
            case WARNING -> "warning";
            case CRITICAL -> "error";
        };
    }

    private static String sentence(String text) {
        return text.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
