package flinktriage.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A partition of a Kafka topic as metric names show it.
 *
 * @param topic with underscores where the topic has dots: {@code a.b} and {@code a_b} look alike
 */
public record KafkaPartition(String topic, int partition) implements Comparable<KafkaPartition> {

    private static final Pattern OFFSET =
            Pattern.compile(
                    ".*(?:KafkaSourceReader|KafkaConsumer)\\.topic\\.([^.]+)\\.partition\\.(\\d{1,9})"
                            + "\\.currentOffsets?");

    /**
     * Kafka's source registers one offset gauge per partition that a subtask was assigned.
     *
     * @param metric as in REST
     */
    public static Optional<KafkaPartition> ofOffset(String metric) {
        Matcher m = OFFSET.matcher(metric);
        return m.matches()
                ? Optional.of(new KafkaPartition(m.group(1), Integer.parseInt(m.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(KafkaPartition other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }
}
