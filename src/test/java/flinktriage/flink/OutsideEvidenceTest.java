package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.JobHistory;
import flinktriage.model.JvmUse;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.PartitionReaders;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OutsideEvidenceTest {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00.123456789Z");
    private static final VertexId SOURCE = new VertexId("0123456789abcdef0123456789abcdef");
    private static final VertexId SINK = new VertexId("00000000000000000000000000000002");

    @Test
    void whatWasSaidIsReadAsItWasWritten() throws IOException {
        Provenance kafka = new Provenance("Kafka ListOffsets", "orders", NOW);
        Provenance query = new Provenance("GET /api/v1/query_range", "max(x{job_id=\"1\"})", NOW);
        Outside outside =
                new Outside(
                        Observed.of(
                                List.of(
                                        new KafkaTopic(
                                                "orders.v1",
                                                2,
                                                Observed.of(
                                                        new TreeMap<>(Map.of(0, 10L, 1, 1L << 60)),
                                                        kafka),
                                                Observed.of(0.1 + 0.2, kafka),
                                                Observed.absent(
                                                        Missing.Why.NOT_ASKED, "lag", "no group")),
                                        new KafkaTopic(
                                                "other",
                                                0,
                                                Observed.absent(
                                                        Missing.Why.NOT_EXPOSED, "offsets", ""),
                                                Observed.absent(Missing.Why.NOT_ASKED, "rate", ""),
                                                Observed.of(-3L, kafka))),
                                kafka),
                        Observed.of(
                                new Reporter(
                                        Map.of(
                                                SOURCE,
                                                new PartitionReaders(
                                                        3,
                                                        new TreeMap<>(Map.of(0, 3, 1, 0)),
                                                        kafka)),
                                        List.of(
                                                new JvmUse(
                                                        "tm-1",
                                                        Observed.of(0.25, query),
                                                        Observed.of(1.0, query),
                                                        Observed.absent(
                                                                Missing.Why.SENTINEL, "max", "-1"),
                                                        Observed.of(0.0, query))),
                                        true),
                                query),
                        Observed.of(
                                new JobHistory(
                                        NOW.minusSeconds(3600),
                                        Map.of(SOURCE, series(0.1, 0.97), SINK, series()),
                                        Map.of(SINK, series(1)),
                                        Map.of(SOURCE, series(1e12, 0)),
                                        Map.of(),
                                        Optional.of(series(2, 3)),
                                        Optional.empty(),
                                        Optional.of(series(1.5e9))),
                                query));
        OutsideEvidence said = new OutsideEvidence(outside, List.of("Kafka: no end offsets"));

        assertThat(OutsideParser.parse(said.bytes())).isEqualTo(said);
    }

    @Test
    void whyNothingWasSaidIsReadToo() throws IOException {
        OutsideEvidence said = new OutsideEvidence(Outside.NOT_ASKED, List.of());

        assertThat(OutsideParser.parse(said.bytes())).isEqualTo(said);
    }

    @Test
    void secretsInItAreMasked() throws IOException {
        String secret = "password=hunter2";
        OutsideEvidence said =
                new OutsideEvidence(
                        Outside.NOT_ASKED
                                .withKafkaTopics(
                                        Observed.absent(
                                                Missing.Why.REQUEST_FAILED, secret, "d " + secret))
                                .withReporter(
                                        Observed.of(
                                                new Reporter(
                                                        Map.of(),
                                                        List.of(
                                                                new JvmUse(
                                                                        secret, zero(), zero(),
                                                                        zero(), zero())),
                                                        false),
                                                new Provenance("GET /x?" + secret, secret, NOW))),
                        List.of("https://etl:hunter2@prometheus.example: HTTP 401"));

        String written = new String(said.bytes(), StandardCharsets.UTF_8);

        assertThat(written).contains("******").doesNotContain("hunter2");
    }

    @Test
    void garbageIsSurvived() throws IOException {
        byte[] whole =
                new OutsideEvidence(
                                Outside.NOT_ASKED.withHistory(
                                        Observed.of(
                                                new JobHistory(
                                                        NOW,
                                                        Map.of(SOURCE, series(1, 2)),
                                                        Map.of(),
                                                        Map.of(),
                                                        Map.of(),
                                                        Optional.empty(),
                                                        Optional.empty(),
                                                        Optional.empty()),
                                                new Provenance("GET /x", "", NOW))),
                                List.of())
                        .bytes();
        int read = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            byte[] broken = whole.clone();
            for (int i = 0; i < 3; i++) {
                broken[random.nextInt(broken.length)] =
                        (byte) "{}[],:\"09eE-. x".charAt(random.nextInt(15));
            }
            try {
                OutsideParser.parse(broken);
                read++;
            } catch (IOException e) {
                continue;
            }
        }
        assertThat(read).isGreaterThan(100);
    }

    private static Observed<Double> zero() {
        return Observed.of(0.0, new Provenance("GET /x", "", NOW));
    }

    private static TimeSeries series(double... values) {
        List<TimeSeries.Point> points = new ArrayList<>();
        for (double value : values) {
            points.add(
                    new TimeSeries.Point(
                            Instant.ofEpochMilli(1_764_460_800_000L + points.size() * 60_000L),
                            value));
        }
        return new TimeSeries(
                points,
                Duration.ofSeconds(60),
                new Provenance("GET /api/v1/query_range", "busy", NOW));
    }
}
