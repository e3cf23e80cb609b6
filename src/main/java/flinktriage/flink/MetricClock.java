package flinktriage.flink;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Tells when the JobManager fetched the metrics that it answers with. It fetches lazily, and
 * answers at once from what it has, which may be hours old. The uptime of the job is among the
 * metrics: it was true at the time of the fetch.
 */
final class MetricClock {

    /** More than two rounds of the fetcher, which gets metrics every 10 s while somebody asks. */
    private static final Duration OLD = Duration.ofSeconds(30);

    private static final Duration BETWEEN_POLLS = Duration.ofSeconds(1);
    private static final int POLLS = 3;
    private static final double LONGEST_UPTIME = Duration.ofDays(36_525).toMillis();

    private final Requests requests;
    private final Pause pause;
    private final String path;
    private Fetched last;

    MetricClock(Requests requests, Pause pause, String job) {
        this.requests = requests;
        this.pause = pause;
        this.path = "/jobs/" + job + "/metrics?get=numRestarts,uptime";
    }

    /** When the values that can be read now were fetched. */
    Instant read(JobParser.Parsed job) {
        last = requests.get(path, "restarts and uptime").join();
        return fetched(job);
    }

    /** The same, after waiting a moment for fresh values if they are old. */
    Instant readFresh(JobParser.Parsed job) {
        Instant at = read(job);
        for (int i = 0; i < POLLS && old(at, job) && requests.spare(1); i++) {
            pause.of(BETWEEN_POLLS);
            last = requests.extra(path, "restarts and uptime").join();
            at = fetched(job);
        }
        return at;
    }

    static boolean old(Instant at, JobParser.Parsed job) {
        return age(at, job).compareTo(OLD) > 0;
    }

    static Duration age(Instant at, JobParser.Parsed job) {
        return Duration.between(at, job.now());
    }

    /** How often the job restarted, as of the same fetch. */
    Observed<Long> restarts(Instant at) {
        return last.observe(
                list -> {
                    Double value = MetricParser.values(list).get("numRestarts");
                    return value == null || value < 0
                            ? last.absent(Missing.Why.NOT_YET, "number of restarts")
                            : Observed.of(Math.round(value), last.provenance(at).at("numRestarts"));
                });
    }

    private Instant fetched(JobParser.Parsed job) {
        Map<String, Double> values = last.body().map(MetricParser::values).orElse(Map.of());
        double uptime = values.getOrDefault("uptime", 0.0);
        if (uptime <= 0 || !job.runningSince().isPresent()) {
            return job.now();
        }
        long millis = Math.round(Math.min(uptime, LONGEST_UPTIME));
        Instant at = job.runningSince().require().plusMillis(millis);
        Duration age = age(at, job);
        // After a restart the uptime may still be that of the run before.
        boolean plausible =
                age.compareTo(Duration.ofMinutes(-1)) > 0 && age.compareTo(Duration.ofDays(1)) < 0;
        return plausible ? at : job.now();
    }
}
