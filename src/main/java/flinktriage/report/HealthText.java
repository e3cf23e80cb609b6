package flinktriage.report;

import flinktriage.check.Numbers;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Job;
import flinktriage.model.Observed;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The numbers that say that a job is well. */
final class HealthText {

    private HealthText() {}

    static String of(Job job) {
        List<String> parts = new ArrayList<>();
        List<Vertex> vertices = job.graph().vertices();
        parts.add(vertices.size() + (vertices.size() == 1 ? " vertex" : " vertices"));
        highest(parts, job, vertices, "busiest", SubtaskTimes::busy);
        highest(parts, job, vertices, "most backpressured", SubtaskTimes::backpressured);
        job.checkpoints().stream().map(history -> checkpoints(history, job)).forEach(parts::add);
        job.restarts().stream()
                .map(n -> Numbers.count(n) + (n == 1 ? " restart" : " restarts"))
                .forEach(parts::add);
        return String.join("; ", parts);
    }

    private static void highest(
            List<String> parts,
            Job job,
            List<Vertex> vertices,
            String label,
            Function<SubtaskTimes, Observed<Double>> share) {
        Vertex highest = null;
        OptionalDouble most = OptionalDouble.empty();
        for (Vertex v : vertices) {
            OptionalDouble value = max(job.measures().get(v.id()), share);
            if (value.isPresent() && (most.isEmpty() || value.getAsDouble() > most.getAsDouble())) {
                most = value;
                highest = v;
            }
        }
        if (most.isPresent()) {
            String name = Columns.shortened(Harmless.line(highest.name(), 300), 40);
            double shown = most.getAsDouble();
            parts.add(label + (shown > 0 ? " " + name + " at " : " ") + Numbers.percent(shown));
        }
    }

    /** The maximum over the subtasks; empty if none reports it. */
    static OptionalDouble max(
            VertexMeasures measures, Function<SubtaskTimes, Observed<Double>> share) {
        return measures == null
                ? OptionalDouble.empty()
                : measures.times().stream()
                        .flatMap(List::stream)
                        .flatMap(times -> share.apply(times).stream())
                        .mapToDouble(d -> d)
                        .max();
    }

    private static String checkpoints(CheckpointHistory history, Job job) {
        String counts =
                "checkpoints: "
                        + Numbers.count(history.completed())
                        + " completed, "
                        + Numbers.count(history.failed())
                        + " failed";
        return history.latestCompleted()
                .map(
                        last -> {
                            Duration age =
                                    Duration.between(last.triggeredAt(), job.now())
                                            .minus(last.duration());
                            return counts
                                    + ", last one "
                                    + Numbers.show(age.isNegative() ? Duration.ZERO : age)
                                    + " ago in "
                                    + Numbers.show(last.duration());
                        })
                .orElse(counts);
    }
}
