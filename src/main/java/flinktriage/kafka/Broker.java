package flinktriage.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The few questions that we ask a Kafka cluster; none changes anything. */
interface Broker extends AutoCloseable {

    /** The names of all topics that we may see. */
    Set<String> topics() throws BrokerException;

    /** How many partitions each topic has; topics that do not exist are left out. */
    Map<String, Integer> partitions(Collection<String> topics) throws BrokerException;

    /** The offset that the next record will get; partitions without a leader are left out. */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions)
            throws BrokerException;

    /** What a consumer group has committed; partitions without a commit are left out. */
    Map<TopicPartition, Long> committed(String group) throws BrokerException;

    /** What is asked from now on has the whole time again. */
    void restartDeadline();

    @Override
    void close();
}
