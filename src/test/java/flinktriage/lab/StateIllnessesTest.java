package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is held in RocksDB, and what checkpoints hold of records that are under way. */
@Tag("lab")
@Timeout(300)
class StateIllnessesTest {

    /** Flink averages the times of tasks over up to 60 s; so long in, they are close enough. */
    private static final Duration UNTIL_SICK = Duration.ofSeconds(50);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void stateThatDoesNotFitTheBlockCacheIsNamedForTheBusyTask(FlinkVersion version)
            throws IOException {
        Diagnosed said = diagnosed(LabJob.SMALL_BLOCK_CACHE, version);

        assertThat(said.line())
                .as(said.out())
                .isEqualTo("1 WARNING FT-RD-001 CACHE_MISSES history");
        assertThat(said.explained("FT-RD-001")).contains("FT-BP-001");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void withoutMetricsOfRocksDbTheTaskIsNamedAndWhatIsNotKnown(FlinkVersion version)
            throws IOException {
        Diagnosed said = diagnosed(LabJob.SMALL_BLOCK_CACHE_UNSEEN, version);

        assertThat(said.line()).as(said.out()).isEqualTo("1 WARNING FT-BP-001 BUSY history");
        assertThat(said.unknown("FT-RD-001"))
                .startsWith("RocksDB's own metrics are off; set to true ")
                .contains("state.backend.rocksdb.metrics.block-cache-miss");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void whatUnalignedCheckpointsCarryIsFoldedBelowTheSlowCall(FlinkVersion version)
            throws IOException {
        try (RunningJob job = Lab.fork(LabJob.MUCH_IN_FLIGHT, version)) {
            job.awaitRunningFor(UNTIL_SICK)
                    .awaitUntil(
                            "checkpoints carry much",
                            Duration.ofSeconds(90),
                            () -> inFlightMegabytes(job) > 80);
            Diagnosed said = Diagnosed.of(job);

            assertThat(said.line())
                    .as(said.out())
                    .isEqualTo("1 WARNING FT-BP-001 BUSY tax service");
            assertThat(said.explained("FT-BP-001")).contains("FT-CP-005");
            assertThat(said.codes()).doesNotContain("FT-CP-001", "FT-CP-002", "FT-CP-003");
        }
    }

    private static long inFlightMegabytes(RunningJob job) {
        return job.job("/checkpoints").at("/latest/completed/persisted_data").asLong() >> 20;
    }

    private static Diagnosed diagnosed(LabJob illness, FlinkVersion version) throws IOException {
        try (RunningJob job = Lab.fork(illness, version)) {
            return Diagnosed.of(job.awaitRunningFor(UNTIL_SICK));
        }
    }
}
