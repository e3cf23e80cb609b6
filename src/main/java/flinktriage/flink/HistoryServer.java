package flinktriage.flink;

import flinktriage.model.JobId;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Flink keeps of a job that has ended: files that a History Server serves, or one archive
 * (Flink 1.18 to 2.3). There are no metrics among them.
 */
final class HistoryServer {

    static final String KEEPS_NONE = "Flink keeps none of a job that has ended";

    private static final Pattern NOT_KEPT =
            Pattern.compile("/taskmanagers.*|.*/metrics(?:\\?.*)?|.*/(?:backpressure|watermarks)");

    private HistoryServer() {}

    /** It says so of itself, since Flink 1.16. */
    static boolean answered(Fetched config) {
        return config.body()
                .map(json -> json.at("features").flag("web-history", false))
                .orElse(false);
    }

    /**
     * Where it keeps what a JobManager has at a path; empty if it does not keep it.
     *
     * @param job the one that is asked about
     */
    static Optional<String> path(String path, JobId job) {
        if (path.startsWith("/jobmanager/")) {
            return Optional.of("/jobs/" + job.hex() + path);
        }
        return NOT_KEPT.matcher(path).matches() ? Optional.empty() : Optional.of(path);
    }
}
