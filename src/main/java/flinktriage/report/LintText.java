package flinktriage.report;

import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.RunVerdict;
import flinktriage.check.ScriptReport;
import flinktriage.check.ScriptReport.Ignored;
import flinktriage.check.Severity;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.report.TextStyle.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report of lint for the author of the SQL, and for the log of their CI. */
public final class LintText {

    private static final int MOST_NOTED = 20;

    private final Pages pages;
    private final TextStyle style;
    private final boolean all;
    private final OperatorView view;
    private final Against against;

    /**
     * @param against the earlier version of the same scripts
     */
    public LintText(Pages pages, TextStyle style, OperatorView view, Against against) {
        this.against = against;
        this.pages = pages;
        this.style = style;
        this.view = view;
        all = style.show() == Show.ALL;
    }

    /** Lines that end with a line feed. */
    public String render(LintReport report) {
        Sheet sheet = new Sheet(style);
        Map<String, String> sources = new HashMap<>();
        report.scripts().forEach(s -> sources.put(s.script().name(), s.script().source()));
        Map<String, String> told = new HashMap<>();
        if (report.scripts().size() == 1) {
            ScriptReport only = report.scripts().get(0);
            sheet.head(report.verdict(), head(only));
            script(sheet, only, sources, told);
        } else {
            sheet.head(report.verdict(), List.of(counts(report.scripts())));
            boolean afterBrief = false;
            for (ScriptReport script : report.scripts()) {
                boolean brief = brief(script);
                if (!afterBrief || !brief) {
                    sheet.blank();
                }
                afterBrief = brief;
                sheet.head(script.verdict(), head(script));
                if (!brief) {
                    script(sheet, script, sources, told);
                }
            }
        }
        AgainstText.write(sheet, against);
        notes(sheet, report.notes());
        return sheet.toString();
    }

    private boolean brief(ScriptReport script) {
        boolean hint = style.show() != Show.CAUSES && !script.findings().isEmpty();
        return script.verdict() == RunVerdict.OK && !hint && !all && !view.shown();
    }

    private void script(
            Sheet sheet,
            ScriptReport report,
            Map<String, String> sources,
            Map<String, String> told) {
        List<LinkedFinding> noted = new ArrayList<>();
        for (LinkedFinding f : report.findings()) {
            if (f.finding().severity() == Severity.INFO && !all) {
                noted.add(f);
            } else {
                finding(sheet, f, sources, told);
            }
        }
        unplanned(sheet, report);
        if (view.shown()) {
            new OperatorsText(sheet, view).write(report.script());
        }
        if (style.show() == Show.CAUSES) {
            return;
        }
        noted(sheet, noted);
        if (all) {
            ignored(sheet, report.ignored());
        }
        sheet.blank();
        int ignored = report.ignored().size();
        String tail = ignored == 0 ? "" : count(ignored, "finding") + " ignored";
        new CoverageText(pages).write(sheet, report.coverage(), tail, all, true);
    }

    private void finding(
            Sheet sheet, LinkedFinding f, Map<String, String> sources, Map<String, String> told) {
        sheet.blank();
        sheet.rated(f.finding().severity(), place(f), code(f) + age(f));
        sheet.entry("", Harmless.line(f.finding().summary(), 800));
        f.finding()
                .subject()
                .source()
                .flatMap(at -> Excerpt.of(sources.getOrDefault(at.file(), ""), at, sheet.room()))
                .ifPresent(e -> sheet.quoted(e.line(), e.text(), e.marks()));
        if (against.knows(f)) {
            return;
        }
        String before = told.putIfAbsent(code(f), place(f));
        if (before != null) {
            sheet.entry("Do now", "as for " + before);
            return;
        }
        String why = pages.page(f.code()).map(p -> p.opening("Impact")).orElse("");
        if (!why.isEmpty() && style.show() != Show.CAUSES) {
            sheet.entry("Why", why);
        }
        int step = 1;
        for (String text : pages.actions(f)) {
            sheet.entry(step == 1 ? "Do now" : "", step++ + ". ", text, "");
        }
        sheet.entry(step == 1 ? "Do now" : "", "flink-triage explain " + f.code());
    }

    /** The statements of which nothing could be said. */
    private static void unplanned(Sheet sheet, ScriptReport report) {
        String label = "Not assessed";
        sheet.blank();
        for (SqlStatement s : report.unassessed()) {
            sheet.entry(label, s.at().start() + "  " + why(s));
            label = "";
        }
    }

    /**
     * Why a statement has no plan. No cluster is to blame, so the reader's own words are better.
     */
    static String why(SqlStatement statement) {
        if (!(statement.plan() instanceof Observed.Absent<?> absent)) {
            return "";
        }
        Missing missing = absent.missing();
        String why =
                missing.detail().isEmpty()
                        ? missing.sentence()
                        : "no " + missing.what() + ": " + missing.detail();
        return Harmless.line(why, 400);
    }

    private void noted(Sheet sheet, List<LinkedFinding> noted) {
        sheet.blank();
        String label = "Also noted";
        for (LinkedFinding f : noted.subList(0, Math.min(MOST_NOTED, noted.size()))) {
            sheet.entry(
                    label, place(f) + "  " + Harmless.line(f.finding().summary(), 600), code(f));
            label = "";
        }
        if (noted.size() > MOST_NOTED) {
            sheet.entry("", "... and " + (noted.size() - MOST_NOTED) + " more (--show all)");
        }
    }

    private static void ignored(Sheet sheet, List<Ignored> ignored) {
        sheet.blank();
        String label = "Ignored";
        for (Ignored i : ignored) {
            sheet.entry(
                    label,
                    "%s  until %s, by line %d: %s"
                            .formatted(
                                    place(i.finding()),
                                    i.until(),
                                    i.line(),
                                    Harmless.line(i.reason(), 300)),
                    code(i.finding()));
            label = "";
        }
    }

    private static void notes(Sheet sheet, List<String> notes) {
        sheet.blank();
        String label = "Note";
        for (String note : notes) {
            sheet.entry(label, Harmless.line(note, 500));
            label = "";
        }
    }

    private static String place(LinkedFinding f) {
        return Harmless.line(
                f.finding()
                        .subject()
                        .source()
                        .map(SourceSpan::start)
                        .orElse(f.finding().subject().name()),
                300);
    }

    /** Whether a finding is new, where there is something to compare with. */
    private String age(LinkedFinding f) {
        return !against.present() ? "" : against.knows(f) ? " (known)" : " (new)";
    }

    private static String code(LinkedFinding f) {
        String reason = f.finding().reason();
        return f.code() + (reason.isEmpty() ? "" : " " + reason);
    }

    /** What stands behind the verdict of a script. */
    private static List<String> head(ScriptReport report) {
        SqlScript script = report.script();
        List<String> parts = new ArrayList<>();
        parts.add(Harmless.line(script.name(), 200));
        long planned = script.statements().stream().filter(s -> s.plan().isPresent()).count();
        String flink =
                script.flinkVersion().stream()
                        .map(v -> " Flink " + Harmless.line(v, 30))
                        .findFirst()
                        .orElse("");
        parts.add(
                switch (script.form()) {
                    case SQL ->
                            count(script.statements().size(), "statement")
                                    + ", "
                                    + (planned == 0
                                            ? "none with a plan"
                                            : planned
                                                    + " planned"
                                                    + (flink.isEmpty() ? "" : " by" + flink));
                    case EXPLAIN -> count(script.statements().size(), "plan") + " of EXPLAIN";
                    case COMPILED_PLAN -> "compiled plan";
                    case RUNNING_JOB -> "running job" + (flink.isEmpty() ? "" : " of" + flink);
                });
        return parts;
    }

    private static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static String counts(List<ScriptReport> scripts) {
        Map<RunVerdict, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        scripts.forEach(s -> counts.merge(s.verdict(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach(
                (verdict, n) ->
                        parts.add(
                                n
                                        + " "
                                        + (verdict == RunVerdict.OK
                                                ? "OK"
                                                : verdict.name().toLowerCase(Locale.ROOT))));
        return scripts.size() + " files: " + String.join(", ", parts);
    }
}
