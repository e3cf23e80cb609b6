package flinktriage.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks with Kafka's own client, and gives up when its time is over. */
final class AdminBroker implements Broker {

    private final Admin admin;
    private final Duration timeout;
    private long endNanos;

    /**
     * @param timeout for everything that is asked until it begins anew
     */
    static AdminBroker open(String bootstrap, Properties security, Duration timeout)
            throws BrokerException {
        Properties settings = new Properties();
        settings.putAll(security);
        int millis = (int) timeout.toMillis();
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "flink-triage");
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
        settings.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, millis);
        settings.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        try {
            return new AdminBroker(Admin.create(settings), timeout);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new BrokerException(cause.getMessage(), e);
        }
    }

    private AdminBroker(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
        restartDeadline();
    }

    @Override
    public void restartDeadline() {
        endNanos = System.nanoTime() + timeout.toNanos();
    }

    @Override
    public Set<String> topics() throws BrokerException {
        return answer(admin.listTopics(new ListTopicsOptions().timeoutMs(left())).names());
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics) throws BrokerException {
        return present(
                admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(left()))
                        .topicNameValues(),
                description -> description.partitions().size());
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions)
            throws BrokerException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(p -> latest.put(p, OffsetSpec.latest()));
        var result = admin.listOffsets(latest, new ListOffsetsOptions().timeoutMs(left()));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition p : partitions) {
            try {
                offsets.put(p, answer(result.partitionResult(p)).offset());
            } catch (BrokerException e) {
                rethrowUnlessMissing(e);
            }
        }
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) throws BrokerException {
        var offsets =
                answer(
                        admin.listConsumerGroupOffsets(
                                        Map.of(group, new ListConsumerGroupOffsetsSpec()),
                                        new ListConsumerGroupOffsetsOptions().timeoutMs(left()))
                                .partitionsToOffsetAndMetadata(group));
        Map<TopicPartition, Long> committed = new HashMap<>();
        offsets.forEach(
                (p, offset) -> {
                    if (offset != null) {
                        committed.put(p, offset.offset());
                    }
                });
        return committed;
    }

    private <K, V, R> Map<K, R> present(Map<K, KafkaFuture<V>> futures, Function<V, R> value)
            throws BrokerException {
        Map<K, R> found = new HashMap<>();
        for (var each : futures.entrySet()) {
            try {
                found.put(each.getKey(), value.apply(answer(each.getValue())));
            } catch (BrokerException e) {
                rethrowUnlessMissing(e);
            }
        }
        return found;
    }

    private static void rethrowUnlessMissing(BrokerException e) throws BrokerException {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException
                || e.getCause() instanceof LeaderNotAvailableException)) {
            throw e;
        }
    }

    private <T> T answer(KafkaFuture<T> future) throws BrokerException {
        try {
            return future.get(left(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("interrupted", e);
        } catch (TimeoutException e) {
            throw late(e);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        }
    }

    private BrokerException failed(Throwable cause) {
        if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
            return late(cause);
        }
        if (cause instanceof AuthenticationException) {
            return new BrokerException("not authenticated: " + cause.getMessage(), cause);
        }
        if (cause instanceof AuthorizationException) {
            return new BrokerException("not allowed: " + cause.getMessage(), cause);
        }
        return new BrokerException(String.valueOf(cause.getMessage()), cause);
    }

    private BrokerException late(Throwable cause) {
        return new BrokerException("no answer within " + timeout.toMillis() / 1000.0 + " s", cause);
    }

    /** At least 1 ms, so that what has already come is still taken. */
    private int left() {
        return (int) Math.max(1, (endNanos - System.nanoTime()) / 1_000_000);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
