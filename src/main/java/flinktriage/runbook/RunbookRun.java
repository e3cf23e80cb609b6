package flinktriage.runbook;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.StepVerdict;
import flinktriage.check.Subject;
import flinktriage.check.Walk;
import flinktriage.engine.Verdicts;
import flinktriage.runbook.Runbook.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Follows a runbook through a report. Nothing is measured: all steps speak of the one snapshot that
 * the report is about, so that two of them cannot contradict each other.
 */
public final class RunbookRun {

    private static final Coverage NOTHING =
            new Coverage(List.of(), List.of(), List.of(), List.of(), List.of());

    private final Runbook runbook;
    private final Report report;
    private final Optional<JobReport> job;
    private final Map<CheckId, StepVerdict> said = new HashMap<>();

    private RunbookRun(Runbook runbook, Report report) {
        this.runbook = runbook;
        this.report = report;
        job = report.jobs().stream().findFirst();
    }

    /**
     * @param report of all checks, on one job or on a cluster that gave no answer
     */
    public static Walk of(Runbook runbook, Report report) {
        return new RunbookRun(runbook, report).walk();
    }

    private Walk walk() {
        List<Walk.Step> steps = new ArrayList<>();
        Set<CheckId> taken = new HashSet<>();
        for (Runbook.Step step : runbook.steps()) {
            Walk.Step walked = step(steps.size() + 1, step);
            if (walked.verdict() != StepVerdict.SKIPPED) {
                walked.code().ifPresent(taken::add);
            }
            walked.code().ifPresent(code -> said.put(code, walked.verdict()));
            steps.add(walked);
        }
        return new Walk(runbook.id(), runbook.title(), verdict(taken), report, steps);
    }

    private Walk.Step step(int number, Runbook.Step step) {
        Optional<String> obstacle = step.when().flatMap(this::obstacle);
        if (obstacle.isPresent()) {
            return walked(number, step, StepVerdict.SKIPPED, obstacle.get(), List.of());
        }
        if (step.check().isEmpty()) {
            return walked(number, step, StepVerdict.QUESTION, "", List.of());
        }
        CheckId code = step.check().get();
        List<LinkedFinding> found =
                findings()
                        .filter(f -> f.code().equals(code))
                        .sorted(
                                Comparator.comparing((LinkedFinding f) -> f.finding().severity())
                                        .reversed())
                        .toList();
        if (!found.isEmpty()) {
            boolean hints = found.get(0).finding().severity() == Severity.INFO;
            return walked(number, step, hints ? StepVerdict.NOTED : StepVerdict.FOUND, "", found);
        }
        if (coverages().anyMatch(c -> c.healthy().contains(code))) {
            return walked(number, step, StepVerdict.HEALTHY, "", found);
        }
        Optional<String> why = why(code, coverages().flatMap(c -> c.notApplicable().stream()));
        return why.isPresent()
                ? walked(number, step, StepVerdict.NOT_APPLICABLE, why.get(), found)
                : walked(number, step, StepVerdict.UNKNOWN, whyUnknown(code), found);
    }

    private Optional<String> obstacle(Condition when) {
        StepVerdict verdict = said.getOrDefault(when.check(), StepVerdict.SKIPPED);
        return verdict == when.verdict()
                ? Optional.empty()
                : Optional.of(
                        "only if "
                                + when.check()
                                + " is "
                                + when.verdict().word()
                                + ", it is "
                                + verdict.word());
    }

    private String whyUnknown(CheckId code) {
        return why(code, coverages().flatMap(c -> c.unknown().stream()))
                .or(
                        () ->
                                why(code, coverages().flatMap(c -> c.crashed().stream()))
                                        .map(e -> "the check crashed: " + e))
                .orElse(
                        report.snapshot().unreachable().isPresent()
                                ? "the JobManager gave no usable answer"
                                : "the check did not run");
    }

    private static Optional<String> why(CheckId code, Stream<Reasoned> reasons) {
        return reasons.filter(r -> r.code().equals(code)).map(Reasoned::why).findFirst();
    }

    private Walk.Step walked(
            int number,
            Runbook.Step step,
            StepVerdict verdict,
            String why,
            List<LinkedFinding> found) {
        return new Walk.Step(
                number,
                step.check(),
                step.title(),
                verdict,
                why,
                found,
                subject(step, found),
                step.text(),
                step.commands());
    }

    /** Of the step's own finding, of the one that it follows, or of the worst cause. */
    private Subject subject(Runbook.Step step, List<LinkedFinding> found) {
        return Stream.of(
                        found.stream(),
                        step.when().stream()
                                .flatMap(w -> findings().filter(f -> f.code().equals(w.check()))),
                        job.stream().flatMap(j -> j.causes().stream().map(j::finding)))
                .flatMap(s -> s)
                .map(f -> f.finding().subject())
                .findFirst()
                .orElseGet(() -> Subject.job(job.map(j -> j.job().name()).orElse("")));
    }

    private Stream<LinkedFinding> findings() {
        return Stream.concat(
                job.stream().flatMap(j -> j.findings().stream()),
                report.clusterFindings().stream());
    }

    private Stream<Coverage> coverages() {
        return Stream.concat(job.stream().map(JobReport::coverage), Stream.of(cluster()));
    }

    private Coverage cluster() {
        return report.clusterCoverage();
    }

    private RunVerdict verdict(Set<CheckId> taken) {
        Coverage own = restricted(cluster(), taken);
        RunVerdict cluster = Verdicts.ofCluster(restricted(report.clusterFindings(), taken), own);
        Coverage jobs = restricted(job.map(JobReport::coverage).orElse(NOTHING), taken);
        if (jobs.total() == 0 && own.assessedAnything()) {
            // A runbook about the cluster alone asks nothing about the job.
            return cluster;
        }
        List<LinkedFinding> found = job.map(JobReport::findings).orElse(List.of());
        return cluster.worse(Verdicts.ofJob(restricted(found, taken), jobs));
    }

    private static List<LinkedFinding> restricted(List<LinkedFinding> all, Set<CheckId> taken) {
        return all.stream().filter(f -> taken.contains(f.code())).toList();
    }

    private static Coverage restricted(Coverage all, Set<CheckId> taken) {
        return new Coverage(
                all.healthy().stream().filter(taken::contains).toList(),
                all.problem().stream().filter(taken::contains).toList(),
                all.notApplicable().stream().filter(r -> taken.contains(r.code())).toList(),
                all.unknown().stream().filter(r -> taken.contains(r.code())).toList(),
                all.crashed().stream().filter(r -> taken.contains(r.code())).toList());
    }
}
