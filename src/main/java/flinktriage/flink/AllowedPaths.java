package flinktriage.flink;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The only paths that may be sent. Flink has GETs that kill a job ({@code /jobs/:id/yarn-cancel},
 * {@code yarn-stop}), that sample threads (flame graphs) and that stream whole log files, so what
 * is not listed here is refused before anything is sent.
 */
public final class AllowedPaths {

    private static final String ID = "[0-9a-f]{32}";
    private static final String NUMBER = "[0-9]{1,19}";
    // host:port-suffix, a pod's or a YARN container's name; no slash and no ".." in any encoding.
    private static final String TASK_MANAGER =
            "(?:[A-Za-z0-9_-]|%3[Aa])(?:[A-Za-z0-9._:-]|%3[Aa])*+";
    private static final String JOB = "/jobs/" + ID;
    private static final String VERTEX = JOB + "/vertices/" + ID;

    private static final List<Pattern> PATHS =
            Stream.of(
                            "/config",
                            "/overview",
                            "/jobs",
                            "/jobs/overview",
                            "/jobmanager/(?:config|environment)",
                            "/taskmanagers",
                            "/taskmanagers/" + TASK_MANAGER,
                            JOB,
                            JOB + "/(?:status|plan|config|resource-requirements)",
                            JOB + "/jobmanager/(?:config|environment)",
                            JOB + "/checkpoints(?:/config)?",
                            JOB + "/checkpoints/details/" + NUMBER,
                            JOB + "/checkpoints/details/" + NUMBER + "/subtasks/" + ID,
                            JOB + "/rescales/(?:config|overview|history|summary)",
                            VERTEX,
                            VERTEX + "/(?:backpressure|watermarks|subtasktimes|taskmanagers)",
                            VERTEX + "/subtasks/" + NUMBER,
                            VERTEX + "/subtasks/" + NUMBER + "/attempts/" + NUMBER,
                            withQuery("maxExceptions", JOB + "/exceptions"),
                            withQuery("get", "/jobmanager/metrics"),
                            withQuery("get", "/taskmanagers/" + TASK_MANAGER + "/metrics"),
                            withQuery("get|agg|taskmanagers", "/taskmanagers/metrics"),
                            withQuery("get|agg|jobs", "/jobs/metrics"),
                            withQuery("get", JOB + "/metrics"),
                            withQuery("get", VERTEX + "/(?:metrics|jm-operator-metrics)"),
                            withQuery("get|agg|subtasks", VERTEX + "/subtasks/metrics"),
                            withQuery("get", VERTEX + "/subtasks/" + NUMBER + "/metrics"))
                    .map(Pattern::compile)
                    .toList();

    private AllowedPaths() {}

    /** True if the path with its query is on the list. */
    public static boolean allows(String path) {
        return PATHS.stream().anyMatch(allowed -> allowed.matcher(path).matches());
    }

    /**
     * @throws IllegalArgumentException if the path is not on the list
     */
    static void require(String path) {
        if (!allows(path)) {
            throw new IllegalArgumentException("not a path that flink-triage may ask for: " + path);
        }
    }

    private static String withQuery(String keys, String path) {
        String pair = "(?:" + keys + ")=[^&#\\s\\p{Cntrl}]*+";
        return path + "(?:\\?" + pair + "(?:&" + pair + ")*+)?";
    }
}
