package flinktriage.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.lag.GrowingBacklog;
import flinktriage.checks.parallelism.EmptySubtasks;
import flinktriage.model.Job;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker. */
@Tag("lab")
@Timeout(180)
class LiveKafkaTest {

    private static final int PARTITIONS = 3;
    private static final int RECORDS = 4_000;

    @TempDir static Path directory;

    private static KafkaProcess broker;

    @BeforeAll
    static void aTopicWithRecordsAndAGroupThatHasReadSome() throws Exception {
        broker = KafkaProcess.start(directory);
        try (Admin admin = broker.admin()) {
            admin.createTopics(
                            List.of(
                                    new NewTopic("shop.orders", PARTITIONS, (short) 1),
                                    new NewTopic("others", 1, (short) 1)))
                    .all()
                    .get();
            produce(RECORDS);
            Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
            for (int p = 0; p < PARTITIONS; p++) {
                committed.put(new TopicPartition("shop.orders", p), new OffsetAndMetadata(900));
            }
            admin.alterConsumerGroupOffsets("billing", committed).all().get();
        }
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    private static void produce(int perPartition) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap());
        try (var producer =
                new KafkaProducer<>(
                        settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < perPartition * PARTITIONS; i++) {
                producer.send(
                        new ProducerRecord<>("shop.orders", i % PARTITIONS, null, new byte[10]));
            }
        }
    }

    /** Four subtasks read three partitions, 100 records/s over twelve seconds. */
    private static Job job() {
        return JobBuilder.job("j")
                .vertex(
                        "Source: orders",
                        v -> {
                            v.parallelism(4).subtaskRecordsOut(1000, 1000, 1000, 0);
                            v.subtaskMetric(3, "busyTimeMsPerSecond", 0);
                            for (int p = 0; p < PARTITIONS; p++) {
                                v.subtaskMetric(
                                        p,
                                        "Source__orders.KafkaSourceReader.topic.shop_orders"
                                                + ".partition."
                                                + p
                                                + ".currentOffset",
                                        999);
                            }
                            String in = "Source__orders.numRecordsIn";
                            v.metricAgo(Duration.ofSeconds(12), in, 0, 600, 450, 1800);
                            v.metric(in, 0, 1000, 750, 3000);
                        })
                .build();
    }

    private static KafkaSettings settings(String group, Duration between) {
        return new KafkaSettings(
                broker.bootstrap(),
                new Properties(),
                Optional.of(group),
                Duration.ofSeconds(10),
                Optional.of(between));
    }

    @Test
    void kafkaKnowsWhatTheMetricsDoNot() throws Exception {
        KafkaEvidence evidence =
                new KafkaCollector(
                                settings("billing", Duration.ofSeconds(1)),
                                between -> produce(RECORDS))
                        .collect(job());

        assertThat(evidence.notes()).isEmpty();
        KafkaTopic topic = evidence.topics().require().get(0);
        assertThat(evidence.topics().require()).hasSize(1);
        assertThat(topic.name()).isEqualTo("shop.orders");
        assertThat(topic.partitions()).isEqualTo(3);
        assertThat(topic.endOffsets().require())
                .containsOnlyKeys(0, 1, 2)
                .allSatisfy((p, end) -> assertThat(end).isGreaterThanOrEqualTo(RECORDS));
        long ends = topic.endOffsets().require().values().stream().mapToLong(n -> n).sum();
        assertThat(topic.committedLag().require()).isEqualTo(ends - 3 * 900);
        assertThat(topic.unread(job().measures().values().iterator().next().perSubtask().require()))
                .extracting(Observed::require)
                .isEqualTo(ends - 3 * 1000);
        assertThat(topic.arriving().require()).isPositive();

        Job complete = job().withOutside(Outside.NOT_ASKED.withKafkaTopics(evidence.topics()));
        assertThat(Examined.of(new EmptySubtasks(), complete).finding().summary())
                .isEqualTo(
                        "Source: orders has 1 of 4 subtasks without a partition (subtask 3): 3"
                                + " partitions in Kafka, parallelism 3 fits");
        assertThat(Examined.of(new GrowingBacklog(), complete).finding().reason())
                .isEqualTo("GROWING");
    }

    @Test
    void aGroupThatIsNotThereIsNotCreated() throws Exception {
        KafkaEvidence evidence =
                new KafkaCollector(settings("nobody", Duration.ofMillis(1)), between -> {})
                        .collect(job());

        assertThat(evidence.topics().require().get(0).committedLag().isPresent()).isFalse();
        try (Admin admin = broker.admin()) {
            assertThat(admin.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .containsExactly("billing");
            assertThat(admin.listTopics().names().get())
                    .containsExactlyInAnyOrder("shop.orders", "others");
        }
    }
}
