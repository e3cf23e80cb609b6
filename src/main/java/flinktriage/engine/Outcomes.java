package flinktriage.engine;

import flinktriage.check.Check;
import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Finding;
import flinktriage.check.Numbers;
import flinktriage.check.Outcome;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.MissingMeasurementException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Runs one check so that it cannot harm the others, and sums up what several of them said. */
final class Outcomes {

    /**
     * Findings of one check in one job or script, the worst ones. Nobody reads more, and what
     * explains what grows with the square of their number.
     */
    private static final int MOST_FINDINGS = 500;

    private Outcomes() {}

    /** One broken check must not take the others along. */
    static Outcome of(Check check, Supplier<Verdict> examination) {
        try {
            return new Outcome.Assessed(check.spec(), examination.get());
        } catch (MissingMeasurementException e) {
            return new Outcome.Assessed(check.spec(), Verdict.Unknown.of(e.missing()));
        } catch (RuntimeException e) {
            return new Outcome.Crashed(check.spec(), e.toString());
        }
    }

    static List<Causes.Coded> found(List<Outcome> outcomes, List<String> notes) {
        List<Causes.Coded> found = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Assessed a && a.verdict() instanceof Verdict.Problem p) {
                int more = p.findings().size() - MOST_FINDINGS;
                Stream<Finding> listed = p.findings().stream();
                if (more > 0) {
                    listed =
                            listed.sorted(
                                            Comparator.<Finding, Severity>comparing(
                                                            Finding::severity)
                                                    .reversed())
                                    .limit(MOST_FINDINGS);
                    notes.add(
                            a.spec().id()
                                    + " has "
                                    + Numbers.count(more)
                                    + " more findings, none worse than those that are listed");
                }
                listed.forEach(f -> found.add(new Causes.Coded(a.spec().id(), f)));
            }
        }
        return found;
    }

    static Coverage coverage(List<Outcome> outcomes) {
        List<CheckId> healthy = new ArrayList<>();
        List<CheckId> problem = new ArrayList<>();
        List<Coverage.Reasoned> notApplicable = new ArrayList<>();
        List<Coverage.Reasoned> unknown = new ArrayList<>();
        List<Coverage.Reasoned> crashed = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            CheckId id = outcome.spec().id();
            if (outcome instanceof Outcome.Crashed c) {
                crashed.add(new Coverage.Reasoned(id, c.exception()));
            } else if (outcome instanceof Outcome.Assessed a) {
                if (a.verdict() instanceof Verdict.NotApplicable n) {
                    notApplicable.add(new Coverage.Reasoned(id, n.why()));
                } else if (a.verdict() instanceof Verdict.Unknown u) {
                    unknown.add(new Coverage.Reasoned(id, u.why(), u.requestFailed()));
                } else {
                    (a.verdict() instanceof Verdict.Healthy ? healthy : problem).add(id);
                }
            }
        }
        return new Coverage(healthy, problem, notApplicable, unknown, crashed);
    }
}
