package flinktriage.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Job;
import flinktriage.model.KafkaTopic;
import flinktriage.world.JobBuilder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KafkaCollectorTest {

    private static Job reading(String... topics) {
        return JobBuilder.job("j")
                .vertex(
                        "src",
                        v -> {
                            for (String topic : topics) {
                                v.subtaskMetric(
                                        0,
                                        "src.KafkaSourceReader.topic."
                                                + topic
                                                + ".partition.0.currentOffset",
                                        5);
                            }
                        })
                .build();
    }

    /** A cluster with the given topics, each partition at offset 10, and then 30. */
    private static Broker broker(Map<String, Integer> topics) {
        Iterator<Long> ends = List.of(10L, 30L).iterator();
        return new Broker() {
            @Override
            public Set<String> topics() {
                return topics.keySet();
            }

            @Override
            public Map<String, Integer> partitions(Collection<String> names) {
                Map<String, Integer> found = new TreeMap<>(topics);
                found.keySet().retainAll(names);
                return found;
            }

            @Override
            public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
                long end = ends.next();
                return partitions.stream().collect(Collectors.toMap(p -> p, p -> end));
            }

            @Override
            public Map<TopicPartition, Long> committed(String group) throws BrokerException {
                throw new BrokerException("not allowed: group " + group, null);
            }

            @Override
            public void restartDeadline() {}

            @Override
            public void close() {}
        };
    }

    private static KafkaEvidence collect(Broker broker, Optional<String> group, Job job) {
        Iterator<Long> nanos = List.of(0L, 4_000_000_000L).iterator();
        return new KafkaCollector(
                        () -> broker,
                        group,
                        Optional.of(Duration.ofSeconds(4)),
                        between -> {},
                        nanos::next)
                .collect(job);
    }

    @Test
    void partitionsAndRatesOfTheTopicsThatTheJobNames() {
        KafkaEvidence evidence =
                collect(broker(Map.of("plain", 2, "other", 7)), Optional.empty(), reading("plain"));

        assertThat(evidence.notes()).isEmpty();
        KafkaTopic topic = evidence.topics().require().get(0);
        assertThat(topic.partitions()).isEqualTo(2);
        assertThat(topic.endOffsets().require()).isEqualTo(new TreeMap<>(Map.of(0, 10L, 1, 10L)));
        assertThat(topic.arriving().require()).isEqualTo(10.0);
        assertThat(topic.committedLag().isPresent()).isFalse();
    }

    @Test
    void twoTopicsThatLookAlikeInMetricsAreNotTakenForOne() {
        Job job = reading("a_b");
        KafkaEvidence evidence = collect(broker(Map.of("a.b", 2, "a_b", 3)), Optional.empty(), job);

        assertThat(evidence.topics().require()).extracting(KafkaTopic::name).hasSize(2);
        assertThat(
                        KafkaTopic.readBy(
                                job.measures().values().iterator().next().perSubtask().require(),
                                evidence.topics().require()))
                .isEmpty();
    }

    @Test
    void aForbiddenGroupLeavesThePartitions() {
        KafkaEvidence evidence =
                collect(broker(Map.of("plain", 2)), Optional.of("g"), reading("plain"));

        assertThat(evidence.topics().require()).hasSize(1);
        assertThat(evidence.notes()).containsExactly("Kafka: no group g: not allowed: group g");
    }

    @Test
    void anotherClusterIsSaid() {
        KafkaEvidence evidence =
                collect(broker(Map.of("other", 2)), Optional.empty(), reading("plain"));

        assertThat(evidence.topics().isPresent()).isFalse();
        assertThat(evidence.notes())
                .containsExactly(
                        "no topics from Kafka: not exposed by this cluster (Kafka has no topic"
                                + " plain: is it another cluster?)");
    }

    @Test
    void aJobWithoutKafkaIsNotAskedAbout() {
        AtomicBoolean opened = new AtomicBoolean();
        KafkaEvidence evidence =
                new KafkaCollector(
                                () -> {
                                    opened.set(true);
                                    return broker(new HashMap<>());
                                },
                                Optional.empty(),
                                Optional.empty(),
                                between -> {},
                                () -> 0)
                        .collect(reading());

        assertThat(opened).isFalse();
        assertThat(evidence.notes()).hasSize(1);
    }

    @Test
    void aBrokerThatAcceptsAndSaysNothingCostsOnlyTheTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            KafkaEvidence evidence =
                    asked("127.0.0.1:" + silent.getLocalPort(), Duration.ofMillis(700));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofSeconds(15));
            assertThat(evidence.notes())
                    .containsExactly(
                            "no topics from Kafka: the request failed (no answer within 0.7 s)");
        }
    }

    @Test
    void anAddressThatDoesNotResolveIsSaid() {
        assertThat(asked("no-such-host.invalid:9092", Duration.ofSeconds(1)).notes())
                .containsExactly(
                        "no topics from Kafka: the request failed (No resolvable bootstrap urls"
                                + " given in bootstrap.servers)");
    }

    private static KafkaEvidence asked(String bootstrap, Duration timeout) {
        return new KafkaCollector(
                        new KafkaSettings(
                                bootstrap,
                                new Properties(),
                                Optional.empty(),
                                timeout,
                                Optional.empty()),
                        between -> {})
                .collect(reading("plain"));
    }
}
