package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is looked at goes away meanwhile. */
@Timeout(120)
class VanishingTest {

    @Test
    void aJobThatIsCancelledBetweenTheSamplesIsReportedAsItIsThen() throws IOException {
        try (RunningJob job = Lab.start(LabJob.HEALTHY, FlinkVersion.V2_3)) {
            job.awaitRunningFor(Duration.ofSeconds(5));
            StringWriter progress = cancelling(job);

            Diagnosed said =
                    Diagnosed.watched(progress, job.url(), job.jobId().hex(), "-o", "json");

            assertThat(said.line())
                    .as(said.out())
                    .isEqualTo("1 WARNING FT-RS-002 NOT_RUNNING HEALTHY");
            assertThat(said.job().path("state").asText()).isEqualTo("CANCELED");
            assertThat(said.report().path("notes"))
                    .extracting(JsonNode::asText)
                    .containsExactly("the job went from RUNNING to CANCELED during the run");
            assertThat(said.job().at("/coverage/crashed")).isEmpty();
            assertThat(said.job().at("/coverage/notApplicable"))
                    .as("what nobody can say about a job that does not run is not called healthy")
                    .extracting(n -> n.path("code").asText())
                    .contains("FT-BP-001", "FT-CP-002", "FT-RS-001", "FT-WM-001");
        }
    }

    @Test
    void aStoppedJobManagerIsCriticalInOneSentence() throws IOException {
        URI url;
        StringWriter err = new StringWriter();
        try (LabCluster cluster = Lab.start(List.of(), FlinkVersion.V2_3)) {
            url = cluster.url();
        }

        Diagnosed said = Diagnosed.watched(err, url);

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out())
                .startsWith(
                        "CRITICAL  No usable answer from "
                                + url
                                + ": connection refused (GET /config)\n");
    }

    /** Cancels as soon as the wait for the second sample is announced. */
    private static StringWriter cancelling(RunningJob job) {
        return new StringWriter() {
            private boolean cancelled;

            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                if (!cancelled && getBuffer().indexOf("waiting for the second sample") >= 0) {
                    cancelled = true;
                    job.cancel();
                }
            }
        };
    }
}
