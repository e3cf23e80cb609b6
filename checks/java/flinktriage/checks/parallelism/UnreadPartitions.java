package flinktriage.checks.parallelism;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.List;
import java.util.Optional;

/** Partitions that Kafka has and no subtask names: what arrives there is never read. */
final class UnreadPartitions {

    private UnreadPartitions() {}

    static Optional<Finding> of(JobView job, Vertex source) {
        return Partitions.of(job, source)
                .filter(p -> p.inKafka().stream().anyMatch(n -> n > p.seen()))
                .map(
                        p ->
                                new Finding(
                                        Severity.WARNING,
                                        "UNREAD_PARTITIONS",
                                        Subject.vertex(source),
                                        "no subtask of "
                                                + source.name()
                                                + " reads "
                                                + (p.total() - p.seen())
                                                + " of the "
                                                + p.counted(),
                                        List.of(
                                                Evidence.of(
                                                        "partitions that subtasks name",
                                                        Quantity.count(p.seen()),
                                                        Quantity.count(p.total()),
                                                        p.from()),
                                                Evidence.of(
                                                        "partitions in Kafka",
                                                        Quantity.count(p.total()),
                                                        job.kafkaTopics().from()))));
    }
}
