package flinktriage.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.flink.Recording;
import flinktriage.model.Job;
import flinktriage.model.Observed;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every recording of a real cluster through all checks, one sample. Prints one line a recording,
 * and what the two rules of thumb of a dashboard would have said.
 */
class RecordedClustersTest {

    @Test
    void eachSickOneNamesItsCauseFirstAndEachHealthyOneIsQuiet() {
        Map<String, Expected> expected = Expected.all();
        Map<String, Recording> recordings =
                Recording.all().stream()
                        .collect(Collectors.toMap(Recording::name, Function.identity()));
        assertThat(recordings.keySet())
                .isEqualTo(expected.keySet())
                .hasSizeGreaterThanOrEqualTo(74);
        Engine engine = new Engine(AllChecks.list(), "test");

        List<String> table = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int sick = 0;
        int busiest = 0;
        int mostBackpressured = 0;
        for (var entry : expected.entrySet()) {
            Expected want = entry.getValue();
            Report report = engine.diagnose(recordings.get(entry.getKey()).snapshot());
            JobReport job = report.jobs().get(0);
            List<String> complaints = want.complaints(job);
            complaints.forEach(c -> wrong.add(entry.getKey() + ": " + c));
            table.add(line(entry.getKey(), job, complaints));
            if (!want.healthy()) {
                sick++;
                busiest += names(want, top(job.job(), SubtaskTimes::busy)) ? 1 : 0;
                mostBackpressured +=
                        names(want, top(job.job(), SubtaskTimes::backpressured)) ? 1 : 0;
            }
        }
        int right =
                expected.size()
                        - (int) wrong.stream().map(w -> w.split(": ")[0]).distinct().count();
        table.add(
                right
                        + " of "
                        + expected.size()
                        + " right. Of the "
                        + sick
                        + " sick ones the busiest vertex is right on "
                        + busiest
                        + ", the most backpressured on "
                        + mostBackpressured
                        + ".");
        System.out.println(String.join(System.lineSeparator(), table));
        assertThat(wrong).isEmpty();
    }

    private static String line(String name, JobReport job, List<String> complaints) {
        String causes =
                job.causes().stream()
                        .map(job::finding)
                        .map(RecordedClustersTest::shown)
                        .collect(Collectors.joining("; "));
        return "%-5s %-42s %-8s %s%s"
                .formatted(
                        complaints.isEmpty() ? "ok" : "WRONG",
                        name,
                        job.verdict(),
                        causes.isEmpty() ? "-" : causes,
                        complaints.isEmpty() ? "" : "   <-- " + String.join(", ", complaints));
    }

    private static String shown(LinkedFinding f) {
        String subject = f.finding().subject().name();
        return f.code()
                + " "
                + f.finding().reason()
                + " "
                + (subject.length() > 36 ? subject.substring(0, 36) : subject)
                + (f.explains().isEmpty() ? "" : " (+" + f.explains().size() + ")");
    }

    private static boolean names(Expected want, Optional<Vertex> vertex) {
        return vertex.isPresent()
                && want.first().stream()
                        .anyMatch(
                                c ->
                                        !c.subject().isEmpty()
                                                && vertex.get().name().contains(c.subject()));
    }

    private static Optional<Vertex> top(Job job, Function<SubtaskTimes, Observed<Double>> time) {
        return job.graph().vertices().stream()
                .filter(v -> worst(job, v, time) > 0)
                .max(Comparator.comparingDouble(v -> worst(job, v, time)));
    }

    private static double worst(Job job, Vertex v, Function<SubtaskTimes, Observed<Double>> time) {
        return job.measures().get(v.id()).times().stream()
                .flatMap(List::stream)
                .flatMap(t -> time.apply(t).stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }
}
