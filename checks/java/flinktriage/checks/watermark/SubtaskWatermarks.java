package flinktriage.checks.watermark;

import flinktriage.check.JobView;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Subtask;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which subtasks of a vertex hold it back, as far as that was asked for.
 *
 * @param from where the list comes from; absent if nothing is known
 */
record SubtaskWatermarks(List<Integer> guilty, Observed<Provenance> from) {

    static final SubtaskWatermarks NONE =
            new SubtaskWatermarks(
                    List.of(), Observed.absent(Missing.Why.NOT_ASKED, "subtasks", ""));

    private static final String METRIC = ".currentOutputWatermark";

    SubtaskWatermarks {
        guilty = List.copyOf(guilty);
    }

    /** Subtasks that have sent no watermark, or if those are not known, no record. */
    static SubtaskWatermarks silent(JobView job, Vertex v) {
        SubtaskWatermarks none = upTo(new Watermark.None(), job, v);
        return none.guilty.isEmpty()
                ? new SubtaskWatermarks(
                        withoutRecords(job, v), job.subtasks(v).map(s -> job.subtasks(v).from()))
                : none;
    }

    /** Subtasks whose watermark is not later than {@code limit}. */
    static SubtaskWatermarks upTo(Watermark limit, JobView job, Vertex v) {
        List<Integer> found = new ArrayList<>();
        job.perSubtask(v).stream()
                .flatMap(m -> m.values().entrySet().stream())
                .filter(e -> sent(e.getValue()).stream().anyMatch(w -> w.compareTo(limit) <= 0))
                .forEach(e -> found.add(e.getKey()));
        return new SubtaskWatermarks(found, job.perSubtask(v).map(s -> job.perSubtask(v).from()));
    }

    /** Subtasks known to have sent no record. */
    static List<Integer> withoutRecords(JobView job, Vertex v) {
        return job.subtasks(v).stream()
                .flatMap(List::stream)
                .filter(s -> s.recordsOut().stream().anyMatch(n -> n == 0))
                .map(Subtask::subtask)
                .toList();
    }

    private static List<Watermark> sent(Map<String, Double> metrics) {
        List<Watermark> all =
                metrics.entrySet().stream()
                        .filter(e -> e.getKey().endsWith(METRIC))
                        .map(e -> Watermark.of(e.getValue()))
                        .toList();
        // Operators in front of the generator have none.
        List<Watermark> some = all.stream().filter(w -> !(w instanceof Watermark.None)).toList();
        return some.isEmpty() ? all : some;
    }
}
