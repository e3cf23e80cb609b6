package flinktriage.checks.lag;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.KafkaTopic;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KafkaBacklogTest {

    private static final GrowingBacklog CHECK = new GrowingBacklog();

    /** Reads 100 records/s, stands at offset 999 of both partitions, and claims no backlog. */
    private static JobBuilder reads() {
        return JobBuilder.job("j")
                .vertex(
                        "src",
                        v ->
                                v.parallelism(2)
                                        .subtaskMetric(0, offset(0), 999)
                                        .subtaskMetric(1, offset(1), 999)
                                        .metricAgo(
                                                Duration.ofSeconds(10),
                                                "src.numRecordsIn",
                                                0,
                                                0,
                                                0,
                                                1_000)
                                        .metric("src.numRecordsIn", 0, 0, 0, 2_000)
                                        .metric("src.numRecordsInPerSecond", 0, 0, 0, 100)
                                        .metric("src.pendingRecords", 0, 0, 0, 0));
    }

    private static String offset(int partition) {
        return "src.KafkaSourceReader.topic.a_b.partition." + partition + ".currentOffset";
    }

    private static KafkaTopic topic(double arriving, long... ends) {
        TreeMap<Integer, Long> byPartition = new TreeMap<>();
        for (int p = 0; p < ends.length; p++) {
            byPartition.put(p, ends[p]);
        }
        return new KafkaTopic(
                "a.b",
                ends.length,
                JobBuilder.present(byPartition, "ends"),
                JobBuilder.present(arriving, "arriving"),
                JobBuilder.present(7_000L, "lag"));
    }

    @Test
    void whatTheConnectorDoesNotReportKafkaKnows() {
        assertThat(Said.by(CHECK, reads().build())).isEqualTo("healthy");
        assertThat(Said.by(CHECK, reads().kafka(topic(150, 3_000, 4_000)).build()))
                .isEqualTo(
                        """
                        WARNING GROWING vertex src
                        the backlog of src grows by 50 records/s, now 5,000 records
                        - backlog: 5,000 records (limit 1,000 records)
                        - records read per second: 100 records/s
                        - arriving in a.b: 150 records/s
                        - not committed by the group, in a.b: 7,000 records
                        - growth of the backlog: 50 records/s
                        """);
    }

    @Test
    void growthAtTheLimitCountsAndBelowItDoesNot() {
        assertThat(Examined.of(CHECK, reads().kafka(topic(110, 3_000, 4_000)).build()).findings())
                .extracting(f -> f.reason())
                .containsExactly("GROWING");
        assertThat(Examined.of(CHECK, reads().kafka(topic(109.9, 3_000, 4_000)).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aBacklogThatShrinksIsNoAlarm() {
        assertThat(Examined.of(CHECK, reads().kafka(topic(90, 900_000, 900_000)).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void anotherTopicSaysNothingAboutTheSource() {
        KafkaTopic other =
                new KafkaTopic(
                        "c",
                        1,
                        JobBuilder.present(new TreeMap<>(Map.of(0, 9_000_000L)), "ends"),
                        JobBuilder.present(999.0, "arriving"),
                        JobBuilder.notAsked("lag"));
        assertThat(Examined.of(CHECK, reads().kafka(other).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void metricsAreNeededAndTheRestIsNot() {
        Examined.needsAbsentGiveUnknown(CHECK, reads().build(), Need.SOURCES, Need.KAFKA);
    }
}
