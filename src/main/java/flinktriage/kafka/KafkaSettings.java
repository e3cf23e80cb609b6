package flinktriage.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/**
 * How to get at a Kafka cluster.
 *
 * @param bootstrap {@code host:port}, several separated by commas
 * @param security the keys of Kafka's clients that say how to get in; never shown
 * @param group the consumer group of the job, for what it has committed
 * @param timeout for all questions of one reading
 * @param between two readings of the end offsets; empty for one reading
 */
public record KafkaSettings(
        String bootstrap,
        Properties security,
        Optional<String> group,
        Duration timeout,
        Optional<Duration> between) {

    @Override
    public String toString() {
        return "KafkaSettings[" + bootstrap + "]";
    }
}
