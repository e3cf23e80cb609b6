package flinktriage.world;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Set;

/** Says of a statement that holds a word what is to be said of it, at the word. */
public record WordRule(CheckSpec spec, String word, Severity severity) implements PlanCheck {

    public static WordRule of(String code, String word, Severity severity) {
        return new WordRule(
                CheckSpec.of(code, "does it say " + word + "?", Set.of()), word, severity);
    }

    @Override
    public Verdict examine(StatementView view, Limits limits) {
        SqlStatement s = view.statement();
        if (!s.text().contains(word)) {
            return s.plan().isPresent()
                    ? new Verdict.Healthy()
                    : s.planned()
                            ? new Verdict.Unknown("no plan")
                            : new Verdict.NotApplicable("no plan is expected");
        }
        String before = s.text().substring(0, s.text().indexOf(word));
        int breaks = (int) before.chars().filter(c -> c == '\n').count();
        int column =
                before.length()
                        - before.lastIndexOf('\n')
                        + (breaks == 0 ? s.at().column() - 1 : 0);
        int line = s.at().line() + breaks;
        SourceSpan at =
                new SourceSpan(s.at().file(), line, column, line, column + word.length() - 1);
        return Verdict.problem(
                new Finding(
                        severity,
                        "SAID",
                        view.script().form() == SqlScript.Form.RUNNING_JOB
                                ? Subject.job(view.script().name()).operator("Join[7]")
                                : Subject.statement(view.name(), at),
                        "the statement says " + word + ", which keeps every row for ever",
                        List.of(
                                Evidence.of(
                                        "sides without a key",
                                        Quantity.count(2),
                                        new Provenance(view.script().name(), "", Scripts.NOW)))));
    }
}
