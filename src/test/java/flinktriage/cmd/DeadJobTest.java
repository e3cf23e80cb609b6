package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DeadJobTest {

    @ParameterizedTest
    @ValueSource(strings = {"2.3.0", "1.20.3"})
    void the_archive_says_why_a_job_failed(String version) {
        Invoked run = run("diagnose", "--archive", file(version, "failed-on-a-record"));
        System.out.println(run);

        Invoked run2 =
                run("diagnose", "--archive", file(version, "failed-on-checkpoints"), "--show=all");
        System.out.println(run2);
        assertThat(run.code()).isEqualTo(2);
    }

    private static String file(String version, String name) {
        return "src/test/captures/archives/" + version + "/" + name;
    }

    private static Invoked run(String... args) {
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
}
