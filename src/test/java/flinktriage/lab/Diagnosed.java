package flinktriage.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.checks.AllChecks;
import flinktriage.cmd.FlinkTriage;
import flinktriage.cmd.Surroundings;
import flinktriage.report.Pages;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What {@code diagnose} says about a job of the lab, through the command line. */
record Diagnosed(int exitCode, String out) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** As JSON. */
    static Diagnosed of(RunningJob job) {
        return watched(new StringWriter(), job.url(), job.jobId().hex(), "-o", "json");
    }

    /** Somebody watches the progress, and may act on it. */
    static Diagnosed watched(Writer err, URI url, String... options) {
        List<String> args = new ArrayList<>(List.of("--url", url.toString()));
        // The lab's JobManagers fetch metrics every second, so 3 s apart nothing is the same data.
        args.addAll(List.of("--interval", "3s"));
        args.addAll(List.of(options));
        return with(err, args);
    }

    static Diagnosed with(Writer err, List<String> options) {
        StringWriter out = new StringWriter();
        List<String> args = new ArrayList<>(List.of("diagnose"));
        args.addAll(options);
        int code =
                FlinkTriage.commandLine(surroundings())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args.toArray(String[]::new));
        return new Diagnosed(code, out.toString());
    }

    private static Surroundings surroundings() {
        return new Surroundings(
                Map.of(),
                false,
                true,
                Optional.empty(),
                Clock.systemUTC(),
                Pages.packed(),
                AllChecks::list);
    }

    JsonNode report() {
        try {
            return JSON.readTree(out);
        } catch (IOException e) {
            throw new UncheckedIOException(out, e);
        }
    }

    JsonNode job() {
        return report().at("/jobs/0");
    }

    /** The root causes in their order: severity, code, reason, subject (and its input). */
    List<String> causes() {
        List<String> refs = texts(job().path("causes"));
        return findings()
                .filter(f -> refs.contains(f.path("ref").asText()))
                .map(this::name)
                .toList();
    }

    /** Exit code and root causes. */
    String line() {
        return (exitCode + " " + String.join(", ", causes())).stripTrailing();
    }

    /** All findings, as {@code FT-BP-001}. */
    List<String> codes() {
        return codes(findings());
    }

    /** What the first finding with this code explains. */
    List<String> explained(String code) {
        List<String> refs = texts(finding(code).path("explains"));
        return codes(findings().filter(f -> refs.contains(f.path("ref").asText())));
    }

    /** The first finding with this code. */
    JsonNode finding(String code) {
        return findings()
                .filter(f -> f.path("code").asText().equals(code))
                .findFirst()
                .orElseThrow();
    }

    /** What is said of the first finding with this code. */
    String summary(String code) {
        return finding(code).path("summary").asText();
    }

    /** The codes about which nothing is known. */
    List<String> unknown() {
        return codes(unknowns());
    }

    /** Why nothing is known about this code. */
    String unknown(String code) {
        return unknowns()
                .filter(u -> u.path("code").asText().equals(code))
                .findFirst()
                .orElseThrow()
                .path("why")
                .asText();
    }

    private Stream<JsonNode> unknowns() {
        return StreamSupport.stream(job().at("/coverage/unknown").spliterator(), false);
    }

    private static List<String> codes(Stream<JsonNode> findings) {
        return findings.map(f -> f.path("code").asText()).toList();
    }

    private Stream<JsonNode> findings() {
        return StreamSupport.stream(job().path("findings").spliterator(), false);
    }

    private String name(JsonNode finding) {
        JsonNode subject = finding.path("subject");
        String input = subject.path("input").asText("");
        return String.join(
                " ",
                finding.path("severity").asText(),
                finding.path("code").asText(),
                finding.path("reason").asText(),
                subject.path("name").asText() + (input.isEmpty() ? "" : " (" + input + ")"));
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }
}
