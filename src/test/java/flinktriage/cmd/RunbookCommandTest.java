package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.check.CheckId;
import flinktriage.check.StepCommand;
import flinktriage.checks.AllChecks;
import flinktriage.flink.Recording;
import flinktriage.report.Pages;
import flinktriage.runbook.Runbooks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;

class RunbookCommandTest {

    @TempDir Path folder;

    @Test
    void follows_the_steps_and_leads_with_the_cause() {
        Invoked run =
                run(Recording.of("2.3.0/b-slow-sink-steady"), "runbook", "run", "backpressure");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith(
                        "WARNING  b-slow-sink (84df28)  RUNNING for 2 min 22 s  Flink 2.3.0  http")
                .containsSubsequence(
                        "Root cause    slow-sink: Writer cannot keep up",
                        "1 found       Find the operator that holds the others back",
                        "busy time of subtask 0",
                        "7 skipped     ",
                        "only if FT-BP-001 is healthy, it is found\n",
                        "8 question    Is the system behind this operator slow, throttled or full?\n",
                        "  flink stop --savepointPath <dir> 84df281c05ac7d9faad49e1660f09116\n",
                        "12 found      See what it does to checkpoints",
                        "a consequence of FT-BP-001 SINK_SLOW\n",
                        "Result        found in steps 1, 12; to be answered by you: steps 8, 13");
    }

    @Test
    void a_healthy_job_ends_with_nothing_found_and_what_was_not_assessed() {
        Invoked run = run(Recording.of("2.3.0/a-healthy"), "runbook", "run", "FlinkConsumerLag");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("OK  a-healthy ")
                .contains("Runbook       consumer-lag: The backlog of a source grows\n")
                .doesNotContain("Root cause")
                .containsPattern(
                        "Result        nothing found by 4 checks; to be answered by you: step 8"
                                + ".*\nNot assessed  FT-LG-001 \\(unknown\\), FT-BP-004 \\(not applicable\\), FT-PA-002"
                                + " \\(not applicable\\)\n$");
    }

    @Test
    void the_exit_code_counts_only_what_the_runbook_looks_at() {
        Recording sick = Recording.of("2.3.0/g2-wm-idle-source");

        assertThat(run(sick, "diagnose").code()).isEqualTo(1);
        assertThat(run(sick, "runbook", "run", "watermark-stuck").code()).isEqualTo(1);
        assertThat(run(sick, "runbook", "run", "watermark-stuck", "--fail-on", "never").code())
                .isZero();
        assertThat(run(sick, "runbook", "run", "memory-and-gc").code()).isZero();
        assertThat(
                        run(
                                        Recording.of("2.3.0/j-restart-loop"),
                                        "runbook",
                                        "run",
                                        "restart-loop",
                                        "--show",
                                        "causes")
                                .code())
                .isEqualTo(2);
    }

    @Test
    void writes_the_steps_beside_the_report_of_diagnose() throws IOException {
        Recording sick = Recording.of("2.3.0/g2-wm-idle-source");

        JsonNode own =
                new ObjectMapper()
                        .readTree(run(sick, "runbook", "run", "memory-and-gc", "-o", "json").out());
        JsonNode full = new ObjectMapper().readTree(run(sick, "diagnose", "-o", "json").out());

        assertThat(own.at("/verdict").asText()).isEqualTo("OK");
        assertThat(own.at("/jobs/0/verdict").asText()).isEqualTo("WARNING");
        assertThat(own.at("/jobs/0/causes")).isEqualTo(full.at("/jobs/0/causes"));
        assertThat(own.at("/runbook/id").asText()).isEqualTo("memory-and-gc");
        assertThat(own.at("/runbook/steps")).hasSize(11);
        assertThat(own.at("/runbook/steps/5").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly(
                        "number",
                        "code",
                        "title",
                        "verdict",
                        "why",
                        "findings",
                        "text",
                        "commands");
        assertThat(own.at("/runbook/steps/9/verdict").asText()).isEqualTo("question");
        assertThat(own.at("/runbook/steps/9/commands/0").toString())
                .isEqualTo(
                        "{\"line\":\"kubectl describe pod <pod>\","
                                + "\"effect\":\"only reads; look at the last state\"}");
    }

    @Test
    void without_an_answer_only_the_runbook_about_that_has_steps() throws IOException {
        Invoked other = invoked("runbook", "run", "backpressure", "--url", nobody(), "--quick");
        Invoked own = invoked("runbook", "run", "cluster-unreachable", "--url", nobody());

        assertThat(other.code()).isEqualTo(2);
        assertThat(other.out())
                .contains("connection refused", "Result        no step could be taken")
                .doesNotContain("1 unknown");
        assertThat(own.code()).isEqualTo(2);
        assertThat(own.out())
                .contains("1 found       Ask the JobManager", "step 1; to be answered");
    }

    @Test
    void the_runbook_about_the_cluster_needs_no_job() {
        try (Recording.Server server = Recording.of("1.20.3/x-failed").serve()) {
            Invoked run =
                    invoked(
                            "runbook",
                            "run",
                            "cluster-unreachable",
                            "--url",
                            server.url().toString(),
                            "--timeout",
                            "2m");

            assertThat(run.code()).isZero();
            assertThat(run.out()).contains("nothing found by 1 check");
        }
    }

    @Test
    void lists_and_shows() throws IOException {
        assertThat(invoked("runbook", "list").out().lines())
                .hasSize(26)
                .startsWith(
                        "backpressure                A job is backpressured, or slower than usual");
        JsonNode json = new ObjectMapper().readTree(invoked("runbook", "list", "-o", "json").out());
        assertThat(json.at("/runbooks")).hasSize(13);
        assertThat(json.at("/runbooks/2/alerts/0").asText()).isEqualTo("FlinkJobManagerDown");
        assertThat(json.at("/runbooks/2/checks").toString()).isEqualTo("[\"FT-CL-001\"]");

        assertThat(invoked("runbook", "show", "consumer-lag"))
                .isEqualTo(
                        new Invoked(0, Files.readString(Path.of("runbooks/consumer-lag.md")), ""));
        Invoked unknown = invoked("runbook", "show", "lag");
        assertThat(unknown.code()).isEqualTo(3);
        assertThat(unknown.err())
                .startsWith(
                        "flink-triage: no runbook has the id or the alert lag, but there are back");
        assertThat(invoked("runbook").code()).isEqualTo(3);
    }

    @Test
    void commands_of_our_own_that_runbooks_name_are_accepted() {
        Set<CheckId> known =
                AllChecks.list().stream().map(c -> c.spec().id()).collect(Collectors.toSet());
        List<String> own =
                Runbooks.packed(known).list().stream()
                        .flatMap(runbook -> runbook.steps().stream())
                        .flatMap(step -> step.commands().stream())
                        .map(StepCommand::line)
                        .filter(line -> line.startsWith("flink-triage "))
                        .toList();

        assertThat(own)
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        line -> {
                            String[] words = line.split(" ");
                            ParseResult parsed =
                                    FlinkTriage.commandLine(surroundings())
                                            .parseArgs(Arrays.copyOfRange(words, 1, words.length));
                            assertThat(parsed.errors()).isEmpty();
                            String named = words[words[1].equals("runbook") ? 3 : 2];
                            boolean there =
                                    switch (words[1]) {
                                        case "runbook" ->
                                                Runbooks.packed(known).find(named).isPresent();
                                        case "explain" -> known.contains(new CheckId(named));
                                        default -> named.equals("{job}");
                                    };
                            assertThat(there).as(line).isTrue();
                        });
    }

    @Test
    void takes_those_of_the_user_and_says_what_is_wrong_with_them() throws IOException {
        Path own = folder.resolve("lag.md");
        Files.writeString(
                own,
                Files.readString(Path.of("runbooks/consumer-lag.md"))
                        .replace("title: The backlog of a source grows", "title: Ours\u001b[2J"));
        assertThat(invoked("runbook", "list", "--runbooks", folder.toString()).err())
                .isEqualTo(own + ":3: not YAML: a control character\n");

        Files.writeString(
                own,
                Files.readString(Path.of("runbooks/consumer-lag.md"))
                        .replace("title: The backlog of a source grows", "title: Ours")
                        .replace("A backlog that is large", "A \u001b[2J backlog that is large"));
        Invoked list = invoked("runbook", "list", "--runbooks", folder.toString());
        assertThat(list.out()).contains("consumer-lag                Ours\n");
        assertThat(list.err())
                .isEqualTo(
                        "flink-triage: "
                                + own
                                + " takes the place of the packed runbook consumer-lag\n");
        Invoked run =
                run(
                        Recording.of("2.3.0/a-healthy"),
                        "runbook",
                        "run",
                        "consumer-lag",
                        "--runbooks",
                        folder.toString());
        assertThat(run.out()).contains("consumer-lag: Ours", "A \\x1b[2J backlog");

        Files.writeString(own, "---\nid: x\n");
        Invoked broken = invoked("runbook", "run", "x", "--runbooks", folder.toString());
        assertThat(broken.code()).isEqualTo(3);
        assertThat(broken.out()).isEmpty();
        assertThat(broken.err())
                .startsWith(own + ":1: the front matter has no end: a second line ---\n");
    }

    private static Invoked run(Recording recording, String... args) {
        try (Recording.Server server = recording.serve()) {
            List<String> all = new ArrayList<>(List.of(args));
            all.addAll(List.of(recording.jobId(), "--url", server.url().toString()));
            // A loaded machine must not turn into missing answers.
            all.addAll(List.of("--quick", "--timeout", "2m"));
            return invoked(all.toArray(String[]::new));
        }
    }

    private static Invoked invoked(String... args) {
        return Invoked.with(surroundings(), args);
    }

    private static Surroundings surroundings() {
        return new Surroundings(
                Map.of(),
                false,
                false,
                Optional.of(100),
                Clock.fixed(Instant.parse("2026-03-01T02:14:00Z"), ZoneOffset.UTC),
                Pages.packed(),
                AllChecks::list);
    }

    private static String nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }
    }
}
