package flinktriage.pages;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.pages.Page.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whoever is on call must not be sent to a key, metric, path or command that does not exist. */
class PageFactsTest {

    private static final FlinkFacts FLINK = FlinkFacts.ofClassPath();

    /**
     * Metric ids as real clusters of 1.20 and 2.3 list them, without names of jobs and operators.
     */
    private static final Set<String> METRIC_IDS = metricIds();

    /**
     * Options whose classes are not on the class path, each read in the documentation of its
     * connector or format: Kafka (the first five; {@code properties.*} go to Kafka's own client),
     * JDBC (two), JSON and CSV.
     */
    private static final Set<String> OTHER_KEYS =
            Set.of(
                    "properties.fetch.min.bytes",
                    "properties.max.partition.fetch.bytes",
                    "properties.max.poll.records",
                    "properties.transaction.timeout.ms",
                    "scan.topic-partition-discovery.interval",
                    "sink.buffer-flush.max-rows",
                    "sink.buffer-flush.interval",
                    "json.ignore-parse-errors",
                    "csv.ignore-parse-errors");

    /** Options that 2.x dropped without a fallback; only with {@code (Flink 1.x)} behind them. */
    private static final Set<String> DROPPED_KEYS = Set.of("cluster.evenly-spread-out-slots");

    private static final String KEY = "[a-z][a-z0-9-]*(?:\\.[a-zA-Z0-9-]+)+";

    private static final Pattern WHOLE_KEY = Pattern.compile("(" + KEY + ")(?:(?:: |=).*)?");

    private static final Pattern INNER_KEY =
            Pattern.compile("'(" + KEY + ")'\\s*=|-D(" + KEY + ")=");

    private static final Pattern URL =
            Pattern.compile("(?:^|\\{url}|^GET )(/[a-z][^\\s?'\"`]*)(?:\\?([^\\s'\"`]*))?");

    private static final Pattern NAME =
            Pattern.compile(
                    "(?:[A-Za-z]+\\.|<[a-z]+>\\.)*(?:[a-z]+[A-Z][A-Za-z]*|[A-Z][a-z]+[A-Za-z]*)"
                            + "(?:_[a-z0-9]+)?|rocksdb_[a-z_]+|[a-z]+(?:_[a-z]+)+");

    @Test
    void every_key_metric_path_and_command_of_the_pages_exists() {
        assertThat(faults(Page.all())).isEmpty();
    }

    @Test
    void every_key_metric_path_and_command_of_the_runbooks_exists() {
        List<Page> runbooks = Page.runbooks();
        assertThat(runbooks).hasSizeGreaterThanOrEqualTo(12);
        assertThat(faults(runbooks)).isEmpty();
    }

    private static List<String> faults(List<Page> pages) {
        List<String> wrong = new ArrayList<>();
        for (Page page : pages) {
            for (Span span : page.spans()) {
                faults(span).forEach(f -> wrong.add(page.code() + ":" + span.line() + ": " + f));
            }
        }
        return wrong;
    }

    @Test
    void what_flink_does_not_have_is_rejected() {
        assertThat(
                        List.of(
                                "table.exec.source.cdc-events",
                                "SET 'table.exec.state.tll' = '1 d';",
                                "flink run -Dstate.backend.tipe=rocksdb <jar>",
                                "busyTimeMsPerMinute",
                                "Status.JVM.Memory.Heap.Free",
                                "rocksdb_block_cache_hits",
                                "start_delays",
                                "GET /jobs/{job}/backpressure",
                                "curl -s {url}/taskmanagers/<id>/threads",
                                "GET /jobs/{job}/vertices/{vertex}/subtasks/metrics?subtask=1",
                                "flink savepoint --dump {job}",
                                "flink checkpoints {job}",
                                "state.backend.incremental"))
                .allSatisfy(
                        text -> assertThat(faults(new Span(1, text, false))).as(text).hasSize(1));
    }

    @Test
    void what_flink_has_is_accepted() {
        assertThat(
                        List.of(
                                "execution.checkpointing.timeout: 20min",
                                "SET 'table.exec.state.ttl' = '1 d';",
                                "flink run -d -s <savepoint> -Dexecution.checkpointing.timeout=20min <jar>",
                                "flink stop --savepointPath <dir> {job}",
                                "busyTimeMsPerSecond",
                                "Status.JVM.GarbageCollector.All.TimeMsPerSecond",
                                "GET /jobs/{job}/vertices/{vertex}/subtasks/metrics?get=numRecordsIn",
                                "curl -s {url}/taskmanagers/<id>/thread-dump"))
                .allSatisfy(
                        text -> assertThat(faults(new Span(1, text, false))).as(text).isEmpty());
        assertThat(faults(new Span(1, "state.backend.incremental", true))).isEmpty();
    }

    private static List<String> faults(Span span) {
        String text = span.text();
        List<String> faults = new ArrayList<>();
        Matcher whole = WHOLE_KEY.matcher(text);
        if (whole.matches()) {
            addKeyFault(whole.group(1), span.onlyOneX(), faults);
        }
        Matcher inner = INNER_KEY.matcher(text);
        while (inner.find()) {
            String key = inner.group(1) == null ? inner.group(2) : inner.group(1);
            addKeyFault(key, span.onlyOneX(), faults);
        }
        Matcher url = URL.matcher(text);
        while (url.find()) {
            addPathFault(url.group(1), url.group(2), faults);
        }
        if (NAME.matcher(text).matches()
                && !whole.matches()
                && !METRIC_IDS.contains(text)
                && !FLINK.names().contains(text)) {
            faults.add("no such metric or field: " + text);
        }
        if (text.startsWith("flink ")) {
            FlinkCommandLine.fault(text).ifPresent(faults::add);
        }
        return faults;
    }

    private static void addKeyFault(String key, boolean onlyOneX, List<String> faults) {
        boolean known =
                onlyOneX
                        ? FLINK.formerKeys().contains(key) || DROPPED_KEYS.contains(key)
                        : FLINK.keys().contains(key)
                                || OTHER_KEYS.contains(key)
                                || METRIC_IDS.contains(key);
        if (!known) {
            faults.add("no such key: " + key);
        }
    }

    private static void addPathFault(String path, String query, List<String> faults) {
        Map<String, Set<String>> paths = FLINK.paths();
        String known = FlinkFacts.wildcards(path);
        if (!paths.containsKey(known)) {
            faults.add("no such path: " + path);
            return;
        }
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            if (!paths.get(known).contains(parameter.replaceFirst("=.*", ""))) {
                faults.add("no such query parameter of " + path + ": " + parameter);
            }
        }
    }

    private static Set<String> metricIds() {
        try (InputStream body =
                PageFactsTest.class.getResourceAsStream("/flinktriage/metric-ids.txt")) {
            return new TreeSet<>(
                    new String(body.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
