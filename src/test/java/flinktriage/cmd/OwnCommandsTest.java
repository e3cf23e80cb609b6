package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import flinktriage.report.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Whoever copies one of our own commands from a page, a runbook or a help gets what it says. */
class OwnCommandsTest {

    private static final Pattern SPAN = Pattern.compile("`(flink-triage [^`]+)`");

    /** In the README and in the examples of a help: to the end of the line. */
    private static final Pattern LINE = Pattern.compile("(?m)^ *(?:\\./)?(flink-triage [a-z].*)$");

    @Test
    void every_command_of_ours_that_is_printed_is_accepted() throws IOException {
        Set<String> commands = new TreeSet<>();
        for (String folder : List.of("checks/pages", "runbooks")) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                for (Path file : files.toList()) {
                    found(SPAN, Files.readString(file), commands);
                }
            }
        }
        found(LINE, Files.readString(Path.of("README.md")), commands);
        found(SPAN, Files.readString(Path.of("README.md")), commands);
        helps(commandLine(), commands);

        assertThat(commands)
                .hasSizeGreaterThan(40)
                .anySatisfy(c -> assertThat(c).contains("runbook run"))
                .anySatisfy(c -> assertThat(c).contains("--metrics-url"));
        assertThat(commands.stream().flatMap(c -> fault(c).stream())).isEmpty();
    }

    @Test
    void a_command_that_we_do_not_have_is_rejected() {
        assertThat(fault("flink-triage diagnoze orders")).isPresent();
        assertThat(fault("flink-triage diagnose orders --fast")).isPresent();
        assertThat(fault("flink-triage explain FT-BP-001 # a comment")).isEmpty();
    }

    private static void found(Pattern pattern, String text, Set<String> commands) {
        pattern.matcher(text).results().forEach(m -> commands.add(m.group(1)));
    }

    private static void helps(CommandLine line, Set<String> commands) {
        found(LINE, line.getUsageMessage(CommandLine.Help.Ansi.OFF), commands);
        line.getSubcommands().values().forEach(sub -> helps(sub, commands));
    }

    /** What stands behind a pipe, an arrow or a comment is the shell's. */
    private static Optional<String> fault(String command) {
        String ours = command.split(" [#|>] ?| 2>| &&| \\|\\|", 2)[0].strip();
        List<String> words = new ArrayList<>(List.of(ours.split(" +")));
        words.remove(0);
        try {
            commandLine().parseArgs(words.toArray(String[]::new));
            return Optional.empty();
        } catch (ParameterException e) {
            return Optional.of(command + ": " + e.getMessage());
        }
    }

    private static CommandLine commandLine() {
        return FlinkTriage.commandLine(
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list));
    }
}
