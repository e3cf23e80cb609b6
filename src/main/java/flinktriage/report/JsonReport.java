package flinktriage.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Evidence;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.Subject;
import flinktriage.check.Walk;
import flinktriage.model.Job;
import flinktriage.model.Quantity;
import flinktriage.model.Snapshot;
import flinktriage.model.SourceSpan;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The report for programs. Fields are only ever added; {@code schemaVersion} says which contract.
 */
public final class JsonReport {

    public static final int SCHEMA_VERSION = 1;

    /** Integers of this size are exact as a double. */
    private static final double EXACT = 1L << 53;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Pages pages;

    public JsonReport(Pages pages) {
        this.pages = pages;
    }

    /** Indented by two spaces, with line feeds on every platform, and one at the end. */
    public String render(Report report) {
        return written(document(report));
    }

    /**
     * The report with the runbook beside it. The verdict of the run is that of the runbook's steps;
     * that of the job stays.
     */
    public String render(Walk walk) {
        ObjectNode root = document(walk.report());
        root.put("verdict", walk.verdict().name());
        root.set("runbook", new WalkJson(walk).node());
        return written(root);
    }

    static String written(ObjectNode document) {
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter(
                        Separators.createDefaultInstance()
                                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                                .withArrayEmptySeparator("")
                                .withObjectEmptySeparator(""));
        printer.indentArraysWith(indent);
        printer.indentObjectsWith(indent);
        try {
            return new ObjectMapper().writer(printer).writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write the report as JSON", e);
        }
    }

    /** The document as a tree, for those who send a part of it. */
    public ObjectNode document(Report report) {
        Snapshot snapshot = report.snapshot();
        ObjectNode root = NODES.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.putObject("tool").put("name", "flink-triage").put("version", report.toolVersion());
        root.put("takenAt", instant(snapshot.takenAt()));
        ObjectNode target = root.putObject("target");
        target.put("name", Harmless.line(snapshot.target().name()));
        if (!snapshot.target().url().isEmpty()) {
            target.put("url", Harmless.line(snapshot.target().url()));
        }
        snapshot.cluster().flinkVersion().stream()
                .forEach(version -> target.put("flinkVersion", Harmless.line(version)));
        root.put("verdict", report.verdict().name());
        root.putObject("requests")
                .put("count", snapshot.traffic().requests())
                .put("bytes", snapshot.traffic().bytes());
        if (!snapshot.notes().isEmpty()) {
            ArrayNode notes = root.putArray("notes");
            snapshot.notes().forEach(note -> notes.add(Harmless.line(note)));
        }
        ArrayNode jobs = root.putArray("jobs");
        report.jobs().forEach(job -> jobs.add(job(job, report)));
        ObjectNode cluster = root.putObject("cluster");
        ArrayNode findings = cluster.putArray("findings");
        report.clusterFindings()
                .forEach(
                        f ->
                                findings.add(
                                        finding(
                                                f,
                                                Optional.empty(),
                                                pages.actions(f, snapshot.target()))));
        cluster.set("coverage", coverage(report.clusterCoverage()));
        return root;
    }

    private ObjectNode job(JobReport job, Report report) {
        ObjectNode node = NODES.objectNode();
        node.put("id", Harmless.line(job.job().id().hex()));
        node.put("name", Harmless.line(job.job().name()));
        node.put("state", job.job().state().name());
        node.put("verdict", job.verdict().name());
        strings(node.putArray("causes"), job.causes());
        ArrayNode findings = node.putArray("findings");
        for (LinkedFinding f : job.findings()) {
            List<String> actions = pages.actions(f, job.job(), report.snapshot().target());
            findings.add(finding(f, Optional.of(job.job()), actions));
        }
        node.set("coverage", coverage(job.coverage()));
        node.set("capacity", CapacityJson.of(job.job()));
        ArrayNode notAsked = node.putArray("notAsked");
        NotAsked.of(job)
                .forEach(
                        other ->
                                notAsked.addObject()
                                        .put("option", other.option())
                                        .put("adds", other.adds()));
        return node;
    }

    static ObjectNode finding(LinkedFinding f, Optional<Job> job, List<String> actions) {
        ObjectNode node = NODES.objectNode();
        node.put("ref", f.ref());
        node.put("code", f.code().code());
        node.put("reason", f.finding().reason());
        node.put("severity", f.finding().severity().name());
        node.set("subject", subject(f.finding().subject(), job));
        node.put("summary", Harmless.line(f.finding().summary()));
        ArrayNode evidence = node.putArray("evidence");
        f.finding().evidence().forEach(e -> evidence.add(evidence(e)));
        strings(node.putArray("explains"), f.explains());
        node.put("page", f.code().code());
        strings(node.putArray("actions"), actions);
        return node;
    }

    private static ObjectNode subject(Subject subject, Optional<Job> job) {
        ObjectNode node = NODES.objectNode();
        node.put(
                "kind",
                switch (subject.kind()) {
                    case JOB -> "job";
                    case VERTEX -> "vertex";
                    case CLUSTER -> "cluster";
                    case TASK_MANAGER -> "taskManager";
                    case STATEMENT -> "statement";
                });
        Optional<String> id =
                subject.kind() == Subject.Kind.JOB
                        ? job.map(j -> j.id().hex())
                        : subject.vertex().map(v -> v.hex());
        id.ifPresent(hex -> node.put("id", Harmless.line(hex)));
        node.put("name", Harmless.line(subject.name()));
        subject.subtask().ifPresent(index -> node.put("subtask", index));
        subject.operator().ifPresent(name -> node.put("operator", Harmless.line(name)));
        subject.input().ifPresent(name -> node.put("input", Harmless.line(name)));
        subject.source().ifPresent(at -> span(node, at));
        subject.table().ifPresent(name -> node.put("table", Harmless.line(name)));
        subject.branch().ifPresent(number -> node.put("branch", number));
        return node;
    }

    /** The end is the last character, not the one behind it. */
    static void span(ObjectNode node, SourceSpan at) {
        node.put("file", Harmless.line(at.file()));
        node.put("line", at.line()).put("column", at.column());
        node.put("endLine", at.endLine()).put("endColumn", at.endColumn());
    }

    private static ObjectNode evidence(Evidence e) {
        ObjectNode node = NODES.objectNode();
        node.put("label", Harmless.line(e.label()));
        number(node, "value", e.observed());
        node.put("unit", e.observed().unit().symbol());
        e.limit().ifPresent(limit -> number(node, "limit", limit));
        node.put("request", Harmless.line(e.from().request()));
        node.put("pointer", Harmless.line(e.from().pointer()));
        node.put("at", instant(e.from().at()));
        return node;
    }

    /** A count of 18400000 must not read 1.84E7. */
    static void number(ObjectNode node, String field, Quantity quantity) {
        double value = quantity.value();
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            node.put(field, (long) value);
        } else {
            node.put(field, value);
        }
    }

    /** ISO 8601 in UTC, to the millisecond as Flink has it. */
    static String instant(Instant at) {
        return DateTimeFormatter.ISO_INSTANT.format(at.truncatedTo(ChronoUnit.MILLIS));
    }

    static ObjectNode coverage(Coverage coverage) {
        ObjectNode node = NODES.objectNode();
        codes(node.putArray("healthy"), coverage.healthy());
        codes(node.putArray("problem"), coverage.problem());
        reasons(node.putArray("notApplicable"), coverage.notApplicable());
        reasons(node.putArray("unknown"), coverage.unknown());
        reasons(node.putArray("crashed"), coverage.crashed());
        node.putArray("ignored");
        return node;
    }

    private static void codes(ArrayNode array, List<CheckId> codes) {
        codes.forEach(code -> array.add(code.code()));
    }

    private static void reasons(ArrayNode array, List<Reasoned> reasons) {
        reasons.forEach(
                r ->
                        array.addObject()
                                .put("code", r.code().code())
                                .put("why", Harmless.line(r.why())));
    }

    private static void strings(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }
}
