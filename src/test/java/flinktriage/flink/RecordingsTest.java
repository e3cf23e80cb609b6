package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Job;
import flinktriage.model.Snapshot;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordingsTest {

    static Stream<Recording> recordings() {
        return Recording.all().stream();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsEveryRecordingInOneSample(Recording recording) {
        Snapshot snapshot = recording.snapshot();

        Job job = Recording.job(snapshot);
        assertThat(snapshot.unreachable()).isEmpty();
        assertThat(snapshot.notes()).isEmpty();
        assertThat(job.id().hex()).isEqualTo(recording.jobId());
        assertThat(job.graph().vertices()).isNotEmpty();
        assertThat(job.measures().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        job.graph().vertices().stream().map(v -> v.id()).toList());
        assertThat(job.checkpoints().isPresent()).isTrue();
        assertThat(job.checkpointConfig().isPresent()).isTrue();
        assertThat(job.exceptions().isPresent()).isTrue();
        assertThat(job.cluster().taskManagers().isPresent()).isTrue();
        assertThat(job.cluster().taskManagerMetrics().isPresent()).isTrue();
        assertThat(job.measures().values()).allMatch(m -> m.subtasks().isPresent());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void asksAtMost12And7PerVertexWithTwoSamples(Recording recording) {
        Snapshot snapshot = recording.snapshot(CollectSettings.standard());

        int vertices = Recording.job(snapshot).graph().vertices().size();
        assertThat(snapshot.traffic().requests()).isLessThanOrEqualTo(12 + 7 * vertices);
    }
}
