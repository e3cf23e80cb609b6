package flinktriage.flink;

import flinktriage.model.Cluster;
import flinktriage.model.Job;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Turns replies of a JobManager into a snapshot. Never throws because of a reply: what is missing,
 * late or malformed is absent in the snapshot, with the request that lacked it.
 *
 * <p>A job with V vertices takes at most 12 + 7V requests, two samples included, at any
 * parallelism.
 */
public final class Collector {

    /** Of how many jobs of the same name a note is made. */
    private static final int NAMESAKES = 3;

    private final Source source;
    private final Clock clock;
    private final Pause pause;
    private final Progress progress;

    /**
     * @param clock our own, for the report's head and the elapsed time only
     */
    public Collector(Source source, Clock clock, Pause pause, Progress progress) {
        this.source = source;
        this.clock = clock;
        this.pause = pause;
        this.progress = progress;
    }

    /** The jobs of the cluster. */
    public JobListing jobs() {
        return listing(new Requests(source).extra("/jobs/overview", "list of jobs").join());
    }

    /** Collects one job. */
    public Collected collect(Target target, JobChoice choice, CollectSettings settings) {
        Instant takenAt = clock.instant();
        int requestsBefore = source.requests();
        long bytesBefore = source.bytes();
        Requests requests = new Requests(source);
        CompletableFuture<Fetched> configReply = requests.extra("/config", "Flink version");
        CompletableFuture<Fetched> overview = requests.extra("/jobs/overview", "list of jobs");
        Fetched config = configReply.join();
        JobListing listing = listing(overview.join());
        List<JobSummary> fitting = choice.among(listing.jobs());
        if (listing.unreachable().isPresent()) {
            Unreachable why = config.failure().orElse(listing.unreachable().get());
            Optional<JobId> id = choice.id();
            if (config.failure().isPresent() || id.isEmpty()) {
                return new Collected.Taken(
                        unreachable(
                                target,
                                takenAt,
                                why,
                                traffic(takenAt, requestsBefore, bytesBefore)));
            }
            fitting =
                    List.of(
                            new JobSummary(
                                    id.get(), id.get().hex(), JobState.OTHER, Instant.EPOCH));
        }
        if (fitting.size() != 1) {
            return new Collected.NoSuchJob(
                    fitting.isEmpty() ? listing.jobs() : fitting, choice.why(listing.jobs()));
        }
        JobSummary chosen = fitting.get(0);
        int others =
                (int)
                        listing.jobs().stream()
                                .filter(job -> job.live() && !job.id().equals(chosen.id()))
                                .count();
        if (HistoryServer.answered(config)) {
            requests.ofArchived(chosen.id());
        }
        JobCollector collector =
                new JobCollector(requests, pause, progress, settings, chosen, config);
        Job job = collector.collect(others);
        List<String> notes = new ArrayList<>(namesakes(chosen, listing.jobs()));
        notes.addAll(collector.notes());
        return new Collected.Taken(
                new Snapshot(
                        target,
                        takenAt,
                        Optional.empty(),
                        job.cluster(),
                        List.of(job),
                        traffic(takenAt, requestsBefore, bytesBefore),
                        notes));
    }

    /**
     * The run that replaced the job, or a copy: a platform that takes a late answer for a failed
     * submission submits again, and each copy looks well for itself.
     */
    private static List<String> namesakes(JobSummary chosen, List<JobSummary> jobs) {
        String copy = chosen.live() ? "; a copy reads and writes everything once more" : "";
        return jobs.stream()
                .filter(job -> job.live() && job.name().equals(chosen.name()))
                .filter(job -> !job.id().equals(chosen.id()))
                .limit(NAMESAKES)
                .map(
                        job ->
                                "another job of this name is %s: %s, submitted %s%s"
                                        .formatted(
                                                job.state(),
                                                job.id().hex(),
                                                job.startedAt().isAfter(chosen.startedAt())
                                                        ? "later"
                                                        : "earlier",
                                                copy))
                .toList();
    }

    private static JobListing listing(Fetched overview) {
        if (overview.body().isPresent() && !overview.body().get().at("jobs").isArray()) {
            return new JobListing(
                    List.of(),
                    Optional.of(
                            new Unreachable(
                                    Unreachable.Reason.NOT_FLINK,
                                    overview.request(),
                                    "answered with something that is not a list of jobs")));
        }
        return overview.body()
                .map(json -> new JobListing(JobParser.overview(json), Optional.empty()))
                .orElseGet(() -> new JobListing(List.of(), overview.failure()));
    }

    private Traffic traffic(Instant since, int requestsBefore, long bytesBefore) {
        return new Traffic(
                source.requests() - requestsBefore,
                source.bytes() - bytesBefore,
                Duration.between(since, clock.instant()));
    }

    private static Snapshot unreachable(
            Target target, Instant takenAt, Unreachable why, Traffic traffic) {
        Missing missing =
                new Missing(
                        Missing.Why.REQUEST_FAILED, "answer", why.request() + ": " + why.cause());
        return new Snapshot(
                target,
                takenAt,
                Optional.of(why),
                new Cluster(
                        Observed.absent(missing),
                        Observed.absent(missing),
                        Observed.absent(missing),
                        Observed.absent(missing),
                        0),
                List.of(),
                traffic,
                List.of());
    }
}
