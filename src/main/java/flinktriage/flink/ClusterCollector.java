package flinktriage.flink;

import flinktriage.model.Aggregate;
import flinktriage.model.Cluster;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects what is around the job: configuration, TaskManagers and their metrics. */
final class ClusterCollector {

    /** Configuration, TaskManagers, metrics of TaskManagers. */
    static final int COST = 3;

    /**
     * With fewer vertices the allowance has no place to keep for the CPU time of the first sample.
     */
    private static final int SMALL = 3;

    private static final String PATH = "/taskmanagers/metrics";
    private static final String METRICS = "metrics of the TaskManagers";
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\D?.*");

    private final Requests requests;
    private final Fetched config;

    private Optional<CompletableFuture<Observed<MetricSample>>> earlier = Optional.empty();
    private CompletableFuture<Fetched> configuration;
    private CompletableFuture<Fetched> taskManagers;
    private Supplier<Observed<MetricSample>> metrics;

    /**
     * @param config the reply of {@code /config}
     */
    ClusterCollector(Requests requests, Fetched config) {
        this.requests = requests;
        this.config = config;
    }

    /** How many places the first of two samples needs. */
    static int early(int vertices) {
        return vertices < SMALL ? 0 : 1;
    }

    /**
     * The first of two samples: CPU time only. Without it nobody can tell a job that waits from one
     * that computes, so that all but the smallest jobs have a place for it.
     *
     * @param at when Flink fetched the metrics
     */
    void startEarly(int vertices, Instant at) {
        Ask ask = early(vertices) > 0 ? requests::get : requests::extra;
        if (early(vertices) > 0 || requests.spare(1)) {
            MetricSelection cpuTime = MetricSelection.ofCpuTime(PATH);
            earlier =
                    Optional.of(
                            ask.get(cpuTime.path(), METRICS)
                                    .thenApply(reply -> sample(reply, cpuTime, at)));
        }
    }

    /**
     * @param at when Flink fetched the metrics
     */
    void start(Instant at) {
        configuration = requests.get("/jobmanager/config", "configuration");
        taskManagers = requests.get("/taskmanagers", "TaskManagers");
        metrics = metrics(at);
    }

    /** May ask once more, if the rest of the run has left room in the allowance. */
    Cluster cluster(Instant now, int otherJobs) {
        Observed<MetricSample> last = metrics.get();
        Fetched registered = taskManagers.join();
        return new Cluster(
                version(now),
                configuration.join().read(now, ClusterParser::configuration),
                registered.read(
                        now, json -> ClusterParser.taskManagers(json, registered.provenance(now))),
                last,
                coresInUse(last),
                otherJobs);
    }

    /**
     * Flink's CPU load is that since somebody last asked the JVM, often milliseconds ago and then
     * 0; CPU time is exact.
     */
    private Observed<Double> coresInUse(Observed<MetricSample> end) {
        if (earlier.isEmpty()) {
            return Observed.absent(Missing.Why.NOT_ASKED, "CPU time", "it takes two samples");
        }
        return earlier.get().join().flatMap(first -> end.flatMap(last -> cores(first, last)));
    }

    private static Observed<Double> cores(MetricSample first, MetricSample last) {
        Observed<Aggregate> end = last.metric(MetricSelection.CPU_TIME);
        double nanos = Duration.between(first.at(), last.at()).toNanos();
        return first.metric(MetricSelection.CPU_TIME)
                .flatMap(
                        start ->
                                end.flatMap(
                                        e -> {
                                            double used = e.sum() - start.sum();
                                            // A TaskManager that came or went changes the sum.
                                            return nanos <= 0 || used <= 0
                                                    ? Observed.absent(
                                                            Missing.Why.NOT_YET,
                                                            "CPU time",
                                                            "the same or fewer TaskManagers' values")
                                                    : Observed.of(used / nanos, end.from());
                                        }));
    }

    Observed<String> version(Instant now) {
        return config.observe(
                json ->
                        json.text("flink-version")
                                .map(
                                        text ->
                                                Observed.of(
                                                        text,
                                                        config.provenance(now)
                                                                .at("/flink-version")))
                                .orElseGet(
                                        () ->
                                                config.absent(
                                                        Missing.Why.NOT_EXPOSED, "Flink version")));
    }

    /** The names are known, except those of the garbage collectors before Flink 1.19. */
    private Supplier<Observed<MetricSample>> metrics(Instant at) {
        boolean old = before119();
        if (old && requests.spare(1)) {
            return listed(at, requests::get)::join;
        }
        MetricSelection selection = MetricSelection.ofTaskManagers(PATH, !old);
        CompletableFuture<Fetched> values = requests.get(selection.path(), METRICS);
        return () -> {
            Fetched reply = values.join();
            boolean nothing = reply.body().map(j -> j.items().isEmpty()).orElse(false);
            return nothing && requests.spare(2)
                    ? listed(at, requests::extra).join()
                    : sample(reply, selection, at);
        };
    }

    private interface Ask {
        CompletableFuture<Fetched> get(String path, String what);
    }

    private CompletableFuture<Observed<MetricSample>> listed(Instant at, Ask values) {
        return requests.extra(PATH, METRICS)
                .thenCompose(
                        list -> {
                            Set<String> names =
                                    list.body().map(MetricParser::names).orElse(Set.of());
                            MetricSelection selection = MetricSelection.ofTaskManagers(PATH, names);
                            return selection.asked().isEmpty()
                                    ? CompletableFuture.completedFuture(sample(list, selection, at))
                                    : values.get(selection.path(), METRICS)
                                            .thenApply(reply -> sample(reply, selection, at));
                        });
    }

    private Observed<MetricSample> sample(Fetched reply, MetricSelection selection, Instant at) {
        return reply.observe(
                list ->
                        list.items().isEmpty()
                                ? reply.absent(Missing.Why.NOT_YET, METRICS)
                                : Observed.of(
                                        MetricParser.sample(list, selection, PATH, at),
                                        reply.provenance(at)));
    }

    private boolean before119() {
        Optional<String> version = config.body().flatMap(json -> json.text("flink-version"));
        Matcher parts = VERSION.matcher(version.orElse(""));
        return parts.matches()
                && (Integer.parseInt(parts.group(1)) == 1 && Integer.parseInt(parts.group(2)) < 19);
    }
}
