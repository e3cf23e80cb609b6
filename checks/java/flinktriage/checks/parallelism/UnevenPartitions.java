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
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reasons: UNEVEN, and AT_LIMIT where the uneven spread shows: the fullest subtasks are at their
 * limit, the others are not. Subtasks without any partition are another question.
 */
public final class UnevenPartitions implements JobCheck {

    private static final Threshold RATIO =
            new Threshold(
                    "partition-ratio",
                    Quantity.ratio(1.5),
                    "partitions of the fullest subtask over those of the emptiest that has one: a"
                            + " reader with half as many again falls behind first");
    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-PA-002",
                    "are partitions spread unevenly?",
                    Set.of(Need.SOURCES, Need.TIMES, Need.KAFKA, Need.REPORTER),
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
        List<Vertex> sources =
                job.graph().sources().stream().filter(v -> v.parallelism() > 1).toList();
        if (sources.isEmpty()) {
            return new Verdict.NotApplicable("no source has more than one subtask");
        }
        List<Finding> findings = new ArrayList<>();
        boolean named = false;
        for (Vertex source : sources) {
            Optional<Partitions> partitions = Partitions.of(job, source);
            named |= partitions.isPresent();
            partitions.flatMap(p -> finding(job, source, p, limits)).ifPresent(findings::add);
        }
        if (findings.isEmpty()) {
            sources.forEach(source -> job.perSubtask(source).require());
        }
        return named
                ? Verdict.of(findings)
                : new Verdict.NotApplicable("no source names its partitions");
    }

    private static Optional<Finding> finding(
            JobView job, Vertex source, Partitions partitions, Limits limits) {
        IntSummaryStatistics perReader =
                partitions.bySubtask().values().stream()
                        .mapToInt(Integer::intValue)
                        .filter(n -> n > 0)
                        .summaryStatistics();
        int most = perReader.getMax();
        int fewest = perReader.getMin();
        double ratio = (double) most / fewest;
        if (ratio < limits.value(RATIO)) {
            return Optional.empty();
        }
        boolean shows =
                Limit.reached(
                        job.times(source),
                        i -> partitions.bySubtask().getOrDefault(i, 0),
                        most,
                        fewest);
        Provenance from = partitions.from();
        return Optional.of(
                new Finding(
                        shows ? Severity.WARNING : Severity.INFO,
                        shows ? "AT_LIMIT" : "UNEVEN",
                        Subject.vertex(source),
                        source.name()
                                + " reads "
                                + fewest
                                + " to "
                                + most
                                + " partitions per subtask"
                                + (shows ? ", and those with more are at their limit: " : ": ")
                                + partitions.total()
                                + " partitions spread evenly over parallelism "
                                + Divisors.of(partitions.total(), source.parallelism())
                                + partitions.doubt(),
                        List.of(
                                Evidence.of(
                                        "partitions of the fullest over the emptiest subtask",
                                        Quantity.ratio(ratio),
                                        limits.of(RATIO),
                                        from),
                                Evidence.of(
                                        partitions.inKafka().isPresent()
                                                ? "partitions in Kafka"
                                                : "partitions seen",
                                        Quantity.count(partitions.total()),
                                        from))));
    }
}
