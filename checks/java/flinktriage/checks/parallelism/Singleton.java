package flinktriage.checks.parallelism;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.List;
import java.util.Set;

/**
 * Reason: SINGLETON. A non-keyed window, a global aggregate, an OVER without PARTITION BY or a
 * LIMIT can only run in one subtask: Flink gives it the max parallelism 1, or sends everything to
 * one subtask (GLOBAL). A parallelism of 1 that someone set is no such case.
 */
public final class Singleton implements JobCheck {

    private static final CheckSpec SPEC =
            CheckSpec.of("FT-PA-005", "is an operator forced to one subtask?", Set.of());

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.graph().vertices().stream().allMatch(v -> v.parallelism() <= 1)) {
            return new Verdict.NotApplicable("the whole job has one subtask per vertex");
        }
        List<Finding> findings =
                job.graph().vertices().stream()
                        .filter(v -> forced(v) && widest(job, v) > 1)
                        .map(v -> finding(job, v))
                        .toList();
        return Verdict.of(findings);
    }

    private static boolean forced(Vertex v) {
        return v.maxParallelism().stream().anyMatch(max -> max == 1)
                || v.inputs().stream().anyMatch(i -> i.ship().equals("GLOBAL"));
    }

    private static int widest(JobView job, Vertex v) {
        return job.graph().upstream(v).stream().mapToInt(Vertex::parallelism).max().orElse(0);
    }

    private static Finding finding(JobView job, Vertex v) {
        int widest = widest(job, v);
        return new Finding(
                Severity.INFO,
                "SINGLETON",
                Subject.vertex(v),
                v.name()
                        + " gets all records of "
                        + widest
                        + " upstream subtasks in one, because it has no key: more parallelism does"
                        + " not reach it, a key or a pre-aggregation does",
                List.of(
                        Evidence.of(
                                "upstream subtasks", Quantity.count(widest), job.graphSource())));
    }
}
