package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class OptionsTest {

    @Command(name = "any")
    private static final class Any {
        @Mixin private TargetOptions target;
        @Mixin private SampleOptions sample;
        @Mixin private OutputOptions output;
    }

    @ParameterizedTest
    @CsvSource({
        "12s, PT12S",
        "500ms, PT0.5S",
        "2m, PT2M",
        "1.5h, PT1H30M",
        "PT12S, PT12S",
        "' 3 S ', PT3S"
    })
    void reads_durations(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "s", "-3s", "1d", "1e3s", "99999999999s", "twelve"})
    void refuses_what_is_no_duration(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @Test
    void samples_twice_in_twelve_seconds_by_default() {
        SampleOptions sample = parsed().sample;

        assertThat(sample.samples()).isEqualTo(2);
        assertThat(sample.interval()).isEqualTo(Duration.ofSeconds(12));
        assertThat(sample.timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void samples_once_when_quick() {
        assertThat(parsed("--quick").sample.samples()).isEqualTo(1);
    }

    @Test
    void checks_the_range_of_samples_and_times() {
        assertThatThrownBy(() -> parsed("--samples", "0").sample.samples())
                .isInstanceOf(ParameterException.class)
                .hasMessage("--samples must be 1 or 2, not 0");
        assertThatThrownBy(() -> parsed("--interval", "1h").sample.interval())
                .isInstanceOf(ParameterException.class)
                .hasMessage("--interval must be between 100 ms and 5 min, not 1 h");
        assertThatThrownBy(() -> parsed("--timeout", "0s").sample.timeout())
                .isInstanceOf(ParameterException.class)
                .hasMessage("--timeout must be between 100 ms and 5 min, not 0 ms");
        assertThatThrownBy(() -> parsed("--timeout", "soon"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("'soon' is no duration: write 12s, 500ms or 2m");
    }

    @Test
    void takes_the_address_from_the_option_the_environment_or_the_standard() {
        Surroundings set = Invoked.surroundings(Map.of("FLINK_TRIAGE_URL", "http://env:1"));

        assertThat(parsed("--url", "http://arg:2").target.url(set)).isEqualTo("http://arg:2");
        assertThat(parsed().target.url(set)).isEqualTo("http://env:1");
        assertThat(parsed().target.url(Invoked.surroundings(Map.of())))
                .isEqualTo("http://localhost:8081");
    }

    @Test
    void reads_secrets_from_files_and_the_environment_only(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("secret"), "s3cret\n");
        Surroundings none = Invoked.surroundings(Map.of());
        Surroundings set =
                Invoked.surroundings(
                        Map.of("FLINK_TRIAGE_TOKEN", "t", "FLINK_TRIAGE_PASSWORD", "p"));

        assertThat(parsed("--token-file", file.toString()).target.token(set)).contains("s3cret");
        assertThat(parsed().target.token(set)).contains("t");
        assertThat(parsed().target.token(none)).isEmpty();
        assertThat(parsed("--user", "me").target.login(set)).contains(Map.entry("me", "p"));
        assertThat(parsed("--user", "me").target.token(set)).isEmpty();
        assertThat(parsed("--user", "me", "--password-file", file.toString()).target.login(none))
                .contains(Map.entry("me", "s3cret"));
        assertThatThrownBy(() -> parsed("--user", "me").target.login(none))
                .hasMessage("--user needs --password-file or FLINK_TRIAGE_PASSWORD");
        assertThatThrownBy(() -> parsed("--user", "me:pw").target.login(set))
                .hasMessageContaining("--user takes the name only")
                .hasMessageNotContaining("pw");
        assertThatThrownBy(
                        () ->
                                parsed("--token-file", dir.resolve("nope").toString())
                                        .target
                                        .token(none))
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith("--token-file: cannot read ");
    }

    @Test
    void reads_headers() {
        assertThat(parsed("--header", "X-A: b:c", "--header", "X-D:e").target.headers())
                .isEqualTo(Map.of("X-A", "b:c", "X-D", "e"));
        assertThatThrownBy(() -> parsed("--header", "nothing").target.headers())
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith("--header takes 'Name: value'");
    }

    @Test
    void is_coloured_only_on_a_terminal_that_wants_it() {
        Surroundings terminal = Invoked.surroundings(Map.of(), true);
        Surroundings file = Invoked.surroundings(Map.of());

        assertThat(parsed().output.style(terminal).colour()).isTrue();
        assertThat(parsed().output.style(file).colour()).isFalse();
        assertThat(parsed("--color", "always").output.style(file).colour()).isTrue();
        assertThat(parsed("--color", "never").output.style(terminal).colour()).isFalse();
        assertThat(
                        parsed().output
                                .style(Invoked.surroundings(Map.of("NO_COLOR", "1"), true))
                                .colour())
                .isFalse();
        assertThat(
                        parsed().output
                                .style(Invoked.surroundings(Map.of("NO_COLOR", ""), true))
                                .colour())
                .isTrue();
        assertThat(
                        parsed().output
                                .style(Invoked.surroundings(Map.of("TERM", "dumb"), true))
                                .colour())
                .isFalse();
    }

    @Test
    void is_as_wide_as_the_terminal() {
        assertThat(Invoked.surroundings(Map.of(), true).width()).isEqualTo(80);
        assertThat(Invoked.surroundings(Map.of()).width()).isEqualTo(100);
        assertThat(Optional.of(parsed().output.failOn())).contains(FailOn.WARNING);
    }

    private static Any parsed(String... args) {
        Any any = new Any();
        new CommandLine(any).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
        return any;
    }
}
