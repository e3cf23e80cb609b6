package flinktriage.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.RunVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * What is wrong in a recording.
 *
 * @param first acceptable root causes; none for a healthy job
 * @param has codes that must be among the findings at any severity
 * @param none codes that must not be
 * @param lenient too short or too young to decide: naming nothing is right too, naming another is
 *     wrong
 */
record Expected(
        List<Cause> first,
        List<String> has,
        List<String> none,
        Optional<RunVerdict> min,
        Optional<RunVerdict> max,
        boolean lenient) {

    private static final Path FILE = Path.of("src/test/captures/expected.json");

    /**
     * @param reasons none means any
     * @param subject a part of the subject's name
     */
    record Cause(String code, List<String> reasons, String subject) {

        boolean fits(LinkedFinding found) {
            return found.code().code().equals(code)
                    && (reasons.isEmpty() || reasons.contains(found.finding().reason()))
                    && found.finding().subject().name().contains(subject);
        }
    }

    static TreeMap<String, Expected> all() {
        try {
            TreeMap<String, Expected> all = new TreeMap<>();
            new ObjectMapper()
                    .readTree(FILE.toFile())
                    .properties()
                    .forEach(e -> all.put(e.getKey(), of(e.getValue())));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean healthy() {
        return first.isEmpty();
    }

    /** What is wrong with a report, nothing if it is right. */
    List<String> complaints(JobReport report) {
        List<String> wrong = new ArrayList<>();
        Optional<LinkedFinding> named = report.causes().stream().findFirst().map(report::finding);
        if (healthy() && named.isPresent()) {
            wrong.add("healthy, but a cause is named");
        } else if (!healthy() && named.isEmpty() && !lenient) {
            wrong.add("no cause named");
        } else if (!healthy()
                && named.isPresent()
                && first.stream().noneMatch(c -> c.fits(named.get()))) {
            wrong.add("another cause named first");
        }
        List<String> codes = report.findings().stream().map(f -> f.code().code()).toList();
        has.stream()
                .filter(code -> !codes.contains(code))
                .forEach(code -> wrong.add("lacks " + code));
        none.stream().filter(codes::contains).forEach(code -> wrong.add("must not have " + code));
        min.filter(m -> m.compareTo(report.verdict()) > 0)
                .ifPresent(m -> wrong.add("verdict below " + m));
        max.filter(m -> m.compareTo(report.verdict()) < 0)
                .ifPresent(m -> wrong.add("verdict above " + m));
        return wrong;
    }

    private static Expected of(JsonNode node) {
        List<Cause> first = new ArrayList<>();
        node.path("first")
                .forEach(
                        c ->
                                first.add(
                                        new Cause(
                                                c.get(0).asText(),
                                                texts(c.get(1)),
                                                c.get(2).asText())));
        return new Expected(
                first,
                texts(node.path("has")),
                texts(node.path("none")),
                verdict(node.path("min")),
                verdict(node.path("max")),
                node.path("lenient").asBoolean());
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static Optional<RunVerdict> verdict(JsonNode node) {
        return node.isTextual() ? Optional.of(RunVerdict.valueOf(node.asText())) : Optional.empty();
    }
}
