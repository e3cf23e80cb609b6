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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reason: MISMATCH. A union has no vertex of its own, its inputs are edges into its consumer. With
 * one parallelism they are FORWARD; otherwise Flink redistributes the records of some of them over
 * the network. Keyed and broadcast edges do so at any parallelism.
 */
public final class UnionMismatch implements JobCheck {

    private static final Set<String> FOLLOWS_PARALLELISM =
            Set.of("FORWARD", "REBALANCE", "RESCALE");
    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-PA-004",
                    "do a union's inputs and its consumer disagree in parallelism?",
                    Set.of());

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        List<Vertex> unions =
                job.graph().vertices().stream()
                        .filter(v -> v.inputs().size() > 1)
                        .filter(
                                v ->
                                        v.inputs().stream()
                                                .allMatch(
                                                        i ->
                                                                FOLLOWS_PARALLELISM.contains(
                                                                        i.ship())))
                        .toList();
        if (unions.isEmpty()) {
            return new Verdict.NotApplicable("no vertex unites several streams without a key");
        }
        return Verdict.of(
                unions.stream()
                        .filter(v -> parallelisms(job, v).anyMatch(p -> p != v.parallelism()))
                        .map(v -> finding(job, v))
                        .toList());
    }

    private static IntStream parallelisms(JobView job, Vertex v) {
        return job.graph().upstream(v).stream().mapToInt(Vertex::parallelism);
    }

    private static Finding finding(JobView job, Vertex v) {
        String inputs =
                parallelisms(job, v).mapToObj(String::valueOf).collect(Collectors.joining(" and "));
        long differ = parallelisms(job, v).filter(p -> p != v.parallelism()).count();
        return new Finding(
                Severity.INFO,
                "MISMATCH",
                Subject.vertex(v),
                v.name()
                        + " has "
                        + v.parallelism()
                        + (v.parallelism() == 1 ? " subtask" : " subtasks")
                        + " and unites inputs of "
                        + inputs
                        + ": their records are redistributed over the network, which one"
                        + " parallelism avoids",
                List.of(
                        Evidence.of(
                                "inputs of another parallelism",
                                Quantity.count(differ),
                                Quantity.count(0),
                                job.graphSource())));
    }
}
