package flinktriage.engine;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Outcome;
import flinktriage.check.PlanCheck;
import flinktriage.check.ScriptReport;
import flinktriage.check.ScriptReport.Ignored;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Verdict;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One script under all checks. */
final class ScriptRun {

    private static final Comparator<Causes.Coded> BY_PLACE =
            Comparator.<Causes.Coded, String>comparing(
                            c -> span(c).map(SourceSpan::file).orElse(""))
                    .thenComparing(c -> span(c).map(SourceSpan::line).orElse(0))
                    .thenComparing(c -> span(c).map(SourceSpan::column).orElse(0))
                    .thenComparing(c -> c.finding().severity(), Comparator.reverseOrder())
                    .thenComparing(Causes.Coded::code);

    private final List<PlanCheck> checks;
    private final SqlScript script;
    private final Suppressions suppressions;
    private final List<String> notes;
    private final List<Outcome> worst = new ArrayList<>();
    private final List<Outcome> problems = new ArrayList<>();

    /** By statement, whether something is wrong with it, ignored or not. */
    private final Map<Integer, Boolean> wrong = new TreeMap<>();

    /**
     * @param notes where to say what else the reader should know
     */
    ScriptRun(List<PlanCheck> checks, SqlScript script, LocalDate today, List<String> notes) {
        this.checks = checks;
        this.script = script;
        this.notes = notes;
        suppressions =
                Suppressions.of(script, checks.stream().map(c -> c.spec().id()).toList(), today);
    }

    ScriptReport report() {
        checks.forEach(this::run);
        List<Causes.Coded> found = new ArrayList<>(Outcomes.found(problems, notes));
        found.sort(BY_PLACE);
        List<LinkedFinding> findings = linked(found, 0);
        List<Ignored> ignored = new ArrayList<>();
        List<Suppressions.Ignored> left = suppressions.ignored();
        List<LinkedFinding> known =
                linked(left.stream().map(Suppressions.Ignored::finding).toList(), findings.size());
        for (int i = 0; i < left.size(); i++) {
            Suppression by = left.get(i).by();
            ignored.add(new Ignored(known.get(i), by.line(), by.until(), by.reason()));
        }
        notes.addAll(suppressions.notes());
        Coverage coverage = Outcomes.coverage(worst);
        if (script.statements().isEmpty()) {
            notes.add(script.name() + " has no statement");
        }
        boolean blind =
                script.statements().isEmpty()
                        || !coverage.crashed().isEmpty()
                        || unplanned()
                        || silent(coverage);
        return new ScriptReport(
                script, Verdicts.worst(findings, blind), findings, coverage, ignored);
    }

    /** True if there is a plan of which no check could say anything: a job without SQL. */
    private boolean silent(Coverage coverage) {
        return script.statements().stream().anyMatch(SqlStatement::planned)
                && !coverage.assessedAnything()
                && suppressions.ignored().isEmpty();
    }

    /** True if a statement should have a plan, has none, and nothing says what is wrong with it. */
    private boolean unplanned() {
        for (int i = 0; i < script.statements().size(); i++) {
            SqlStatement s = script.statements().get(i);
            if (s.planned() && !s.plan().isPresent() && !wrong.getOrDefault(i, false)) {
                return true;
            }
        }
        return false;
    }

    /** What a check says of one statement. */
    private record Said(Outcome outcome, boolean ignoring, boolean planned) {

        /** How bad it is; the worst counts for the coverage. */
        int rank() {
            if (!(outcome instanceof Outcome.Assessed assessed)) {
                return 5;
            }
            Verdict verdict = assessed.verdict();
            if (verdict instanceof Verdict.Problem) {
                return 4;
            }
            if (verdict instanceof Verdict.Unknown) {
                return 3;
            }
            return ignoring ? 2 : verdict instanceof Verdict.Healthy ? 1 : 0;
        }
    }

    private void run(PlanCheck check) {
        Map<List<Object>, Finding> distinct = new LinkedHashMap<>();
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < script.statements().size(); i++) {
            SqlStatement statement = script.statements().get(i);
            StatementView view = new StatementView(script, statement);
            Outcome outcome = Outcomes.of(check, () -> check.examine(view, Limits.STANDARD));
            boolean ignoring = false;
            if (outcome instanceof Outcome.Assessed a && a.verdict() instanceof Verdict.Problem p) {
                List<Finding> left = left(check.spec().id(), p.findings(), i);
                left.forEach(f -> distinct.putIfAbsent(identity(f), f));
                ignoring = left.size() < p.findings().size();
                outcome = new Outcome.Assessed(check.spec(), Verdict.of(left));
            }
            said.add(new Said(outcome, ignoring, statement.planned()));
        }
        // What is said of a statement with a plan tells more than "no plan" of the others.
        said.stream()
                .max(Comparator.comparing(Said::rank).thenComparing(Said::planned))
                .filter(s -> s.rank() != 2)
                .ifPresent(s -> worst.add(s.outcome()));
        if (!distinct.isEmpty()) {
            problems.add(
                    new Outcome.Assessed(
                            check.spec(), new Verdict.Problem(List.copyOf(distinct.values()))));
        }
    }

    /** The findings that no comment ignores. */
    private List<Finding> left(CheckId code, List<Finding> findings, int statement) {
        List<Finding> left = new ArrayList<>();
        for (Finding finding : findings) {
            Finding placed = placed(finding, script.statements().get(statement));
            wrong.merge(statement, placed.severity() != Severity.INFO, Boolean::logicalOr);
            if (!suppressions.ignore(new Causes.Coded(code, placed), statement)) {
                left.add(placed);
            }
        }
        return left;
    }

    /** What has no place of its own is said of the whole statement; a running job has no text. */
    private Finding placed(Finding f, SqlStatement statement) {
        boolean known =
                f.subject().source().isPresent() || script.form() == SqlScript.Form.RUNNING_JOB;
        return known
                ? f
                : new Finding(
                        f.severity(),
                        f.reason(),
                        f.subject().source(statement.at()),
                        f.summary(),
                        f.evidence());
    }

    /** Two statements that read one view have its findings in common. */
    private static List<Object> identity(Finding f) {
        return List.of(f.reason(), f.subject(), f.summary());
    }

    private static List<LinkedFinding> linked(List<Causes.Coded> found, int before) {
        List<LinkedFinding> linked = new ArrayList<>();
        for (Causes.Coded f : found) {
            String ref = "f" + (before + linked.size() + 1);
            linked.add(new LinkedFinding(ref, f.code(), f.finding(), List.of()));
        }
        return linked;
    }

    private static Optional<SourceSpan> span(Causes.Coded c) {
        return c.finding().subject().source();
    }
}
