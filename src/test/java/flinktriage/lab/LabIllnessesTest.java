package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The other illnesses, each on a cluster in a process of its own; many minutes. */
@Tag("lab")
@Timeout(240)
class LabIllnessesTest {

    /** Flink averages the times of tasks over up to 60 s; so long in, they are close enough. */
    private static final Duration UNTIL_SICK = Duration.ofSeconds(45);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aStageThatComputesIsNamedAndNotTheSinkBehindIt(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.HOT_MAP, version);

        assertThat(said.line()).isEqualTo("1 WARNING FT-BP-001 BUSY score");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSlowCallIsNamedForTheCheckpointsThatExpireAboveIt(FlinkVersion version)
            throws IOException {
        Diagnosed said = diagnosed(LabJob.CHECKPOINT_TIMEOUT, version);

        assertThat(said.line())
                .as("without a checkpoint for long it is critical")
                .isIn(
                        "1 WARNING FT-BP-001 BUSY tax service",
                        "2 WARNING FT-BP-001 BUSY tax service");
        assertThat(said.explained("FT-BP-001")).contains("FT-CP-001");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSlowCallIsNamedForWhatUnalignedCheckpointsCarry(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.UNALIGNED, version);

        assertThat(said.line()).isEqualTo("1 WARNING FT-BP-001 BUSY tax service");
        assertThat(said.codes())
                .as("barriers overtake, and little is under way")
                .doesNotContain("FT-CP-001", "FT-CP-003", "FT-CP-005");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aReaderWithoutASplitIsNamedForTheWindowThatWaits(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.FEW_SPLITS, version);

        assertThat(said.causes())
                .hasSize(1)
                .first()
                .asString()
                .containsPattern("FT-(PA-001|WM-001) .* Source: sensors");
        assertThat(said.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aFullQueueOfCallsIsNamed(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.ASYNC_LOOKUP, version);

        // The operator has a name of its own, so that nothing in REST tells that it asks somebody.
        assertThat(said.line()).isEqualTo("1 WARNING FT-BP-001 BUSY price service");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSourceThatIsTheLimitIsNamed(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.SLOW_SOURCE, version);

        assertThat(said.line()).isEqualTo("1 WARNING FT-BP-003 SOURCE_BOUND Source: partner api");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void stateThatSoonFillsTheHeapIsNamed(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.STATE_GROWTH, version);

        assertThat(said.line()).isEqualTo("1 WARNING FT-ST-001 GROWING last seen");
    }

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void aSilentSourceThatIsDeclaredIdleIsHealthy(FlinkVersion version) throws IOException {
        Diagnosed said = diagnosed(LabJob.UNION_SILENT_IDLE, version);

        assertThat(said.line()).isEqualTo("0");
    }

    private static Diagnosed diagnosed(LabJob illness, FlinkVersion version) throws IOException {
        try (RunningJob job = Lab.fork(illness, version)) {
            return Diagnosed.of(job.awaitRunningFor(UNTIL_SICK));
        }
    }
}
