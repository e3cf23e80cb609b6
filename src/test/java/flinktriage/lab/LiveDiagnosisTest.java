package flinktriage.lab;

import static flinktriage.lab.LabJob.HEALTHY;
import static flinktriage.lab.LabJob.KEY_SKEW;
import static flinktriage.lab.LabJob.RESTART_LOOP;
import static flinktriage.lab.LabJob.SLOW_SINK;
import static flinktriage.lab.LabJob.UNION_ALL;
import static flinktriage.lab.LabJob.UNION_DISTINCT;
import static flinktriage.lab.LabJob.UNION_LAGGING;
import static flinktriage.lab.LabJob.UNION_SILENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real clusters of two Flink versions, diagnosed as somebody on call would do it. */
@Timeout(240)
class LiveDiagnosisTest {

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void eachJobOfASessionClusterIsNamedForItsOwnIllness(FlinkVersion version) throws Exception {
        // Their tasks wait nearly all of the time, so that they can run at once.
        List<LabJob> jobs =
                List.of(
                        HEALTHY,
                        UNION_ALL,
                        UNION_DISTINCT,
                        UNION_LAGGING,
                        UNION_SILENT,
                        RESTART_LOOP);
        Map<LabJob, Diagnosed> said = new LinkedHashMap<>();
        try (LabCluster cluster = Lab.start(jobs, version)) {
            // Only of the last started one that keeps running; a missing watermark counts after 30
            // s.
            cluster.job(jobs.indexOf(UNION_SILENT)).awaitRunningFor(Duration.ofSeconds(32));
            for (int i = 0; i < jobs.size(); i++) {
                said.put(jobs.get(i), Diagnosed.of(cluster.job(i)));
            }
        }

        Map<LabJob, String> lines = new LinkedHashMap<>();
        said.forEach((job, diagnosed) -> lines.put(job, diagnosed.line()));
        assertThat(lines)
                .as("%s", said)
                .containsExactly(
                        entry(HEALTHY, "0"),
                        entry(UNION_ALL, "0"),
                        entry(UNION_DISTINCT, "0"),
                        entry(
                                UNION_LAGGING,
                                "1 WARNING FT-WM-001 LAGGING_INPUT Source: import"
                                        + " (Source: import into latest)"),
                        entry(
                                UNION_SILENT,
                                "1 WARNING FT-WM-001 IDLE_INPUT Source: coupons"
                                        + " (Source: coupons into latest)"),
                        entry(
                                RESTART_LOOP,
                                "2 CRITICAL FT-RS-001 LOOP parse amount -> archive: Writer"));
        assertThat(said.get(HEALTHY).report().at("/target/flinkVersion").asText())
                .startsWith(version == FlinkVersion.V2_3 ? "2.3." : "1.20.");
        assertThat(said.get(HEALTHY).codes()).isEmpty();
        assertThat(said.get(UNION_ALL).codes()).isEmpty();
        assertThat(said.get(UNION_DISTINCT).codes())
                .as("a risk that does no harm yet pages nobody")
                .containsExactly("FT-SQ-101");
        assertThat(said.get(UNION_DISTINCT).finding("FT-SQ-101").path("severity").asText())
                .isEqualTo("INFO");
        assertThat(said.get(RESTART_LOOP).finding("FT-RS-001").path("summary").asText())
                .contains("java.lang.NumberFormatException: For input string: \"12,5\"");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSlowSinkIsNamedFirstAndWhatItCausesIsFolded(FlinkVersion version) throws Exception {
        try (RunningJob job = Lab.start(SLOW_SINK, version)) {
            job.awaitRunningFor(Duration.ofSeconds(35))
                    .awaitUntil(
                            "barriers wait long in front of the sink",
                            Duration.ofSeconds(120),
                            () -> newestCheckpointMillis(job) > 7_000);
            Diagnosed said = Diagnosed.of(job);

            assertThat(said.line())
                    .as(said.out())
                    .isEqualTo("1 WARNING FT-BP-001 SINK_SLOW ledger: Writer");
            assertThat(said.explained("FT-BP-001")).contains("FT-CP-003");
        }
    }

    private static long newestCheckpointMillis(RunningJob job) {
        return job.job("/checkpoints").at("/latest/completed/end_to_end_duration").asLong();
    }

    @Test
    void aHotKeyIsNamedWithItsSubtask() throws Exception {
        try (RunningJob job = Lab.start(KEY_SKEW, FlinkVersion.V2_3)) {
            Diagnosed said = Diagnosed.of(job.awaitRunningFor(Duration.ofSeconds(35)));

            assertThat(said.line()).as(said.out()).isEqualTo("1 WARNING FT-BP-001 SKEW balance");
            assertThat(said.explained("FT-BP-001")).contains("FT-BP-002");
            assertThat(said.finding("FT-BP-002").path("reason").asText()).isEqualTo("HOT_KEY");
            assertThat(said.finding("FT-BP-001").at("/subject/subtask"))
                    .isEqualTo(said.finding("FT-BP-002").at("/subject/subtask"));
        }
    }
}
