package flinktriage.checks.taskmanager;

import flinktriage.model.JobException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads from an exception which TaskManager has gone. Flink attributes the failure to the survivor
 * that noticed; the dead one is only in the text.
 */
final class Departure {

    private static final int READ = 20_000;

    private static final List<Pattern> TEXTS =
            List.of(
                    Pattern.compile("closed by remote task manager '([^'\\n]{1,200})'"),
                    Pattern.compile(
                            "[Cc]onnect(?:ing|ion) to (?:remote )?task manager '([^'\\n]{1,200})'"
                                    + " (?:has )?(?:failed|been lost|was lost)"),
                    Pattern.compile("Lost connection to task manager '([^'\\n]{1,200})'"),
                    Pattern.compile("[Hh]eartbeat of TaskManager with id (\\S{1,200}) timed out"),
                    Pattern.compile(
                            "TaskManager with id (\\S{1,200}) is no longer (?:reachable|available)"),
                    // The job was started again before its heartbeats were missed.
                    Pattern.compile(
                            "TaskManager \\((\\S{1,200}) @ [^\\n]{1,300} not responding after"));

    /** With the TaskManager's id: {@code 10.0.0.7/10.0.0.7:41781 [ tm2 ] }. */
    private static final Pattern WITH_ID = Pattern.compile("\\[ ?([^\\]\\s]{1,200}) ?\\]");

    private Departure() {}

    /** The id of the TaskManager that has gone, or its address where Flink does not say the id. */
    static Optional<String> of(JobException e) {
        String trace = e.stackTrace();
        String text = trace.length() <= READ ? trace : trace.substring(0, READ);
        return TEXTS.stream()
                .map(p -> p.matcher(text))
                .filter(Matcher::find)
                .map(m -> id(m.group(1)))
                .findFirst()
                .or(() -> leaving(e, text));
    }

    private static String id(String named) {
        Matcher m = WITH_ID.matcher(named);
        String id = m.find() ? m.group(1) : named.strip();
        // "TaskManager with id x(host:port) timed out" since Flink 1.19 on some resource managers.
        int paren = id.indexOf('(');
        return paren > 0 ? id.substring(0, paren) : id;
    }

    /** A TaskManager that shuts down in order fails its own tasks, so here it is the endpoint. */
    private static Optional<String> leaving(JobException e, String text) {
        return text.contains("The TaskExecutor is shutting down") ? e.endpoint() : Optional.empty();
    }
}
