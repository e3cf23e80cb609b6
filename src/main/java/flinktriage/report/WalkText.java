package flinktriage.report;

import flinktriage.check.LinkedFinding;
import flinktriage.check.StepCommand;
import flinktriage.check.StepVerdict;
import flinktriage.check.Walk;
import flinktriage.report.TextStyle.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A runbook that was followed: the root cause, then step by step what was seen. */
public final class WalkText {

    /** Of one step; a plan can break one rule many times. */
    private static final int MOST_FINDINGS = 3;

    private final Pages pages;
    private final TextStyle style;

    public WalkText(Pages pages, TextStyle style) {
        this.pages = pages;
        this.style = style;
    }

    /** Lines that end with a line feed. */
    public String render(Walk walk) {
        Sheet sheet = new Sheet(style);
        var unreachable = walk.report().snapshot().unreachable();
        if (unreachable.isPresent()) {
            UnreachableText.write(sheet, walk.report(), unreachable.get(), pages);
        } else {
            walk.job()
                    .ifPresent(
                            job ->
                                    sheet.head(
                                            walk.verdict(),
                                            new TextReport(pages, style)
                                                    .heading(walk.report(), job)));
        }
        sheet.blank();
        sheet.entry("Runbook", Harmless.line(walk.runbook() + ": " + walk.title(), 200));
        sheet.blank();
        causes(sheet, walk);
        if (unreachable.isPresent() && walk.with(StepVerdict.FOUND).isEmpty()) {
            sheet.entry(
                    "Result",
                    "no step could be taken; for this there is flink-triage runbook run"
                            + " cluster-unreachable",
                    CoverageText.traffic(walk.report().snapshot().traffic()));
            return sheet.toString();
        }
        steps(sheet, walk);
        sheet.blank();
        result(sheet, walk);
        return sheet.toString();
    }

    private void steps(Sheet sheet, Walk walk) {
        EvidenceText evidence = new EvidenceText(sheet, style.show() == Show.ALL);
        boolean spaced = true;
        for (Walk.Step step : walk.steps()) {
            boolean open = open(step);
            if (open || spaced) {
                sheet.blank();
            }
            spaced = open;
            step(sheet, walk, step, evidence);
        }
        if (style.show() != Show.CAUSES) {
            sheet.blank();
            evidence.requests();
        }
    }

    private void causes(Sheet sheet, Walk walk) {
        List<LinkedFinding> causes = walk.causes();
        walk.job()
                .ifPresent(
                        job ->
                                new FindingsText(sheet, pages, style.show(), walk.report(), job)
                                        .only(causes)
                                        .causes());
    }

    /** Whether there is more to say about it than its verdict. */
    private boolean open(Walk.Step step) {
        return switch (step.verdict()) {
            case FOUND, NOTED, QUESTION -> true;
            case UNKNOWN -> style.show() != Show.CAUSES;
            case HEALTHY, NOT_APPLICABLE, SKIPPED -> style.show() == Show.ALL;
        };
    }

    private void step(Sheet sheet, Walk walk, Walk.Step step, EvidenceText evidence) {
        String reason =
                step.findings().stream()
                        .map(f -> f.finding().reason())
                        .filter(r -> !r.isEmpty())
                        .findFirst()
                        .map(r -> " " + r)
                        .orElse("");
        sheet.entry(
                step.number() + " " + label(step.verdict()),
                Harmless.line(step.title(), 200),
                step.code().map(code -> code + reason).orElse(""));
        if (!step.why().isEmpty()) {
            sheet.entry("", Harmless.line(step.why(), 400));
        }
        if (!open(step)) {
            return;
        }
        findings(sheet, walk, step, evidence);
        StepPlaceholders values = StepPlaceholders.of(step, walk);
        if (style.show() != Show.CAUSES) {
            step.text().forEach(paragraph -> sheet.entry("", values.paragraph(paragraph)));
        }
        for (StepCommand command : step.commands()) {
            // Not wrapped: somebody copies it.
            sheet.placed("", "  " + values.command(command));
            sheet.entry("", "    ", "(" + Harmless.line(command.effect(), 300) + ")", "");
        }
        doNow(sheet, walk, step);
    }

    private void findings(Sheet sheet, Walk walk, Walk.Step step, EvidenceText evidence) {
        int most = style.show() == Show.ALL ? Integer.MAX_VALUE : MOST_FINDINGS;
        int left = step.findings().size() - most;
        for (LinkedFinding f : step.findings().subList(0, Math.min(most, step.findings().size()))) {
            sheet.entry("", "* ", Harmless.line(f.finding().summary(), 600), "");
            walk.behind(f).stream()
                    .map(cause -> cause.code() + " " + cause.finding().reason())
                    .distinct()
                    .forEach(cause -> sheet.entry("", "  ", "a consequence of " + cause, ""));
            if (style.show() != Show.CAUSES) {
                evidence.under(f);
            }
        }
        if (left > 0) {
            sheet.entry("", "... and " + left + " more (--show all)");
        }
    }

    /** Only about causes: what to do about a symptom is to remove its cause. */
    private void doNow(Sheet sheet, Walk walk, Walk.Step step) {
        List<LinkedFinding> causes = walk.causes();
        for (LinkedFinding f : step.findings()) {
            if (causes.contains(f) && walk.job().isPresent()) {
                int number = 1;
                for (String action :
                        pages.actions(
                                f, walk.job().get().job(), walk.report().snapshot().target())) {
                    sheet.entry(number == 1 ? "  do now" : "", number++ + ". ", action, "");
                }
                return;
            }
        }
    }

    private void result(Sheet sheet, Walk walk) {
        List<Walk.Step> found = walk.with(StepVerdict.FOUND);
        int assessed = walk.with(StepVerdict.HEALTHY).size() + walk.with(StepVerdict.NOTED).size();
        String result = found.isEmpty() ? nothing(assessed) : "found in " + numbers(found);
        List<Walk.Step> noted = walk.with(StepVerdict.NOTED);
        if (!noted.isEmpty()) {
            result += ", " + noted.size() + " noted";
        }
        List<Walk.Step> questions = walk.with(StepVerdict.QUESTION);
        if (!questions.isEmpty()) {
            result += "; to be answered by you: " + numbers(questions);
        }
        sheet.entry("Result", result, CoverageText.traffic(walk.report().snapshot().traffic()));
        List<String> open = new ArrayList<>();
        walk.with(StepVerdict.UNKNOWN).forEach(s -> open.add(assessed(s, "unknown")));
        walk.with(StepVerdict.NOT_APPLICABLE).forEach(s -> open.add(assessed(s, "not applicable")));
        if (!open.isEmpty()) {
            sheet.entry("Not assessed", String.join(", ", open));
        }
        String label = "Elsewhere";
        for (LinkedFinding f :
                walk.job().isPresent() ? walk.elsewhere() : List.<LinkedFinding>of()) {
            sheet.entry(
                    label,
                    Harmless.line(f.finding().summary(), 600),
                    f.code() + " " + f.finding().reason());
            label = "";
        }
        NotAsked.write(sheet, walk.job().stream().toList());
    }

    private static String nothing(int assessed) {
        return assessed == 0
                ? "nothing could be assessed"
                : "nothing found by " + assessed + (assessed == 1 ? " check" : " checks");
    }

    private static String assessed(Walk.Step step, String why) {
        return step.code().map(c -> c.code()).orElse("") + " (" + why + ")";
    }

    private static String numbers(List<Walk.Step> steps) {
        return steps.stream()
                .map(s -> Integer.toString(s.number()))
                .collect(Collectors.joining(", ", steps.size() == 1 ? "step " : "steps ", ""));
    }

    private static String label(StepVerdict verdict) {
        return verdict == StepVerdict.NOT_APPLICABLE ? "n/a" : verdict.word();
    }
}
