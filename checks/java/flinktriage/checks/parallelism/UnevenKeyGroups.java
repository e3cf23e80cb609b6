package flinktriage.checks.parallelism;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Divisors;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reason: UNEVEN. Keys belong to a fixed number of key groups, the max parallelism, and a subtask
 * has a whole number of them. It warns only where that shows in the busy times.
 */
public final class UnevenKeyGroups implements JobCheck {

    private static final Threshold RATIO =
            new Threshold(
                    "key-group-ratio",
                    Quantity.ratio(1.25),
                    "key groups of the fullest subtask over an even share: at 1.25 the vertex can do"
                            + " four fifths of what its parallelism promises");
    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-PA-003",
                    "are key groups spread unevenly (max parallelism / parallelism)?",
                    Set.of(Need.TIMES),
                    RATIO);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is not running");
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        List<Vertex> keyed =
                job.graph().vertices().stream()
                        .filter(v -> v.parallelism() > 1)
                        .filter(v -> v.inputs().stream().anyMatch(i -> i.ship().equals("HASH")))
                        .toList();
        if (keyed.isEmpty()) {
            return new Verdict.NotApplicable("no keyed vertex has more than one subtask");
        }
        List<Finding> findings = new ArrayList<>();
        for (Vertex v : keyed) {
            v.maxParallelism().stream()
                    .filter(groups -> groups >= v.parallelism())
                    .filter(groups -> ratio(groups, v) >= limits.value(RATIO))
                    .forEach(groups -> findings.add(finding(job, v, groups, limits)));
        }
        if (findings.isEmpty()) {
            keyed.forEach(v -> v.maxParallelism().require());
        }
        return Verdict.of(findings);
    }

    private static double ratio(int groups, Vertex v) {
        return largest(groups, v.parallelism()) * (double) v.parallelism() / groups;
    }

    private static int largest(int groups, int parallelism) {
        return (groups + parallelism - 1) / parallelism;
    }

    /** Flink's assignment: subtask i has the groups from ceil(i*M/p) to floor(((i+1)*M-1)/p). */
    private static int groups(int subtask, int groups, int parallelism) {
        long from = ((long) subtask * groups + parallelism - 1) / parallelism;
        long to = ((subtask + 1L) * groups - 1) / parallelism;
        return (int) (to - from + 1);
    }

    private static Finding finding(JobView job, Vertex v, int groups, Limits limits) {
        int p = v.parallelism();
        int most = largest(groups, p);
        int fewest = groups / p;
        boolean shows = Limit.reached(job.times(v), i -> groups(i, groups, p), most, fewest);
        return new Finding(
                shows ? Severity.WARNING : Severity.INFO,
                "UNEVEN",
                Subject.vertex(v),
                v.name()
                        + " has "
                        + fewest
                        + " or "
                        + most
                        + " key groups per subtask"
                        + (shows ? ", and those with more are at their limit: " : ": ")
                        + groups
                        + " key groups spread evenly over parallelism "
                        + Divisors.of(groups, p),
                List.of(
                        Evidence.of(
                                "key groups of the fullest subtask over an even share",
                                Quantity.ratio(ratio(groups, v)),
                                limits.of(RATIO),
                                v.maxParallelism().from())));
    }
}
