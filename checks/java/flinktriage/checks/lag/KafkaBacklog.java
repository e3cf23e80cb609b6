package flinktriage.checks.lag;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.model.Aggregate;
import flinktriage.model.Backlog;
import flinktriage.model.KafkaTopic;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a source has not read yet according to Kafka, which knows about partitions that were never
 * polled and does not under-report under backpressure as the connector does.
 */
final class KafkaBacklog {

    private KafkaBacklog() {}

    /** Empty if Kafka was not asked, or not about every topic that the source reads. */
    static Optional<Observed<Backlog>> of(JobView job, Vertex source) {
        return job.perSubtask(source).stream()
                .flatMap(metrics -> of(job, source, metrics).stream())
                .findFirst();
    }

    /** What Kafka adds to a backlog, topic by topic. */
    static List<Evidence> evidence(JobView job, Vertex source) {
        List<Evidence> evidence = new ArrayList<>();
        for (SubtaskMetrics metrics : job.perSubtask(source).stream().toList()) {
            for (KafkaTopic topic : topics(job, metrics)) {
                topic.arriving().stream()
                        .forEach(
                                rate ->
                                        evidence.add(
                                                Evidence.of(
                                                        "arriving in " + topic.name(),
                                                        Quantity.recordsPerSecond(rate),
                                                        topic.arriving().from())));
                topic.committedLag().stream()
                        .forEach(
                                lag ->
                                        evidence.add(
                                                Evidence.of(
                                                        "not committed by the group, in "
                                                                + topic.name(),
                                                        Quantity.records(lag),
                                                        topic.committedLag().from())));
            }
        }
        return evidence;
    }

    private static List<KafkaTopic> topics(JobView job, SubtaskMetrics metrics) {
        return job.kafkaTopics().stream()
                .flatMap(all -> KafkaTopic.readBy(metrics, all).stream())
                .toList();
    }

    private static Optional<Observed<Backlog>> of(
            JobView job, Vertex source, SubtaskMetrics metrics) {
        List<KafkaTopic> topics = topics(job, metrics);
        List<Long> unread =
                topics.stream().flatMap(topic -> topic.unread(metrics).stream()).toList();
        if (topics.isEmpty() || unread.size() < topics.size()) {
            return Optional.empty();
        }
        long records = unread.stream().mapToLong(Long::longValue).sum();
        return Optional.of(
                Observed.of(
                        new Backlog(records, growth(job, source, topics)),
                        topics.get(0).endOffsets().from()));
    }

    /** What arrives less what is read. */
    private static Observed<Double> growth(JobView job, Vertex source, List<KafkaTopic> topics) {
        List<Double> arriving = topics.stream().flatMap(t -> t.arriving().stream()).toList();
        if (arriving.size() < topics.size()) {
            return Observed.absent(
                    Missing.Why.NOT_ASKED, "growth of the backlog", "one reading of the offsets");
        }
        double sum = arriving.stream().mapToDouble(Double::doubleValue).sum();
        return job.samples(source)
                .flatMap(KafkaBacklog::read)
                .flatMap(read -> topics.get(0).arriving().map(first -> sum - read));
    }

    /** Records per second between two samples: for a minute after a start, meters are too low. */
    private static Observed<Double> read(List<MetricSample> samples) {
        MetricSample first = samples.get(0);
        MetricSample last = samples.get(samples.size() - 1);
        double seconds = (last.at().toEpochMilli() - first.at().toEpochMilli()) / 1000.0;
        double before =
                first.overOperators("numRecordsIn").mapToDouble(Aggregate::sum).max().orElse(-1);
        double after =
                last.overOperators("numRecordsIn").mapToDouble(Aggregate::sum).max().orElse(-1);
        if (seconds <= 0 || before < 0 || after < before) {
            return Observed.absent(
                    Missing.Why.NOT_ASKED, "records read between two samples", last.request());
        }
        return Observed.of(
                (after - before) / seconds,
                new Provenance(last.request(), "numRecordsIn", last.at()));
    }
}
