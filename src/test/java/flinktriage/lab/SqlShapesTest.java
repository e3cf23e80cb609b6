package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Healthy SQL jobs of every shape: nobody is paged, and each rule says what the plan says. */
@Tag("lab")
@Timeout(900)
class SqlShapesTest {

    private static final Duration UNTIL_AVERAGES_SETTLE = Duration.ofSeconds(80);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aHealthyJobOfAnyShapeIsHealthyAndItsOperatorsAreKnown(FlinkVersion version)
            throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        Map<String, String> said = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        try (ShapesCluster cluster =
                ShapesCluster.start(SqlShape.class, SqlShape.values().length + 2, version)) {
            said.putAll(cluster.refused());
            settle(cluster);
            ExecutorService pool = Executors.newFixedThreadPool(8);
            Map<String, Future<ShapeReport>> reports = new LinkedHashMap<>();
            for (SqlShape shape : SqlShape.values()) {
                if (cluster.refused().containsKey(shape.name())) {
                    continue;
                }
                for (String[] options : List.of(new String[] {"--quick"}, new String[] {})) {
                    String name = shape + " " + String.join("", options);
                    expected.put(name.strip(), "0 " + shape.rules());
                    reports.put(
                            name.strip(),
                            pool.submit(
                                    () ->
                                            ShapeReport.of(
                                                    cluster.url(),
                                                    cluster.jobs().get(shape.name()),
                                                    options)));
                }
            }
            for (Map.Entry<String, Future<ShapeReport>> entry : reports.entrySet()) {
                ShapeReport report = entry.getValue().get(5, TimeUnit.MINUTES);
                said.put(entry.getKey(), report.line() + " " + report.rules());
                text.append(report.text(entry.getKey()));
            }
            pool.shutdownNow();
        }
        ShapesCluster.keep(SqlShape.class, version, text.toString());
        assertThat(said).as(text.toString()).containsExactlyEntriesOf(expected);
    }

    private static void settle(ShapesCluster cluster) {
        await("all jobs run for " + UNTIL_AVERAGES_SETTLE)
                .atMost(UNTIL_AVERAGES_SETTLE.plusSeconds(180))
                .pollInterval(Duration.ofSeconds(5))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(
                        () ->
                                cluster.jobs().keySet().stream()
                                        .map(name -> cluster.job(name).job(""))
                                        .allMatch(
                                                job ->
                                                        job.path("duration").asLong()
                                                                >= UNTIL_AVERAGES_SETTLE
                                                                        .toMillis()));
    }
}
