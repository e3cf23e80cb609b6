package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
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

        System.out.println(run);
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void says_what_got_better() {
        Invoked run = diff("b-slow-sink-steady", "a-healthy", "-o", "json");

        System.out.println(run);
        assertThat(run.code()).isZero();
    }

    @Test
    void the_same_capture_twice_is_no_change() {
        Invoked run = diff("b-slow-sink-steady", "b-slow-sink-steady");

        System.out.println(run);
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Still there").doesNotContain("Gone", "New", "worse");
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
