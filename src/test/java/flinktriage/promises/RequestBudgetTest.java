package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import flinktriage.flink.AllowedPaths;
import flinktriage.flink.WireCluster;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a diagnosis with two samples costs the JobManager, counted by WireMock. */
@Timeout(60)
class RequestBudgetTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 12})
    void asksAtMost12And7PerVertexAtAnyParallelism(int vertices) {
        List<LoggedRequest> narrow = journal(vertices, 2);
        List<LoggedRequest> wide = journal(vertices, 200);

        assertThat(narrow).hasSizeLessThanOrEqualTo(12 + 7 * vertices);
        assertThat(wide).hasSameSizeAs(narrow);
        for (LoggedRequest request : wide) {
            assertThat(request.getMethod().getName()).isEqualTo("GET");
            assertThat(AllowedPaths.allows(request.getUrl())).as(request.getUrl()).isTrue();
            assertThat(request.getAbsoluteUrl().length()).isLessThan(4_000);
        }
    }

    private static List<LoggedRequest> journal(int vertices, int parallelism) {
        try (WireCluster cluster = new WireCluster(vertices, parallelism)) {
            Ran run =
                    Ran.diagnose(
                            cluster.url(), "--samples", "2", "--interval", "100ms", "-o", "json");
            List<LoggedRequest> journal = cluster.journal();
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains("\"count\": " + journal.size() + ",");
            return journal;
        }
    }
}
