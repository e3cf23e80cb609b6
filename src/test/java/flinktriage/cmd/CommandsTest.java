package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    @Test
    void no_command_is_wrong_usage() {
        Invoked run = Invoked.of();

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Usage: flink-triage").contains("Examples:");
    }

    @Test
    void help_teaches_by_example_on_standard_output() {
        Invoked run = Invoked.of("--help");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("flink-triage explain FT-BP-001", "Exit codes: 0 OK");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void help_is_a_command_too() {
        assertThat(Invoked.of("help")).isEqualTo(Invoked.of("--help"));
        assertThat(Invoked.of("help", "capture")).isEqualTo(Invoked.of("capture", "--help"));
        assertThat(Invoked.of("help", "nonsense").code()).isEqualTo(3);
    }

    @Test
    void reads_only_the_command_that_is_named_first() {
        Surroundings any = Invoked.surroundings(Map.of());

        assertThat(FlinkTriage.commandLine(any, "checks", "-h").getSubcommands())
                .containsOnlyKeys("checks");
        for (String first : new String[] {"completion", "--help", "nonsense", "--debug"}) {
            assertThat(FlinkTriage.commandLine(any, first).getSubcommands())
                    .containsOnlyKeys(FlinkTriage.commandLine(any).getSubcommands().keySet())
                    .hasSizeGreaterThan(3);
        }
    }

    @Test
    void tells_its_version() {
        Invoked run = Invoked.of("--version");

        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("flink-triage " + ToolVersion.NUMBER);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void an_unknown_option_is_one_line_and_a_hint() {
        assertThat(Invoked.of("checks", "--outptu"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: Unknown option: '--outptu'\n"
                                        + "Did you mean --output?\n"
                                        + "Try: flink-triage checks --help\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--metrics-url ftp://u:hunter2@h:1",
                "--prometheus ftp://u:hunter2@h:1",
                "--url ftp://u:hunter2@h:1",
                "--kafka u:hunter2@broker:9092",
                "--token=hunter2",
                "--interval token=hunter2"
            })
    void a_wrong_option_is_not_repeated_with_its_secret(String options) {
        Invoked run = Invoked.of(("diagnose " + options).split(" "));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("flink-triage: ").doesNotContain("hunter2");
    }

    @Test
    void an_unknown_command_is_one_line_and_a_hint() {
        Invoked run = Invoked.of("chekcs");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("flink-triage: Unmatched argument at index 0: 'chekcs'\n")
                .endsWith("Try: flink-triage --help\n");
    }

    @Test
    void a_slip_in_a_subcommand_is_not_taken_for_a_job_without_a_word() {
        assertThat(Invoked.of("capture", "dif", "a.zip", "b.zip"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: Unmatched arguments from index 2: 'a.zip', 'b.zip'\n"
                                        + "Did you mean flink-triage capture diff?\n"
                                        + "Try: flink-triage capture --help\n"));
        assertThat(Invoked.of("runbook", "rnu", "backpressure").err())
                .contains("\nDid you mean flink-triage runbook run?\n");
    }

    @Test
    void a_job_is_not_taken_for_a_slip() {
        assertThat(Invoked.of("capture", "orders", "a.zip").err())
                .isEqualTo(
                        "flink-triage: Unmatched argument at index 2: 'a.zip'\n"
                                + "Try: flink-triage capture --help\n");
        assertThat(Invoked.of("diagnose", "dif", "a.zip").err()).doesNotContain("Did you mean");
        assertThat(Invoked.of("capture", "dif", "--url=http://127.0.0.1:1", "--quick"))
                .isEqualTo(Invoked.of("capture", "orders", "--url=http://127.0.0.1:1", "--quick"));
    }

    @Test
    void a_hostile_argument_reaches_the_terminal_as_text() {
        assertThat(Invoked.of("explain", "\u001b[2J").err())
                .contains("\\x1b[2J")
                .doesNotContain("\u001b");
    }

    @Test
    void lists_checks_with_their_thresholds() {
        assertThat(Invoked.of("checks"))
                .isEqualTo(
                        new Invoked(
                                0,
                                """
                                FT-BP-001  which operator holds the others back?
                                             busy 80 %: a vertex above this has no reserve
                                FT-CL-001  can the JobManager be reached?
                                """,
                                ""));
    }

    @Test
    void lists_checks_for_programs() {
        Invoked run = Invoked.of("checks", "-o", "json");

        assertThat(run.code()).isZero();
        assertThat(run.out().replaceAll("\\s", ""))
                .isEqualTo(
                        "{\"schemaVersion\":1,\"checks\":[{\"code\":\"FT-BP-001\",\"title\":"
                                + "\"whichoperatorholdstheothersback?\",\"needs\":[\"TIMES\"],"
                                + "\"thresholds\":[{\"name\":\"busy\",\"value\":0.8,\"unit\":"
                                + "\"ratio\",\"meaning\":\"avertexabovethishasnoreserve\"}]},"
                                + "{\"code\":\"FT-CL-001\",\"title\":"
                                + "\"cantheJobManagerbereached?\",\"needs\":[],"
                                + "\"thresholds\":[]}]}");
    }

    @Test
    void explains_a_code_in_any_case_with_the_thresholds_in_force() {
        assertThat(Invoked.of("explain", "ft-bp-001"))
                .isEqualTo(
                        new Invoked(
                                0,
                                """
                                FT-BP-001: which operator holds the others back?

                                MEANING

                                  One vertex is slower than its inputs.

                                THRESHOLDS

                                  busy  80 %          a vertex above this has no reserve

                                DO NOW

                                  1. Look at `{url}`.

                                  BUSY
                                  1. Give it more subtasks.

                                  SINK_SLOW
                                  1. Look behind the sink.
                                """,
                                ""));
    }

    @Test
    void explains_one_reason() {
        assertThat(Invoked.of("explain", "FT-BP-001", "sink_slow").out())
                .endsWith("DO NOW\n\n  SINK_SLOW\n  1. Look behind the sink.\n");
    }

    @Test
    void names_the_reasons_there_are() {
        assertThat(Invoked.of("explain", "FT-BP-001", "SLOW"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: FT-BP-001 has no steps for SLOW, but for BUSY,"
                                        + " SINK_SLOW\nTry: flink-triage explain --help\n"));
    }

    @Test
    void explains_a_check_without_a_page() {
        assertThat(Invoked.of("explain", "FT-CL-001").out())
                .isEqualTo("FT-CL-001: can the JobManager be reached?\n\nTHRESHOLDS\n\n  none\n");
    }

    @Test
    void suggests_codes_for_an_unknown_one() {
        assertThat(Invoked.of("explain", "bp1"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: no check has the code bp1; did you mean FT-BP-001,"
                                        + " FT-CL-001? (flink-triage checks lists all)\n"
                                        + "Try: flink-triage explain --help\n"));
    }

    @Test
    void colours_headings_only_when_asked() {
        assertThat(Invoked.of("explain", "FT-BP-001", "--color", "always").out())
                .contains("\u001b[1mMEANING\u001b[0m");
        assertThat(
                        Invoked.with(
                                        Invoked.surroundings(Map.of("NO_COLOR", "1"), true),
                                        "explain",
                                        "FT-BP-001")
                                .out())
                .doesNotContain("\u001b");
        assertThat(Invoked.with(Invoked.surroundings(Map.of(), true), "explain", "FT-BP-001").out())
                .contains("\u001b[1m");
    }

    @Test
    void writes_a_completion_script() {
        Invoked run = Invoked.of("completion", "bash");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("complete -F _complete_flink-triage", "explain", "--output");
        assertThat(run.err()).isEmpty();
        assertThat(Invoked.of("completion", "fish").code()).isEqualTo(3);
    }

    @Test
    void an_internal_error_is_one_line_and_unknown() {
        Surroundings broken = Invoked.surroundings(Map.of());
        broken =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        broken.columns(),
                        broken.clock(),
                        broken.pages(),
                        () -> {
                            throw new IllegalStateException("two checks\nof one code");
                        });

        assertThat(Invoked.with(broken, "checks"))
                .isEqualTo(
                        new Invoked(
                                3,
                                "",
                                "flink-triage: internal error: IllegalStateException: two checks of"
                                        + " one code (--debug shows where)\n"));
        assertThat(Invoked.with(broken, "checks", "--debug").err())
                .contains("\tat flinktriage.cmd.");
    }
}
