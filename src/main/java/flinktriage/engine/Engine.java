package flinktriage.engine;

import flinktriage.check.Check;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Coverage;
import flinktriage.check.JobCheck;
import flinktriage.check.JobReport;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Outcome;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the checks over a snapshot, isolates those that crash, links what they found and draws the
 * verdict.
 */
public final class Engine {

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
                outcomes.add(Outcomes.of(c, () -> c.examine(snapshot, Limits.STANDARD)));
            }
        }
        Causes.Linked linked =
                Causes.link(new JobGraph(List.of()), Outcomes.found(outcomes, notes));
        Coverage coverage = Outcomes.coverage(outcomes);
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
                        Outcomes.of(
                                c, () -> c.examine(new JobView(job, c.spec()), Limits.STANDARD)));
            }
        }
        Causes.Linked linked = Causes.link(job.graph(), Outcomes.found(outcomes, notes));
        Coverage coverage = Outcomes.coverage(outcomes);
        return new JobReport(
                job,
                Verdicts.ofJob(linked.findings(), coverage),
                linked.roots(),
                Onset.tell(job, linked.roots(), linked.findings()),
                coverage);
    }
}
