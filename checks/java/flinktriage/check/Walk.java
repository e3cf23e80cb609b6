package flinktriage.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A runbook as it went on one report. It lies beside the report, so that whoever renders it need
 * not know what a runbook file looks like.
 *
 * @param runbook its id
 * @param verdict of the report, restricted to the checks of the steps that were taken
 * @param report of all checks, from the same snapshot
 * @param steps in the order of the runbook, at least one
 */
public record Walk(
        String runbook, String title, RunVerdict verdict, Report report, List<Step> steps) {

    /**
     * @param code of the check; empty for a question
     * @param title the section's title, or the question
     * @param why the verdict is not found or healthy, in one line; else empty
     * @param findings of this check, worst first
     * @param subject whose ids fill the placeholders of the commands
     * @param text paragraphs without their line breaks
     */
    public record Step(
            int number,
            Optional<CheckId> code,
            String title,
            StepVerdict verdict,
            String why,
            List<LinkedFinding> findings,
            Subject subject,
            List<String> text,
            List<StepCommand> commands) {

        public Step {
            findings = List.copyOf(findings);
            text = List.copyOf(text);
            commands = List.copyOf(commands);
        }
    }

    public Walk {
        steps = List.copyOf(steps);
    }

    /** Empty if the JobManager gave no answer. */
    public Optional<JobReport> job() {
        return report.jobs().stream().findFirst();
    }

    public List<Step> with(StepVerdict verdict) {
        return steps.stream().filter(s -> s.verdict() == verdict).toList();
    }

    /**
     * The root causes, worst first, of what the steps found: each is found by a step, or explains
     * what a step found.
     */
    public List<LinkedFinding> causes() {
        List<LinkedFinding> found = steps.stream().flatMap(s -> s.findings().stream()).toList();
        return roots().filter(root -> found.stream().anyMatch(f -> reaches(root, f))).toList();
    }

    /** Root causes that no step has to do with. */
    public List<LinkedFinding> elsewhere() {
        List<LinkedFinding> causes = causes();
        return roots().filter(root -> !causes.contains(root)).toList();
    }

    /** The root causes that explain a finding; none if it is one itself. */
    public List<LinkedFinding> behind(LinkedFinding symptom) {
        return causes().stream()
                .filter(root -> !root.equals(symptom) && reaches(root, symptom))
                .toList();
    }

    private Stream<LinkedFinding> roots() {
        return Stream.concat(
                job().stream().flatMap(j -> j.causes().stream().map(j::finding)),
                report.clusterFindings().stream()
                        .filter(f -> f.finding().severity() != Severity.INFO));
    }

    /** Links form no circle. */
    private boolean reaches(LinkedFinding cause, LinkedFinding symptom) {
        return cause.equals(symptom)
                || job().stream()
                        .flatMap(j -> j.findings().stream())
                        .filter(f -> cause.explains().contains(f.ref()))
                        .anyMatch(f -> reaches(f, symptom));
    }
}
