package flinktriage.checks.backpressure;

import flinktriage.check.JobView;
import flinktriage.model.MetricSample;
import flinktriage.model.Provenance;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The busy vertices below a backpressured one, as one sample names them.
 *
 * @param at when Flink fetched the sample
 */
record Suspects(Instant at, List<Suspect> all) {

    private static final String BUSY = "busyTimeMsPerSecond";
    private static final String BACKPRESSURED = "backPressuredTimeMsPerSecond";

    /**
     * @param busy share of the time of the hottest subtask, 0 to 1
     */
    record Suspect(Vertex vertex, double busy, Provenance from) {}

    /**
     * Oldest first, each fetch of Flink once: a sample of the same fetch is the same data.
     *
     * @throws flinktriage.model.MissingMeasurementException if a running vertex has no metrics, or
     *     none reports a busy time
     */
    static List<Suspects> inEachSample(JobView job, double busy, double backpressured) {
        List<Vertex> running = VertexLoad.running(job);
        Map<VertexId, List<MetricSample>> samples = new LinkedHashMap<>();
        running.forEach(v -> samples.put(v.id(), job.samples(v).require()));
        if (running.stream().noneMatch(v -> job.metrics(v).require().metric(BUSY).isPresent())) {
            job.metrics(running.get(0)).require().metric(BUSY).require();
        }
        int count = samples.values().stream().mapToInt(List::size).min().orElse(0);
        List<Suspects> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<VertexId, MetricSample> sample = new LinkedHashMap<>();
            int fromTheEnd = count - i;
            samples.forEach((id, list) -> sample.put(id, list.get(list.size() - fromTheEnd)));
            Instant at = sample.get(running.get(0).id()).at();
            if (found.isEmpty() || found.get(found.size() - 1).at().isBefore(at)) {
                found.add(new Suspects(at, suspects(job, running, sample, busy, backpressured)));
            }
        }
        return found;
    }

    private static List<Suspect> suspects(
            JobView job,
            List<Vertex> running,
            Map<VertexId, MetricSample> sample,
            double busy,
            double backpressured) {
        List<Suspect> found = new ArrayList<>();
        for (Vertex v : running) {
            boolean held =
                    job.graph().upstream(v).stream()
                            .anyMatch(u -> share(sample, u, BACKPRESSURED) >= backpressured);
            double share = share(sample, v, BUSY);
            if (held && share >= busy) {
                found.add(new Suspect(v, share, sample.get(v.id()).metric(BUSY).from()));
            }
        }
        return found;
    }

    /** Of the worst subtask; 0 where Flink gives none: such a vertex is no suspect. */
    private static double share(Map<VertexId, MetricSample> sample, Vertex v, String metric) {
        MetricSample own = sample.get(v.id());
        return own == null
                ? 0
                : own.metric(metric).stream()
                        .mapToDouble(a -> Math.min(1, a.max() / 1000))
                        .max()
                        .orElse(0);
    }

    /** Both name somebody, and nobody twice. */
    boolean disagreesWith(Suspects other) {
        return !all.isEmpty()
                && !other.all.isEmpty()
                && ids().stream().noneMatch(other.ids()::contains);
    }

    Suspect worst() {
        return all.stream().max(Comparator.comparingDouble(Suspect::busy)).orElseThrow();
    }

    private List<VertexId> ids() {
        return all.stream().map(s -> s.vertex().id()).collect(Collectors.toList());
    }
}
