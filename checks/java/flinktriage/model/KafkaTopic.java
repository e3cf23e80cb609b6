package flinktriage.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * A topic as Kafka itself describes it.
 *
 * @param partitions how many it has
 * @param endOffsets by partition, the offset that the next record will get
 * @param arriving records per second over all partitions, between two readings of the end offsets
 * @param committedLag records after what the consumer group has committed, over all partitions; a
 *     Flink job commits with its checkpoints only
 */
public record KafkaTopic(
        String name,
        int partitions,
        Observed<SortedMap<Integer, Long>> endOffsets,
        Observed<Double> arriving,
        Observed<Long> committedLag) {

    /** As Flink writes it in metric names. */
    public String metricName() {
        return name.replace('.', '_');
    }

    /**
     * Those of {@code all} that a source reads, by the names of its metrics. Empty unless every one
     * is known and no two look alike: a part of them would be taken for all.
     */
    public static List<KafkaTopic> readBy(SubtaskMetrics source, List<KafkaTopic> all) {
        Set<String> read =
                source.names().values().stream()
                        .flatMap(Set::stream)
                        .flatMap(id -> KafkaPartition.ofOffset(id).stream())
                        .map(KafkaPartition::topic)
                        .collect(Collectors.toSet());
        List<KafkaTopic> known =
                all.stream().filter(topic -> read.contains(topic.metricName())).toList();
        boolean exact =
                known.stream().map(KafkaTopic::metricName).distinct().count() == known.size()
                        && known.size() == read.size();
        return exact ? known : List.of();
    }

    /**
     * Records that the source has not emitted yet, over the partitions of which an offset is known.
     * Flink's offsets are up to 10 s older than Kafka's, so this is never exactly 0 while records
     * arrive.
     */
    public Observed<Long> unread(SubtaskMetrics source) {
        Map<Integer, Double> emitted = new HashMap<>();
        source.values()
                .values()
                .forEach(
                        values ->
                                values.forEach(
                                        (id, offset) ->
                                                KafkaPartition.ofOffset(id)
                                                        .filter(p -> p.topic().equals(metricName()))
                                                        .filter(p -> offset >= 0)
                                                        .ifPresent(
                                                                p ->
                                                                        emitted.merge(
                                                                                p.partition(),
                                                                                offset,
                                                                                Math::max))));
        if (emitted.isEmpty()) {
            return Observed.absent(
                    Missing.Why.NOT_YET, "offset of any partition of " + name, "currentOffset");
        }
        return endOffsets.map(
                ends ->
                        ends.entrySet().stream()
                                .filter(end -> emitted.containsKey(end.getKey()))
                                .mapToLong(
                                        end ->
                                                Math.max(
                                                        0,
                                                        end.getValue()
                                                                - 1
                                                                - emitted.get(end.getKey())
                                                                        .longValue()))
                                .sum());
    }
}
