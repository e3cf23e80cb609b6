package flinktriage.report;

import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.Severity;
import flinktriage.model.VertexId;
import flinktriage.report.TextStyle.Show;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The findings of one job, or of the cluster: causes with their symptoms, then the details. */
final class FindingsText {

    /** A cause that explains everything still has to leave room for what to do. */
    private static final int MOST_SYMPTOMS = 8;

    /** More root causes than this are no list to work on. */
    private static final int MOST_CAUSES = 10;

    /** What no cause folds is mostly hints. */
    private static final int MOST_OTHERS = 20;

    /** Beyond these, the steps are one command away. */
    private static final int CAUSES_WITH_STEPS = 3;

    private final Sheet sheet;
    private final Pages pages;
    private final Show show;
    private final Report report;
    private final Optional<JobReport> job;
    private final Map<String, LinkedFinding> byRef = new HashMap<>();
    private final List<LinkedFinding> own;
    private final List<LinkedFinding> causes = new ArrayList<>();
    private final Set<String> causeRefs = new HashSet<>();
    private final Set<String> written = new LinkedHashSet<>();

    FindingsText(Sheet sheet, Pages pages, Show show, Report report) {
        this(sheet, pages, show, report, Optional.empty());
    }

    FindingsText(Sheet sheet, Pages pages, Show show, Report report, JobReport job) {
        this(sheet, pages, show, report, Optional.of(job));
    }

    private FindingsText(
            Sheet sheet, Pages pages, Show show, Report report, Optional<JobReport> job) {
        this.sheet = sheet;
        this.pages = pages;
        this.show = show;
        this.report = report;
        this.job = job;
        own = job.map(JobReport::findings).orElse(report.clusterFindings());
        Set<String> explained = new LinkedHashSet<>();
        for (LinkedFinding f : own) {
            byRef.put(f.ref(), f);
            explained.addAll(f.explains());
        }
        List<String> refs = job.map(JobReport::causes).orElse(List.of());
        refs.stream().filter(byRef::containsKey).map(byRef::get).forEach(causes::add);
        if (causes.isEmpty()) {
            own.stream()
                    .filter(f -> f.finding().severity() != Severity.INFO)
                    .filter(f -> !explained.contains(f.ref()))
                    .forEach(causes::add);
        }
        causes.forEach(cause -> causeRefs.add(cause.ref()));
        written.addAll(causeRefs);
    }

    /** Each cause with what it explains. */
    void causes() {
        int number = 1;
        for (LinkedFinding cause : shown()) {
            String label = job.isPresent() ? "Root cause" : "Cluster";
            String severity = causes.size() == 1 ? "" : cause.finding().severity() + " ";
            sheet.entry(
                    numbered(label, number++),
                    summary(cause),
                    severity + code(cause) + reason(cause));
            symptoms(cause);
        }
        int more = causes.size() - shown().size();
        if (more > 0) {
            sheet.entry("", "... and " + more + " more like these (--show all)");
        }
    }

    private List<LinkedFinding> shown() {
        return show == Show.ALL ? causes : causes.subList(0, Math.min(MOST_CAUSES, causes.size()));
    }

    private void symptoms(LinkedFinding cause) {
        List<LinkedFinding> below = new ArrayList<>();
        List<String> above = new ArrayList<>();
        collect(cause, below, new HashSet<>(), above);
        int most = show == Show.ALL ? Integer.MAX_VALUE : MOST_SYMPTOMS;
        String label = "  explains";
        for (LinkedFinding symptom : below.subList(0, Math.min(most, below.size()))) {
            sheet.entry(label, summary(symptom), code(symptom));
            label = "";
        }
        if (below.size() > most) {
            sheet.entry(label, "... and " + (below.size() - most) + " more (--show all)");
            label = "";
        }
        if (!above.isEmpty()) {
            sheet.entry(label, "also " + String.join(", ", above) + " (see above)");
        }
    }

    /** Symptoms of symptoms too, each once in the whole section. */
    private void collect(
            LinkedFinding cause,
            List<LinkedFinding> below,
            Set<String> belowRefs,
            List<String> above) {
        for (String ref : cause.explains()) {
            LinkedFinding symptom = byRef.get(ref);
            if (symptom == null) {
                continue;
            }
            if (written.add(ref)) {
                below.add(symptom);
                belowRefs.add(ref);
                collect(symptom, below, belowRefs, above);
            } else if (!belowRefs.contains(ref)
                    && !causeRefs.contains(ref)
                    && !above.contains(code(symptom))) {
                above.add(code(symptom));
            }
        }
    }

    /** The graph, what to do, the numbers, and what else was noticed. */
    void details() {
        if (show != Show.CAUSES) {
            graph();
        }
        doNow();
        if (show != Show.CAUSES) {
            EvidenceText evidence = new EvidenceText(sheet, show == Show.ALL);
            evidence.write(show == Show.ALL ? own : shown());
            others();
        }
    }

    private void graph() {
        Map<VertexId, String> marks = new LinkedHashMap<>();
        int number = 1;
        for (LinkedFinding cause : shown()) {
            String index = causes.size() == 1 ? "" : " (" + number++ + ")";
            cause.finding()
                    .subject()
                    .vertex()
                    .ifPresent(v -> marks.merge(v, TextReport.HERE + index, (a, b) -> a + index));
        }
        if (job.isEmpty() || (marks.isEmpty() && show != Show.ALL)) {
            return;
        }
        sheet.blank();
        boolean first = true;
        for (var line : GraphDrawing.of(job.get().job(), marks).lines(sheet.room())) {
            sheet.placed(first ? "Job graph" : line.label(), line.text());
            first = false;
        }
    }

    private void doNow() {
        int number = 1;
        for (LinkedFinding cause : shown()) {
            sheet.blank();
            String label = numbered("Do now", number);
            if (number++ > CAUSES_WITH_STEPS) {
                sheet.entry(label, "flink-triage explain " + cause.code());
                continue;
            }
            int step = 1;
            for (String text : actions(cause)) {
                sheet.entry(step == 1 ? label : "", step++ + ". ", text, "");
            }
            String more = "More: flink-triage explain " + cause.code();
            sheet.entry(step == 1 ? label : "", step == 1 ? more.substring(6) : more);
        }
    }

    private List<String> actions(LinkedFinding found) {
        return job.map(j -> pages.actions(found, j.job(), report.snapshot().target()))
                .orElseGet(() -> pages.actions(found, report.snapshot().target()));
    }

    /** What no cause folds: mostly hints. */
    private void others() {
        sheet.blank();
        List<LinkedFinding> rest = own.stream().filter(f -> written.add(f.ref())).toList();
        int most = show == Show.ALL ? rest.size() : Math.min(MOST_OTHERS, rest.size());
        String label = "Also noted";
        for (LinkedFinding f : rest.subList(0, most)) {
            sheet.entry(label, summary(f), code(f) + reason(f));
            label = "";
        }
        if (rest.size() > most) {
            sheet.entry("", "... and " + (rest.size() - most) + " more (--show all)");
        }
    }

    private String numbered(String label, int number) {
        return causes.size() == 1 ? label : label + " " + number;
    }

    private static String summary(LinkedFinding f) {
        return Harmless.line(f.finding().summary(), 600);
    }

    private static String code(LinkedFinding f) {
        return f.code().code();
    }

    private static String reason(LinkedFinding f) {
        return f.finding().reason().isEmpty() ? "" : " " + f.finding().reason();
    }
}
