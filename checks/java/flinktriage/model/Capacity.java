package flinktriage.model;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Estimates what each vertex could process, from counters of two samples. It refuses rather than to
 * guess: a job that starts or catches up has other numbers than the same job an hour later.
 */
public final class Capacity {

    /** Flink's times and rates still remember a start for 60 s, and are fetched every 10 s. */
    private static final Duration SETTLED = Duration.ofSeconds(75);

    /** Two readings that are closer may be the same data. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    /** A backlog of more reading than this is a job that catches up, or falls behind. */
    private static final double MOST_BACKLOG_SECONDS = 30;

    private static final double FEWEST_RECORDS = 100;
    private static final double LEAST_BUSY = 0.1;
    private static final double AIM = 0.8;
    private static final double HELD_BACK = 0.5;
    private static final String WHAT = "capacity";

    private final Job job;
    private final Optional<Missing> refused;

    private Capacity(Job job) {
        this.job = job;
        this.refused = refusal();
    }

    /** By vertex, in the order of the graph: an estimate, or why there is none. */
    public static Map<Vertex, Observed<VertexCapacity>> of(Job job) {
        Capacity capacity = new Capacity(job);
        Map<Vertex, Observed<VertexCapacity>> all = new LinkedHashMap<>();
        job.graph().vertices().forEach(v -> all.put(v, capacity.of(v)));
        return all;
    }

    private Optional<Missing> refusal() {
        if (job.state() != JobState.RUNNING) {
            return because("the job is " + job.state());
        }
        Stream<Instant> starts =
                Stream.concat(
                        job.runningSince().stream(),
                        job.measures().values().stream()
                                .flatMap(m -> m.subtasks().stream())
                                .flatMap(List::stream)
                                .flatMap(s -> s.startedAt().stream()));
        Optional<Instant> youngest = starts.max(Instant::compareTo);
        if (youngest.isEmpty()
                || Duration.between(youngest.get(), job.now()).compareTo(SETTLED) < 0) {
            return because("a task started less than 75 s ago");
        }
        for (Vertex source : job.graph().sources()) {
            Observed<VertexMeasures> measures = measures(source);
            Observed<Backlog> backlog =
                    Backlog.of(measures.flatMap(VertexMeasures::samples), source.name());
            double kafka =
                    measures.stream()
                            .flatMap(m -> m.perSubtask().stream())
                            .mapToDouble(this::unreadInKafka)
                            .max()
                            .orElse(0);
            double reads = delta(source, "numRecordsIn").orElse(0.0);
            double waiting =
                    Math.max(kafka, backlog.stream().mapToDouble(Backlog::records).max().orElse(0));
            if (waiting > Math.max(FEWEST_RECORDS, reads * MOST_BACKLOG_SECONDS)) {
                return because("the backlog of " + source.name() + " is more than 30 s of reading");
            }
        }
        return Optional.empty();
    }

    private double unreadInKafka(SubtaskMetrics metrics) {
        return job.outside().kafkaTopics().stream()
                .flatMap(all -> KafkaTopic.readBy(metrics, all).stream())
                .flatMap(topic -> topic.unread(metrics).stream())
                .mapToDouble(Long::doubleValue)
                .sum();
    }

    private Observed<VertexCapacity> of(Vertex v) {
        if (refused.isPresent()) {
            return Observed.absent(refused.get());
        }
        Observed<List<MetricSample>> samples = measures(v).flatMap(VertexMeasures::samples);
        if (samples instanceof Observed.Absent<List<MetricSample>> absent) {
            return Observed.absent(absent.missing());
        }
        Duration interval = interval(samples.require());
        if (interval.compareTo(SHORTEST) < 0) {
            return absent("it takes two samples, 5 s apart or more");
        }
        Optional<Double> rate = delta(v, "numRecordsIn");
        Optional<Aggregate> busy = busyPerSecond(v);
        if (rate.isEmpty() || busy.isEmpty()) {
            return absent("no records or no busy time of " + v.name() + " in both samples");
        }
        if (rate.get() * interval.toMillis() / 1000.0 < FEWEST_RECORDS) {
            return absent(v.name() + " read fewer than 100 records between the samples");
        }
        double mean = Math.min(1, busy.get().avg());
        double hottest = Math.min(1, Math.max(busy.get().max(), mean));
        if (hottest < LEAST_BUSY || mean <= 0) {
            return absent(v.name() + " is less than 10 % busy");
        }
        int needed = Math.max(1, (int) Math.ceil(v.parallelism() * hottest / AIM));
        return Observed.of(
                new VertexCapacity(
                        v.id(),
                        v.name(),
                        v.parallelism(),
                        interval,
                        rate.get(),
                        hottest,
                        rate.get() / hottest,
                        rate.get() / mean,
                        observed(v, rate.get()),
                        needed,
                        units(v).map(n -> Divisors.of(n, needed).near()).orElse(List.of())),
                samples.from());
    }

    /** An input that is held back means that the vertex already takes all it can. */
    private Observed<Double> observed(Vertex v, double rate) {
        boolean waiting =
                v.inputs().stream()
                        .flatMap(i -> Optional.ofNullable(job.measures().get(i.from())).stream())
                        .flatMap(m -> m.times().stream())
                        .flatMap(List::stream)
                        .flatMap(t -> t.backpressured().stream())
                        .anyMatch(share -> share >= HELD_BACK);
        return waiting
                ? measures(v).flatMap(VertexMeasures::samples).map(s -> rate)
                : Observed.absent(
                        Missing.Why.NOT_ASKED,
                        "observed capacity",
                        "no input waits for the vertex");
    }

    /** Partitions of a source if Kafka told, key groups of what is keyed. */
    private Optional<Integer> units(Vertex v) {
        if (v.source()) {
            return measures(v).stream()
                    .flatMap(m -> m.perSubtask().stream())
                    .flatMap(
                            metrics ->
                                    job.outside().kafkaTopics().stream()
                                            .map(all -> KafkaTopic.readBy(metrics, all)))
                    .filter(topics -> !topics.isEmpty())
                    .map(topics -> topics.stream().mapToInt(KafkaTopic::partitions).sum())
                    .filter(n -> n > 0)
                    .findFirst();
        }
        return v.inputs().stream().anyMatch(i -> i.ship().equals("HASH"))
                ? v.maxParallelism().stream().filter(n -> n > 0).findFirst()
                : Optional.empty();
    }

    private Observed<VertexMeasures> measures(Vertex v) {
        VertexMeasures found = job.measures().get(v.id());
        return found == null
                ? absent("nothing was measured at " + v.name())
                : Observed.of(found, new Provenance("", "", job.now()));
    }

    private static Duration interval(List<MetricSample> samples) {
        return Duration.between(samples.get(0).at(), samples.get(samples.size() - 1).at());
    }

    /** Busy share per subtask between the samples: their largest and their mean. */
    private Optional<Aggregate> busyPerSecond(Vertex v) {
        String id = "accumulateBusyTimeMs";
        for (List<MetricSample> samples :
                measures(v).flatMap(VertexMeasures::samples).stream().toList()) {
            Optional<Aggregate> before = samples.get(0).metric(id).stream().findFirst();
            Optional<Aggregate> after =
                    samples.get(samples.size() - 1).metric(id).stream().findFirst();
            double millis = interval(samples).toMillis();
            if (before.isPresent() && after.isPresent() && millis > 0) {
                double max = (after.get().max() - before.get().max()) / millis;
                double avg = (after.get().avg() - before.get().avg()) / millis;
                // Counters that went back belong to another attempt.
                return max < 0 || avg < 0
                        ? Optional.empty()
                        : Optional.of(new Aggregate(0, max, avg, avg * v.parallelism()));
            }
        }
        return Optional.empty();
    }

    /** Records per second; those of a source's task are 0 up to Flink 1.20, its operator's not. */
    private Optional<Double> delta(Vertex v, String id) {
        for (List<MetricSample> samples :
                measures(v).flatMap(VertexMeasures::samples).stream().toList()) {
            Optional<Double> before = sum(v, samples.get(0), id);
            Optional<Double> after = sum(v, samples.get(samples.size() - 1), id);
            double seconds = interval(samples).toMillis() / 1000.0;
            if (before.isPresent() && after.isPresent() && seconds > 0) {
                double rate = (after.get() - before.get()) / seconds;
                return rate < 0 ? Optional.empty() : Optional.of(rate);
            }
        }
        return Optional.empty();
    }

    private static Optional<Double> sum(Vertex v, MetricSample sample, String id) {
        Optional<Double> ofTask = sample.metric(id).stream().map(Aggregate::sum).findFirst();
        return v.source()
                ? Stream.concat(ofTask.stream(), sample.overOperators(id).map(Aggregate::sum))
                        .max(Double::compare)
                : ofTask;
    }

    private static Optional<Missing> because(String detail) {
        return Optional.of(new Missing(Missing.Why.NOT_ASKED, WHAT, detail));
    }

    private static <T> Observed<T> absent(String detail) {
        return Observed.absent(because(detail).orElseThrow());
    }
}
