package flinktriage.flink;

import flinktriage.model.JobId;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskMetrics;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import flinktriage.model.Watermark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Collects what is measured at one vertex. The number of requests does not depend on its
 * parallelism: names, values per sample, backpressure, subtasks, and watermarks or, for a source,
 * values per subtask.
 */
final class VertexCollector {

    private static final String METRICS = "metrics of the vertex";
    private static final String PER_SUBTASK = "metrics per subtask";

    private final Requests requests;
    private final Vertex vertex;
    private final String path;
    private final String aggregated;
    private final List<MetricSample> samples = new ArrayList<>();

    private Set<String> names = Set.of();
    private boolean listedNothing;
    private boolean listTooLarge;
    private Optional<MetricSelection> vanished = Optional.empty();
    private boolean bySubtask;
    private SortedMap<Integer, Set<String>> namesBySubtask = new TreeMap<>();
    private Observed<List<MetricSample>> noSample =
            Observed.absent(Missing.Why.NOT_ASKED, METRICS, "");
    private Observed<List<SubtaskTimes>> times =
            Observed.absent(Missing.Why.NOT_ASKED, "busy and backpressured time", "");
    private Observed<List<Subtask>> subtasks =
            Observed.absent(Missing.Why.NOT_ASKED, "subtasks", "");
    private Observed<SortedMap<Integer, Watermark>> watermarks =
            Observed.absent(Missing.Why.NOT_ASKED, "input watermarks", "");
    private Observed<SubtaskMetrics> perSubtask =
            Observed.absent(Missing.Why.NOT_ASKED, PER_SUBTASK, "only for sources");

    VertexCollector(Requests requests, JobId job, Vertex vertex) {
        this.requests = requests;
        this.vertex = vertex;
        this.path = "/jobs/" + job.hex() + "/vertices/" + vertex.id().hex();
        this.aggregated = path + "/subtasks/metrics";
        this.bySubtask = vertex.source();
    }

    /** How many requests it takes. */
    static int cost(int samples) {
        return 4 + samples;
    }

    /** The job has ended: what is left of its metrics is no measurement. */
    void ended(String why) {
        Missing.Why ended = Missing.Why.NOT_ASKED;
        noSample = Observed.absent(ended, METRICS, why);
        times = Observed.absent(ended, "busy and backpressured time", why);
        watermarks = Observed.absent(ended, "input watermarks", why);
        perSubtask = Observed.absent(ended, PER_SUBTASK, why);
    }

    /**
     * What could not be measured because there was no usable answer; the first thing if several.
     */
    Optional<Missing> failure() {
        return Stream.of(times, samples.isEmpty() ? noSample : times, subtasks, watermarks)
                .flatMap(
                        o ->
                                o instanceof Observed.Absent<?> a
                                        ? Stream.of(a.missing())
                                        : Stream.<Missing>empty())
                .filter(
                        m ->
                                m.why() == Missing.Why.REQUEST_FAILED
                                        || m.why() == Missing.Why.TOO_LARGE)
                .findFirst();
    }

    boolean nameless() {
        return names.isEmpty();
    }

    /**
     * Metrics of a task are registered before it runs: nothing yet means that none were fetched.
     */
    boolean shouldHaveNames() {
        return listedNothing && vertex.state().equals("RUNNING");
    }

    CompletableFuture<Void> names() {
        return names(requests.get(listing(), METRICS));
    }

    CompletableFuture<Void> namesAgain() {
        return names(requests.extra(listing(), METRICS));
    }

    /** The list of a source with thousands of subtasks is too large, its names alone are not. */
    boolean listTooLarge() {
        return bySubtask && listTooLarge;
    }

    CompletableFuture<Void> shorterNames() {
        bySubtask = false;
        return namesAgain();
    }

    private String listing() {
        // For sources the list of the vertex, which names each subtask's metrics.
        return bySubtask ? path + "/metrics" : aggregated;
    }

    private CompletableFuture<Void> names(CompletableFuture<Fetched> reply) {
        return reply.thenAccept(
                list -> {
                    Set<String> listed = list.body().map(MetricParser::names).orElse(Set.of());
                    listedNothing = list.body().isPresent() && listed.isEmpty();
                    listTooLarge =
                            list.missing().stream().anyMatch(m -> m.why() == Missing.Why.TOO_LARGE);
                    noSample = list.observe(json -> list.absent(Missing.Why.NOT_YET, METRICS));
                    if (vertex.source() && !bySubtask) {
                        perSubtask =
                                Observed.absent(
                                        Missing.Why.TOO_LARGE,
                                        PER_SUBTASK,
                                        "GET " + path + "/metrics");
                    }
                    if (bySubtask) {
                        perSubtask =
                                list.observe(json -> list.absent(Missing.Why.NOT_YET, PER_SUBTASK));
                        namesBySubtask = MetricParser.namesBySubtask(listed);
                        names = new TreeSet<>();
                        namesBySubtask.values().forEach(names::addAll);
                    } else {
                        names = listed;
                    }
                });
    }

    /**
     * Reads the aggregated values once.
     *
     * @param at when Flink fetched them
     */
    CompletableFuture<Void> sample(Instant at) {
        MetricSelection selection = MetricSelection.ofVertex(aggregated, vertex.source(), names);
        if (selection.asked().isEmpty()) {
            requests.release(1);
            return CompletableFuture.completedFuture(null);
        }
        return requests.get(selection.path(), METRICS)
                .thenAccept(
                        reply -> {
                            boolean nothing =
                                    reply.body().map(list -> list.items().isEmpty()).orElse(false);
                            vanished = nothing ? Optional.of(selection) : Optional.empty();
                            keep(reply, selection, at);
                        });
    }

    /** One name that is gone empties the whole reply (all versions up to 2.3). */
    boolean lacksTheVanished() {
        return vanished.filter(s -> !ofTask(s).asked().isEmpty()).isPresent();
    }

    /** Reads again, without what may be gone. */
    CompletableFuture<Void> withoutTheVanished(Instant at) {
        MetricSelection selection = vanished.orElseThrow();
        vanished = Optional.empty();
        return requests.extra(ofTask(selection).path(), METRICS)
                .thenAccept(reply -> keep(reply, selection, at));
    }

    private MetricSelection ofTask(MetricSelection selection) {
        return MetricSelection.ofTask(aggregated, selection.asked());
    }

    private void keep(Fetched reply, MetricSelection selection, Instant at) {
        if (reply.body().isEmpty()) {
            noSample = Observed.absent(reply.missing().orElseThrow());
        } else if (reply.body().get().items().isEmpty()) {
            noSample = reply.absent(Missing.Why.NOT_YET, METRICS);
        } else {
            samples.add(MetricParser.sample(reply.body().get(), selection, aggregated, at));
        }
    }

    /**
     * What is asked once, with the last sample.
     *
     * @param sampled when it has been read
     * @param at when Flink fetched the metrics, of which times and watermarks are made
     */
    CompletableFuture<Void> last(CompletableFuture<Void> sampled, Instant at, Instant now) {
        return CompletableFuture.allOf(
                requests.get(path + "/backpressure", "busy and backpressured time")
                        .thenAccept(reply -> times = VertexParser.times(reply, vertex.runs(), at)),
                subtasks(now),
                vertex.source() ? perSubtask(sampled, at) : watermarks(at));
    }

    private CompletableFuture<Void> subtasks(Instant now) {
        return requests.get(path, "subtasks")
                .thenAccept(reply -> subtasks = VertexParser.subtasks(reply, now));
    }

    /** What is left of the subtasks of a job that has ended. */
    CompletableFuture<Void> ended(Instant now) {
        return requests.get(path, "subtasks")
                .thenAccept(
                        reply -> {
                            subtasks = VertexParser.subtasks(reply, now);
                            VertexParser.timesOfEnded(reply, now).ifPresent(t -> times = t);
                        });
    }

    private CompletableFuture<Void> watermarks(Instant at) {
        return requests.get(path + "/watermarks", "input watermarks")
                .thenAccept(
                        reply ->
                                watermarks =
                                        reply.read(at, MetricParser::watermarks)
                                                .flatMap(
                                                        map ->
                                                                map.isEmpty()
                                                                        ? reply.absent(
                                                                                Missing.Why.NOT_YET,
                                                                                "input watermarks")
                                                                        : Observed.of(
                                                                                map,
                                                                                reply.provenance(
                                                                                        at))));
    }

    private CompletableFuture<Void> perSubtask(CompletableFuture<Void> sampled, Instant at) {
        watermarks =
                Observed.absent(Missing.Why.NOT_EXPOSED, "input watermarks", "a source has none");
        if (names.isEmpty() || !bySubtask) {
            requests.release(1);
            return CompletableFuture.completedFuture(null);
        }
        if (names.stream().noneMatch(VertexCollector::interestingPerSubtask)) {
            requests.release(1);
            perSubtask = namesAlone(at);
            return CompletableFuture.completedFuture(null);
        }
        return sampled.thenCompose(
                x -> {
                    MetricSelection selection =
                            MetricSelection.plain(path + "/metrics", wantedPerSubtask());
                    if (selection.asked().isEmpty()) {
                        // Names too long for a request. Its place stays reserved: whether it is
                        // given back must not depend on when the sample came.
                        perSubtask = namesAlone(at);
                        return CompletableFuture.completedFuture(null);
                    }
                    return requests.get(selection.path(), PER_SUBTASK)
                            .thenAccept(reply -> perSubtask = perSubtask(reply, selection, at));
                });
    }

    private Observed<SubtaskMetrics> namesAlone(Instant at) {
        return Observed.of(
                new SubtaskMetrics(namesBySubtask, new TreeMap<>(), true),
                new Provenance("GET " + path + "/metrics", "", at));
    }

    private static boolean interestingPerSubtask(String id) {
        return id.endsWith(".currentOutputWatermark") || id.endsWith(".currentOffset");
    }

    private Observed<SubtaskMetrics> perSubtask(
            Fetched reply, MetricSelection selection, Instant at) {
        // The names are worth having even if the values did not come.
        SubtaskMetrics known =
                reply.body()
                        .map(
                                list ->
                                        MetricParser.perSubtask(
                                                namesBySubtask, list, selection.left().isEmpty()))
                        .orElseGet(
                                () -> new SubtaskMetrics(namesBySubtask, new TreeMap<>(), false));
        return Observed.of(known, new Provenance("GET " + path + "/metrics", "", at));
    }

    /** Operator by operator, so that one is known for all subtasks if not all fit. */
    private List<String> wantedPerSubtask() {
        List<String> all =
                names.stream().filter(id -> id.endsWith(".currentOutputWatermark")).toList();
        // Operators before the one that makes watermarks never have one.
        List<String> emitting = all.stream().filter(id -> !silent(id)).toList();
        List<String> wanted = new ArrayList<>();
        for (String id : emitting.isEmpty() ? all : emitting) {
            namesBySubtask.forEach(
                    (subtask, ids) -> {
                        if (ids.contains(id)) {
                            wanted.add(subtask + "." + id);
                        }
                    });
        }
        namesBySubtask.forEach(
                (subtask, ids) ->
                        ids.stream()
                                .filter(id -> id.endsWith(".currentOffset"))
                                .forEach(id -> wanted.add(subtask + "." + id)));
        return wanted;
    }

    /** No subtask has emitted a watermark there. */
    private boolean silent(String id) {
        return samples.stream().reduce((first, second) -> second).stream()
                .flatMap(sample -> sample.metric(id).stream())
                .anyMatch(range -> Watermark.of(range.max()) instanceof Watermark.None);
    }

    VertexMeasures measures() {
        Observed<List<MetricSample>> all =
                samples.isEmpty()
                        ? noSample
                        : Observed.of(
                                List.copyOf(samples),
                                new Provenance(
                                        "GET " + aggregated,
                                        "",
                                        samples.get(samples.size() - 1).at()));
        return new VertexMeasures(times, subtasks, all, watermarks, perSubtask);
    }
}
