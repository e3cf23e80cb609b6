package flinktriage.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.checks.AllChecks;
import flinktriage.cmd.FlinkTriage;
import flinktriage.cmd.Surroundings;
import flinktriage.model.JobId;
import flinktriage.report.Pages;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the command line says about one of many jobs. */
record ShapeReport(int exitCode, JsonNode json) {

    static ShapeReport of(URI url, JobId job, String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> args = new ArrayList<>(List.of("diagnose", job.hex()));
        args.addAll(List.of("--url", url.toString(), "-o", "json", "--timeout", "30s"));
        args.addAll(List.of(options));
        Surroundings surroundings =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list);
        int code =
                FlinkTriage.commandLine(surroundings)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args.toArray(String[]::new));
        try {
            return new ShapeReport(code, new ObjectMapper().readTree(out.toString()));
        } catch (Exception e) {
            throw new IllegalStateException(out + "\n" + err, e);
        }
    }

    /** Exit code and root causes: severity, code, reason, subject with its input. */
    String line() {
        List<String> refs = texts(job().path("causes"));
        List<String> causes =
                findings()
                        .filter(f -> refs.contains(f.path("ref").asText()))
                        .map(ShapeReport::name)
                        .toList();
        return (exitCode + " " + String.join(", ", causes)).strip();
    }

    /** The plan rules that found something, each once: {@code 101}. */
    List<String> rules() {
        return findings()
                .map(f -> f.path("code").asText())
                .filter(code -> code.startsWith("FT-SQ-"))
                .map(code -> code.substring("FT-SQ-".length()))
                .distinct()
                .sorted()
                .toList();
    }

    /** All other findings: they have a place to be looked at, not a meaning for the test. */
    List<String> others() {
        return findings()
                .filter(f -> !f.path("code").asText().startsWith("FT-SQ-"))
                .map(f -> name(f) + ": " + f.path("summary").asText())
                .toList();
    }

    List<String> unknown() {
        return StreamSupport.stream(job().at("/coverage/unknown").spliterator(), false)
                .map(u -> u.path("code").asText() + ": " + u.path("why").asText())
                .toList();
    }

    /** All there is to look at if the line is wrong. */
    String text(String name) {
        StringBuilder text = new StringBuilder(name + " | " + line() + " " + rules() + "\n");
        others().forEach(o -> text.append("     ").append(o).append('\n'));
        unknown().forEach(o -> text.append("     unknown ").append(o).append('\n'));
        return text.toString();
    }

    JsonNode job() {
        return json.at("/jobs/0");
    }

    private Stream<JsonNode> findings() {
        return StreamSupport.stream(job().path("findings").spliterator(), false);
    }

    private static String name(JsonNode finding) {
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
