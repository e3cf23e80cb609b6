package flinktriage.lab;

import static flinktriage.lab.KafkaIllness.SLOWER_THAN_TOPIC;
import static flinktriage.lab.KafkaIllness.THREE_FOR_FOUR;
import static flinktriage.lab.KafkaIllness.TWELVE_FOR_FIVE;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.kafka.KafkaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flink's own connector and a real broker, with and without asking the broker. */
@Tag("lab")
@Timeout(400)
class KafkaIllnessesTest {

    private static final Duration UNTIL_SICK = Duration.ofSeconds(60);

    @TempDir static Path directory;

    private static KafkaProcess broker;
    private static KafkaTraffic traffic;

    @BeforeAll
    static void aBrokerWithTheTopics() throws Exception {
        broker = KafkaProcess.start(directory);
        try (Admin admin = broker.admin()) {
            List<NewTopic> topics =
                    Stream.of(KafkaIllness.values())
                            .map(i -> new NewTopic(i.topic(), i.partitions(), (short) 1))
                            .toList();
            admin.createTopics(topics).all().get();
        }
        traffic = KafkaTraffic.start(broker.bootstrap());
    }

    @AfterAll
    static void stop() {
        if (traffic != null) {
            traffic.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void eachIsNamedWithAndWithoutAskingKafka(FlinkVersion version) throws Exception {
        List<String> without = new ArrayList<>();
        List<String> with = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try (ShapesCluster cluster =
                ShapesCluster.start(
                        KafkaIllness.class,
                        KafkaIllness.SLOTS,
                        version,
                        List.of("-Dlab.kafka=" + broker.bootstrap()))) {
            assertThat(cluster.refused()).isEmpty();
            cluster.job(TWELVE_FOR_FIVE.name()).awaitRunningFor(UNTIL_SICK);
            for (KafkaIllness illness : KafkaIllness.values()) {
                ShapeReport alone =
                        ShapeReport.of(cluster.url(), cluster.jobs().get(illness.name()));
                ShapeReport asking =
                        ShapeReport.of(
                                cluster.url(),
                                cluster.jobs().get(illness.name()),
                                "--kafka",
                                broker.bootstrap(),
                                "--kafka-group",
                                illness.topic());
                without.add(alone.line());
                with.add(asking.line());
                text.append(alone.text(illness.name()));
                text.append(asking.text(illness.name() + " --kafka"));
            }
        }
        ShapesCluster.keep(KafkaIllness.class, version, text.toString());
        String[] named = {
            "1 WARNING FT-BP-003 SOURCE_BOUND Source: " + SLOWER_THAN_TOPIC.topic(),
            "1 WARNING FT-PA-001 IDLE_SUBTASKS Source: " + THREE_FOR_FOUR.topic(),
            "1 WARNING FT-PA-002 AT_LIMIT Source: " + TWELVE_FOR_FIVE.topic()
        };
        assertThat(without).as(text.toString()).containsExactly(named);
        assertThat(with).as(text.toString()).containsExactly(named);
    }
}
