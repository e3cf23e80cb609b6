package flinktriage.check;

import flinktriage.model.Snapshot;
import java.util.List;

/**
 * The result of a run; every output is rendered from it.
 *
 * @param toolVersion of flink-triage
 * @param clusterFindings what is wrong with the cluster itself, such as an unreachable JobManager
 */
public record Report(
        String toolVersion,
        Snapshot snapshot,
        RunVerdict verdict,
        List<JobReport> jobs,
        List<LinkedFinding> clusterFindings,
        Coverage clusterCoverage) {

    public Report {
        jobs = List.copyOf(jobs);
        clusterFindings = List.copyOf(clusterFindings);
    }
}
