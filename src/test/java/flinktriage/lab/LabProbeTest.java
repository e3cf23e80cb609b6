package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proves that the lab's clusters are what the tests on top take them for, without our code. */
@Tag("lab")
@Timeout(120)
class LabProbeTest {

    private static final Duration SICK_AFTER = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSlowSinkIsBusyAndAllAboveItAreBackpressured(FlinkVersion version) throws Exception {
        try (RunningJob job = Lab.start(LabJob.SLOW_SINK, version)) {
            job.awaitUntil(
                    "the illness shows",
                    SICK_AFTER,
                    () ->
                            above("ledger: Writer", job.backpressured()).values().stream()
                                            .allMatch(ratio -> ratio > 0.5)
                                    && job.busy().get("ledger: Writer") > 0.5);

            assertThat(job.get("/config").path("flink-version").asText())
                    .startsWith(version == FlinkVersion.V2_3 ? "2.3." : "1.20.");
            assertThat(job.backpressured())
                    .containsOnlyKeys("Source: orders", "decode", "price", "ledger: Writer")
                    .containsEntry("ledger: Writer", 0.0);
        }
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void theHealthyJobIsMostlyIdleAndCompletesCheckpoints(FlinkVersion version) throws Exception {
        try (RunningJob job = Lab.start(LabJob.HEALTHY, version)) {
            job.awaitRunningFor(Duration.ofSeconds(10))
                    .awaitUntil(
                            "two checkpoints and fresh metrics",
                            SICK_AFTER,
                            () ->
                                    job.job("/checkpoints").at("/counts/completed").asInt() >= 2
                                            && job.busy().values().stream()
                                                    .allMatch(busy -> busy < 0.5));

            assertThat(job.backpressured().values()).allMatch(ratio -> ratio < 0.1);
        }
    }

    private static Map<String, Double> above(String sink, Map<String, Double> ratios) {
        return ratios.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(sink))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
