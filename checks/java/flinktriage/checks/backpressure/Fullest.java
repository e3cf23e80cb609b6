package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Subtask;
import flinktriage.model.Vertex;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The subtask of a vertex that has got most records since the attempt began.
 *
 * @param factor its records over the mean of the others'
 * @param siblings how many others there are
 */
record Fullest(int subtask, double factor, int siblings, Provenance from) {

    /** Empty for fewer than two subtasks that are counted, or fewer records than {@code volume}. */
    static Optional<Fullest> of(JobView job, Vertex v, double volume) {
        Observed<List<Subtask>> observed = job.subtasks(v);
        List<Subtask> counted =
                observed.require().stream().filter(s -> s.recordsIn().isPresent()).toList();
        long total = counted.stream().mapToLong(s -> s.recordsIn().require()).sum();
        if (counted.size() < 2 || total < volume) {
            return Optional.empty();
        }
        int siblings = counted.size() - 1;
        return counted.stream()
                .max(Comparator.comparingLong(s -> s.recordsIn().require()))
                .map(
                        s ->
                                new Fullest(
                                        s.subtask(),
                                        factor(s.recordsIn().require(), total, siblings),
                                        siblings,
                                        observed.from()));
    }

    /** The largest over the mean of the others. */
    static double factor(double most, double sum, int siblings) {
        double others = (sum - most) / siblings;
        return others <= 0 ? (most > 0 ? Double.MAX_VALUE : 1) : most / others;
    }
}
