package flinktriage.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.check.Check;
import flinktriage.check.Report;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.flink.Recording;
import flinktriage.report.JsonReport;
import flinktriage.report.Pages;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.RunbookRun;
import flinktriage.runbook.Runbooks;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What somebody will paste: every command that a run of a runbook prints, ids filled in. */
class PrintedCommandsTest {

    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

    private static final List<String> SICK =
            List.of(
                    "2.3.0/b-slow-sink-steady",
                    "2.3.0/d-key-skew-steady",
                    "2.3.0/g1-wm-frozen",
                    "2.3.0/h-few-splits",
                    "2.3.0/i2-checkpoint-timeout",
                    "2.3.0/j-restart-loop",
                    "2.3.0/l-heap-pressure",
                    "2.3.0/n-state-growth",
                    "1.20.3/x-declined",
                    "1.20.3/x-failed",
                    "1.20.3/x-slots",
                    "2.3.0/e-union-distinct");

    @Test
    void every_flink_command_is_accepted_by_flink_and_has_no_placeholder_left() throws IOException {
        Set<String> commands = printed();

        List<String> flink = commands.stream().filter(c -> c.startsWith("flink ")).toList();
        assertThat(flink)
                .hasSizeGreaterThan(20)
                .anySatisfy(c -> assertThat(c).matches("flink stop .* [0-9a-f]{32}"))
                .noneSatisfy(c -> assertThat(c).contains("{"));
        assertThat(flink.stream().flatMap(c -> FlinkCommandLine.fault(c).stream())).isEmpty();
        assertThat(commands)
                .filteredOn(c -> c.startsWith("curl "))
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c).contains("http://127.0.0.1/").doesNotContain("{"));
    }

    @Test
    void every_command_that_changes_something_says_what_becomes_of_state_and_results() {
        for (Runbook runbook : packed().list()) {
            runbook.steps().stream()
                    .flatMap(step -> step.commands().stream())
                    .filter(
                            c ->
                                    c.line()
                                            .matches(
                                                    "flink (run|stop|cancel|savepoint|checkpoint) .*"))
                    .forEach(
                            c ->
                                    assertThat(c.effect())
                                            .as(runbook.id() + ": " + c.line())
                                            .containsPattern("start|stop")
                                            .contains("state")
                                            .contains("results"));
            runbook.steps().stream()
                    .flatMap(step -> step.commands().stream())
                    .filter(c -> c.line().matches("curl .*|flink list.*|flink-triage .*"))
                    .forEach(c -> assertThat(c.effect()).as(c.line()).contains("only reads"));
        }
    }

    @Test
    void a_command_that_flink_does_not_have_is_rejected() {
        assertThat(FlinkCommandLine.versions()).hasSize(2).doesNotHaveDuplicates();
        assertThat(FlinkCommandLine.fault("flink stop --dump x")).isPresent();
        assertThat(FlinkCommandLine.fault("flink restart x")).isPresent();
    }

    private static Runbooks packed() {
        return Runbooks.packed(
                AllChecks.list().stream()
                        .map(Check::spec)
                        .map(spec -> spec.id())
                        .collect(Collectors.toSet()));
    }

    private static Set<String> printed() throws IOException {
        Engine engine = new Engine(AllChecks.list(), "test");
        JsonReport json = new JsonReport(Pages.packed());
        Set<String> commands = new TreeSet<>();
        for (String name : SICK) {
            Report report = engine.diagnose(Recording.of(name).snapshot());
            for (Runbook runbook : packed().list()) {
                JsonNode root =
                        new ObjectMapper().readTree(json.render(RunbookRun.of(runbook, report)));
                for (JsonNode step : root.at("/runbook/steps")) {
                    step.at("/commands").forEach(c -> commands.add(c.at("/line").asText()));
                    step.at("/text").forEach(p -> spans(p.asText(), commands));
                }
                root.at("/jobs/0/findings")
                        .forEach(f -> f.at("/actions").forEach(a -> spans(a.asText(), commands)));
            }
        }
        return commands;
    }

    private static void spans(String text, Set<String> commands) {
        Matcher m = SPAN.matcher(text);
        while (m.find()) {
            commands.add(m.group(1));
        }
    }
}
