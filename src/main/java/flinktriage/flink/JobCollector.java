package flinktriage.flink;

import flinktriage.model.CheckpointHistory;
import flinktriage.model.Cluster;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/** Collects one job. */
final class JobCollector {

    /**
     * The request for the job makes the JobManager fetch metrics; on a small cluster they arrive 60
     * to 100 ms later.
     */
    private static final Duration UNTIL_FETCHED = Duration.ofMillis(150);

    /**
     * The same with time to spare: a second sample of the same fetch is the first one again, and on
     * a busy JobManager with many tasks a fetch was seen to take longer.
     */
    private static final Duration UNTIL_FETCHED_AGAIN = Duration.ofSeconds(1);

    private static final Duration UNTIL_LISTED = Duration.ofSeconds(1);

    /** Asked about together, so that a deadline leaves whole vertices rather than halves of all. */
    private static final int BATCH = 64;

    /** Checkpoints, their configuration, exceptions. */
    private static final int COST = 3;

    private static final String GONE = "the job has gone during the run";

    private final Requests requests;
    private final Pause pause;
    private final Progress progress;
    private final CollectSettings settings;
    private final JobSummary summary;
    private final String path;
    private final ClusterCollector around;
    private final MetricClock clock;
    private final List<String> notes = new ArrayList<>();

    JobCollector(
            Requests requests,
            Pause pause,
            Progress progress,
            CollectSettings settings,
            JobSummary summary,
            Fetched config) {
        this.requests = requests;
        this.pause = pause;
        this.progress = progress;
        this.settings = settings;
        this.summary = summary;
        this.path = "/jobs/" + summary.id().hex();
        this.around = new ClusterCollector(requests, config);
        this.clock = new MetricClock(requests, pause, summary.id().hex());
    }

    /** What happened meanwhile that a reader should know. */
    List<String> notes() {
        return notes;
    }

    Job collect(int otherJobs) {
        Fetched reply = requests.extra(path, "job").join();
        Optional<JobParser.Parsed> parsed = JobParser.job(reply, summary);
        if (parsed.isEmpty()) {
            return withoutDescription(reply, otherJobs);
        }
        JobParser.Parsed job = parsed.get();
        if (!job.planned() && !job.graph().vertices().isEmpty()) {
            notes.add("Flink shows no plan of the job at the moment");
        }
        boolean ended = job.state().terminal() || requests.archived();
        if (requests.archived()) {
            notes.add(
                    "the job as it was archived at "
                            + job.now().truncatedTo(ChronoUnit.SECONDS)
                            + "; busy and backpressured are averages over the last attempt;"
                            + " Flink keeps no metrics, watermarks and TaskManagers");
        }
        int samples = ended ? 0 : settings.samples();
        int vertices = job.graph().vertices().size();
        requests.allowFor(vertices);
        requests.reserve(
                ClusterCollector.COST
                        + COST
                        + Math.max(1, samples)
                        + (samples > 1 ? 1 + ClusterCollector.early(vertices) : 0)
                        + CheckpointCollector.cost(vertices)
                        + vertices * (ended ? 1 : VertexCollector.cost(samples)));

        Map<VertexId, VertexCollector> collectors = new LinkedHashMap<>();
        for (Vertex v : Ranking.of(job.graph(), job.load())) {
            collectors.put(v.id(), new VertexCollector(requests, summary.id(), v));
        }
        List<VertexCollector> ranked = List.copyOf(collectors.values());
        if (samples > 1) {
            pause.of(UNTIL_FETCHED);
            Instant first = clock.readFresh(job);
            around.startEarly(vertices, first);
            sample(ranked, first, Optional.empty());
            waitForTheSecond();
            requests.restartDeadline();
            job = again(job);
            ended = job.state().terminal();
        }
        if (ended) {
            String state = "the job is " + job.state();
            ranked.forEach(v -> v.ended(state));
        } else {
            pause.of(samples > 1 ? UNTIL_FETCHED_AGAIN : UNTIL_FETCHED);
        }
        Instant at = clock.readFresh(job);
        if (!ended && MetricClock.old(at, job)) {
            notes.add("the metrics are " + shown(MetricClock.age(at, job)) + " old");
        }
        return last(job, at, collectors, ranked, ended, otherJobs);
    }

    private Job last(
            JobParser.Parsed job,
            Instant at,
            Map<VertexId, VertexCollector> collectors,
            List<VertexCollector> ranked,
            boolean ended,
            int otherJobs) {
        Instant now = job.now();
        around.start(at);
        CompletableFuture<Fetched> checkpoints =
                requests.get(path + "/checkpoints", "checkpoint history");
        CompletableFuture<Fetched> config =
                requests.get(path + "/checkpoints/config", "checkpoint configuration");
        CompletableFuture<Fetched> exceptions =
                requests.get(path + "/exceptions?maxExceptions=16", "exception history");
        if (ended) {
            all(ranked, v -> v.ended(now));
        } else {
            sample(ranked, at, Optional.of(now));
        }
        unmeasured(ranked);
        Observed<CheckpointHistory> history =
                checkpointing(checkpoints.join(), CheckpointParser::history, now);
        Map<VertexId, VertexMeasures> measures = new LinkedHashMap<>();
        collectors.forEach((id, v) -> measures.put(id, v.measures()));
        return new Job(
                summary.id(),
                job.name(),
                job.state(),
                now,
                job.startedAt(),
                job.runningSince(),
                job.streaming(),
                job.graph(),
                measures,
                history,
                checkpointing(config.join(), CheckpointParser::config, now),
                history.flatMap(
                        h ->
                                new CheckpointCollector(requests, summary.id(), job.graph())
                                        .details(h, now)),
                exceptions.join().read(now, ExceptionParser::history),
                clock.restarts(at),
                around.cluster(now, otherJobs),
                Outside.NOT_ASKED);
    }

    /** Which part of a large job is not in the report, and why. */
    private void unmeasured(List<VertexCollector> ranked) {
        List<Missing> missing = ranked.stream().flatMap(v -> v.failure().stream()).toList();
        if (!missing.isEmpty() && ranked.size() > 1 && !notes.contains(GONE)) {
            notes.add(
                    missing.size()
                            + " of "
                            + ranked.size()
                            + (missing.size() == 1 ? " vertices was" : " vertices were")
                            + " not measured completely; first "
                            + missing.get(0).sentence());
        }
    }

    private static String shown(Duration age) {
        return age.toSeconds() < 120 ? age.toSeconds() + " s" : age.toMinutes() + " min";
    }

    /** One reading of all vertices; with the rest of what is asked about them if it is the last. */
    private void sample(List<VertexCollector> ranked, Instant at, Optional<Instant> last) {
        boolean waited = false;
        for (int from = 0; from < ranked.size(); from += BATCH) {
            List<VertexCollector> batch =
                    ranked.subList(from, Math.min(ranked.size(), from + BATCH));
            all(batch.stream().filter(VertexCollector::nameless).toList(), VertexCollector::names);
            whileAffordable(batch, VertexCollector::listTooLarge, VertexCollector::shorterNames);
            if (batch.stream().anyMatch(VertexCollector::shouldHaveNames) && requests.spare(1)) {
                if (!waited) {
                    pause.of(UNTIL_LISTED);
                    waited = true;
                }
                whileAffordable(
                        batch, VertexCollector::shouldHaveNames, VertexCollector::namesAgain);
            }
            List<CompletableFuture<Void>> samples = new ArrayList<>();
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (VertexCollector v : batch) {
                CompletableFuture<Void> sampled = v.sample(at);
                samples.add(sampled);
                last.ifPresent(now -> others.add(v.last(sampled, at, now)));
            }
            samples.forEach(CompletableFuture::join);
            whileAffordable(
                    batch, VertexCollector::lacksTheVanished, v -> v.withoutTheVanished(at));
            others.forEach(CompletableFuture::join);
        }
    }

    /**
     * Asks more, in the order of the vertices. Only what all have answered decides, never who
     * answered first: a capture of the replies must lead to the same requests.
     */
    private void whileAffordable(
            List<VertexCollector> vertices,
            Predicate<VertexCollector> which,
            Function<VertexCollector, CompletableFuture<Void>> ask) {
        vertices.stream()
                .filter(which)
                .filter(v -> requests.spare(1))
                .map(ask)
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static void all(
            List<VertexCollector> vertices,
            Function<VertexCollector, CompletableFuture<Void>> ask) {
        // Asked in order, awaited together.
        vertices.stream().map(ask).toList().forEach(CompletableFuture::join);
    }

    private void waitForTheSecond() {
        Duration second = Duration.ofSeconds(1);
        Duration left = settings.interval();
        while (left.compareTo(Duration.ZERO) > 0) {
            Duration step = left.compareTo(second) < 0 ? left : second;
            progress.say(
                    "waiting for the second sample, "
                            + Math.max(1, left.plusMillis(999).toSeconds())
                            + " s left");
            pause.of(step);
            left = left.minus(step);
        }
    }

    /** The job as it is now; as it was if it is gone. */
    private JobParser.Parsed again(JobParser.Parsed before) {
        Fetched reply = requests.get(path, "job").join();
        Optional<JobParser.Parsed> now = JobParser.job(reply, summary);
        if (now.isEmpty()) {
            notes.add(
                    reply.status() == 404
                            ? GONE
                            : "the second look at the job failed: "
                                    + reply.failure().map(f -> f.cause()).orElse("no job in it"));
            return before;
        }
        JobParser.Parsed job = now.get();
        if (job.state() != before.state()) {
            notes.add(
                    "the job went from "
                            + before.state()
                            + " to "
                            + job.state()
                            + " during the run");
        } else if (!job.runningSince().stream()
                .toList()
                .equals(before.runningSince().stream().toList())) {
            notes.add("the job restarted during the run");
        }
        // Without its plan nobody knows what feeds what; between restarts the adaptive scheduler
        // has none.
        return before.planned() && !job.planned() ? job.withGraph(before.graph()) : job;
    }

    /** A job graph without checkpoint settings has no checkpoints to show. */
    private static <T> Observed<T> checkpointing(
            Fetched reply, Function<Json, T> parser, Instant now) {
        boolean off =
                reply.status() == 404
                        && reply.missing()
                                .map(m -> m.detail().contains("has not been enabled"))
                                .orElse(false);
        return off ? reply.absent(Missing.Why.NOT_EXPOSED, "checkpoints") : reply.read(now, parser);
    }

    private Job withoutDescription(Fetched reply, int otherJobs) {
        Missing missing =
                reply.missing()
                        .orElse(
                                new Missing(
                                        Missing.Why.REQUEST_FAILED,
                                        "job",
                                        reply.request() + ": not the description of a job"));
        notes.add(missing.sentence());
        Instant now = summary.startedAt();
        Cluster cluster =
                new Cluster(
                        around.version(now),
                        Observed.absent(missing),
                        Observed.absent(missing),
                        Observed.absent(missing),
                        otherJobs);
        return new Job(
                summary.id(),
                summary.name(),
                summary.state(),
                now,
                summary.startedAt(),
                Observed.absent(missing),
                Observed.absent(missing),
                new JobGraph(List.of()),
                Map.of(),
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing),
                Observed.absent(missing),
                cluster,
                Outside.NOT_ASKED);
    }
}
