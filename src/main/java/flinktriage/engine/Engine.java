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
import flinktriage.check.LinkedFinding;
import flinktriage.check.Outcome;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs the checks over a snapshot, isolates those that crash, links what they found and draws the
 * verdict.
 */
public final class Engine {

    /** Without an answer to these, silence is not health. */
    private static final Set<String> ESSENTIAL =
            Set.of("FT-BP-001", "FT-CP-002", "FT-RS-001", "FT-RS-002", "FT-WM-001");

    private final List<Check> checks;
    private final String toolVersion;

    public Engine(List<Check> checks, String toolVersion) {
        this.checks = List.copyOf(checks);
        this.toolVersion = toolVersion;
    }

    public Report diagnose(Snapshot snapshot) {
        List<JobReport> jobs = snapshot.jobs().stream().map(this::job).toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (Check check : checks) {
            if (check instanceof ClusterCheck c) {
                outcomes.add(outcome(c, () -> c.examine(snapshot, Limits.STANDARD)));
            }
        }
        Causes.Linked linked = Causes.link(new JobGraph(List.of()), coded(outcomes));
        Coverage coverage = coverage(outcomes);
        RunVerdict verdict = worst(linked.findings(), !coverage.crashed().isEmpty());
        for (JobReport job : jobs) {
            verdict = verdict.worse(job.verdict());
        }
        if (jobs.isEmpty() && verdict == RunVerdict.OK) {
            verdict = RunVerdict.UNKNOWN;
        }
        return new Report(toolVersion, snapshot, verdict, jobs, linked.findings(), coverage);
    }

    private JobReport job(Job job) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Check check : checks) {
            if (check instanceof JobCheck c) {
                outcomes.add(
                        outcome(c, () -> c.examine(new JobView(job, c.spec()), Limits.STANDARD)));
            }
        }
        Causes.Linked linked = Causes.link(job.graph(), coded(outcomes));
        Coverage coverage = coverage(outcomes);
        return new JobReport(
                job,
                verdict(linked.findings(), coverage, outcomes),
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

    private static List<Causes.Coded> coded(List<Outcome> outcomes) {
        List<Causes.Coded> found = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Assessed a && a.verdict() instanceof Verdict.Problem p) {
                for (Finding finding : p.findings()) {
                    found.add(new Causes.Coded(a.spec().id(), finding));
                }
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
                    unknown.add(new Coverage.Reasoned(id, u.why()));
                } else {
                    (a.verdict() instanceof Verdict.Healthy ? healthy : problem).add(id);
                }
            }
        }
        return new Coverage(healthy, problem, notApplicable, unknown, crashed);
    }

    private static RunVerdict verdict(
            List<LinkedFinding> findings, Coverage coverage, List<Outcome> outcomes) {
        boolean blind =
                !coverage.assessedAnything()
                        || !coverage.crashed().isEmpty()
                        || outcomes.stream().anyMatch(Engine::essentialRequestFailed);
        return worst(findings, blind);
    }

    private static RunVerdict worst(List<LinkedFinding> findings, boolean blind) {
        RunVerdict verdict = blind ? RunVerdict.UNKNOWN : RunVerdict.OK;
        for (LinkedFinding f : findings) {
            verdict =
                    verdict.worse(
                            switch (f.finding().severity()) {
                                case INFO -> RunVerdict.OK;
                                case WARNING -> RunVerdict.WARNING;
                                case CRITICAL -> RunVerdict.CRITICAL;
                            });
        }
        return verdict;
    }

    private static boolean essentialRequestFailed(Outcome outcome) {
        return outcome instanceof Outcome.Assessed a
                && a.verdict() instanceof Verdict.Unknown u
                && u.requestFailed()
                && ESSENTIAL.contains(a.spec().id().code());
    }
}
