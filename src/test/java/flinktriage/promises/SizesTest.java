package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.promises.LargeCluster.Shape;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's JVM with its 256 MB of heap, against what no cluster should answer. */
@Timeout(120)
class SizesTest {

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration SLOW = Duration.ofMillis(30);
    private static final String ALL_BUT_THE_JOB =
            "(?!/config|/jobs/overview|/jobs/[0-9a-f]{32}$).*";

    @TempDir private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"/config", "/jobs/overview", "/jobs/[0-9a-f]{32}", ALL_BUT_THE_JOB})
    void repliesOf50Megabytes(String path) throws Exception {
        try (LargeCluster cluster = new LargeCluster(Shape.CHAIN, 8, 4, AT_ONCE).huge(path)) {
            Launched run = Launched.diagnose(dir, cluster.url()).sound();

            if (path.equals("/config")) {
                assertThat(run.out()).doesNotContain("Flink 2.3.0").contains("cannot keep up");
            } else {
                assertThat(run.out()).contains("more than 16777216 bytes");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[],", "{\"a\":{}},", "{\"id\":\"\",\"value\":\"NaN\"},", "0,"})
    void repliesJustSmallEnoughToBeRead(String filler) throws Exception {
        try (LargeCluster cluster =
                new LargeCluster(Shape.WIDE, 8, 4, AT_ONCE)
                        .filled(ALL_BUT_THE_JOB, filler, 15 * 1024 * 1024)) {
            Launched.diagnose(dir, cluster.url()).sound();
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void aJobOf2000VerticesIsMeasuredAsFarAsTimeAllows(Shape shape) throws Exception {
        try (LargeCluster cluster = new LargeCluster(shape, 2_000, 2, SLOW)) {
            Launched run = Launched.diagnose(dir, cluster.url(), "-o", "json").sound();

            JsonNode report = new ObjectMapper().readTree(run.out());
            assertThat(report.at("/notes").toString())
                    .containsPattern("[0-9]+ of 2000 vertices were not measured completely");
            // The one that was busiest and its neighbours.
            assertThat(cluster.asked().contains(vertexPath(1_998) + "/backpressure")).isTrue();
            if (shape != Shape.RANDOM) {
                assertThat(cluster.asked().contains(vertexPath(1_999) + "/backpressure")).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void aJobOf2000VerticesInWhichAllIsWrong(Shape shape) throws Exception {
        try (LargeCluster cluster = new LargeCluster(shape, 2_000, 2, AT_ONCE)) {
            Launched run =
                    Launched.diagnose(dir, cluster.url(), "--timeout", "40s", "-o", "json")
                            .within(Duration.ofSeconds(60));

            JsonNode report = new ObjectMapper().readTree(run.out());
            assertThat(report.at("/jobs/0/coverage/crashed")).isEmpty();
            assertThat(report.at("/jobs/0/findings").size()).isGreaterThan(500);
            assertThat(report.at("/notes").toString())
                    .contains("FT-BP-001 has 1,500 more findings");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void verticesOf2000Subtasks(int vertices) throws Exception {
        try (LargeCluster cluster = new LargeCluster(Shape.WIDE, vertices, 2_000, AT_ONCE)) {
            Launched run = Launched.diagnose(dir, cluster.url()).sound();

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.out()).contains("cannot keep up");
        }
    }

    private static String vertexPath(int i) {
        return "/jobs/" + LargeCluster.JOB + "/vertices/" + LargeCluster.vertex(i);
    }
}
