package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CaptureDiffCommandTest {

    @Test
    void says_what_got_worse() {
        Invoked run = diff("a-healthy", "b-slow-sink-steady");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith(
                        """
                        WARNING  b-slow-sink (84df28)  was OK
                                  2026-11-29T22:41:44Z to 2026-11-29T22:52:27Z (10 min 43 s later)

                        Note          the job was called a-healthy: these may be two different jobs

                        New           WARNING slow-sink: Writer cannot keep up: busy 100 %""")
                .contains("New           INFO b-slow-sink: a checkpoint takes 49 s on average")
                .contains(
                        """
                        Numbers                                                 before           after
                                      the job
                                        last completed checkpoint took          192 ms      1 min 38 s  worse
                                        state in the last checkpoint           67.7 KB           530 B
                                      Source: orders-source
                                        backpressured (max)                        0 %           100 %  worse
                        """)
                .contains("watermark lag                            9.4 s               -\n");
    }

    @Test
    void says_for_programs_what_got_better() throws IOException {
        Invoked run = diff("b-slow-sink-steady", "a-healthy", "-o", "json");

        assertThat(run.code()).isZero();
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.at("/verdict").asText()).isEqualTo("OK");
        assertThat(json.at("/before/job/name").asText()).isEqualTo("b-slow-sink");
        assertThat(json.at("/findings").findValuesAsText("change"))
                .isNotEmpty()
                .containsOnly("gone");
        assertThat(json.at("/findings/0/before/reason").asText()).isEqualTo("SINK_SLOW");
        assertThat(json.at("/numbers/0").toString())
                .isEqualTo(
                        "{\"label\":\"last completed checkpoint took\",\"unit\":\"ms\","
                                + "\"before\":98285,\"after\":192,\"trend\":\"better\"}");
    }

    @Test
    void the_same_capture_twice_is_no_change() {
        Invoked run = diff("b-slow-sink-steady", "b-slow-sink-steady");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("Still there", "Numbers       none differs by more than they vary anyway")
                .doesNotContain("Gone", "New", "worse");
    }

    @Test
    void what_is_no_capture_is_one_line() {
        assertThat(diff("b-slow-sink-steady", "nothing"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: src/test/captures/2.3.0/nothing.zip: there is no such"
                                        + " file or directory\n"));
    }

    private static Invoked diff(String before, String after, String... options) {
        String[] args = new String[4 + options.length];
        args[0] = "capture";
        args[1] = "diff";
        args[2] = file(before);
        args[3] = file(after);
        System.arraycopy(options, 0, args, 4, options.length);
        return Invoked.with(
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list),
                args);
    }

    private static String file(String recording) {
        return Path.of("src/test/captures/2.3.0", recording + ".zip").toString();
    }
}
