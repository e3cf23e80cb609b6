package flinktriage.engine;

import flinktriage.check.Check;
import flinktriage.check.CheckId;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Coverage;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobReport;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Numbers;
import flinktriage.check.Outcome;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs the checks over a snapshot, isolates those that crash, links what they found and draws the
 * verdict.
 */
public final class Engine {

    /**
     * Findings of one check in one job, the worst ones. Nobody reads more, and what explains what
     * grows with the square of their number.
     */
    private static final int MOST_FINDINGS = 500;

    private final List<Check> checks;
    private final String toolVersion;

    public Engine(List<Check> checks, String toolVersion) {
        this.checks = List.copyOf(checks);
        this.toolVersion = toolVersion;
    }

    public Report diagnose(Snapshot snapshot) {
        List<String> notes = new ArrayList<>(snapshot.notes());
        List<JobReport> jobs = snapshot.jobs().stream().map(job -> job(job, notes)).toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (Check check : checks) {
            if (check instanceof ClusterCheck c) {
                outcomes.add(outcome(c, () -> c.examine(snapshot, Limits.STANDARD)));
            }
        }
        Causes.Linked linked = Causes.link(new JobGraph(List.of()), coded(outcomes, notes));
        Coverage coverage = coverage(outcomes);
        RunVerdict verdict = Verdicts.ofCluster(linked.findings(), coverage);
        for (JobReport job : jobs) {
            verdict = verdict.worse(job.verdict());
        }
        if (jobs.isEmpty() && verdict == RunVerdict.OK) {
            verdict = RunVerdict.UNKNOWN;
        }
        Snapshot noted =
                new Snapshot(
                        snapshot.target(),
                        snapshot.takenAt(),
                        snapshot.unreachable(),
                        snapshot.cluster(),
                        snapshot.jobs(),
                        snapshot.traffic(),
                        notes);
        return new Report(toolVersion, noted, verdict, jobs, linked.findings(), coverage);
    }

    private JobReport job(Job job, List<String> notes) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Check check : checks) {
            if (check instanceof JobCheck c) {
                outcomes.add(
                        outcome(c, () -> c.examine(new JobView(job, c.spec()), Limits.STANDARD)));
            }
        }
        Causes.Linked linked = Causes.link(job.graph(), coded(outcomes, notes));
        Coverage coverage = coverage(outcomes);
        return new JobReport(
                job,
                Verdicts.ofJob(linked.findings(), coverage),
                linked.roots(),
                Onset.tell(job, linked.roots(), linked.findings()),
                coverage);
    }

    /** One broken check must not take the others along. */
    private static Outcome outcome(Check check, Supplier<Verdict> examination) {
        try {
            return new Outcome.Assessed(check.spec(), examination.get());
        } catch (MissingMeasurementException e) {
            return new Outcome.Assessed(check.spec(), Verdict.Unknown.of(e.missing()));
        } catch (RuntimeException e) {
            return new Outcome.Crashed(check.spec(), e.toString());
        }
    }

    private static List<Causes.Coded> coded(List<Outcome> outcomes, List<String> notes) {
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

    private static Coverage coverage(List<Outcome> outcomes) {
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
