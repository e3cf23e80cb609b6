package flinktriage.lab;

import static flinktriage.lab.MoreIllness.ABANDONED;
import static flinktriage.lab.MoreIllness.AHEAD;
import static flinktriage.lab.MoreIllness.BOUNDED;
import static flinktriage.lab.MoreIllness.BRANCHES_MEET;
import static flinktriage.lab.MoreIllness.CONNECTED_BEHIND;
import static flinktriage.lab.MoreIllness.CONNECTED_SILENT;
import static flinktriage.lab.MoreIllness.FAILED_ONCE;
import static flinktriage.lab.MoreIllness.FAILED_ONCE_AND_BEHIND;
import static flinktriage.lab.MoreIllness.LATE_RECORDS;
import static flinktriage.lab.MoreIllness.LONG_SNAPSHOTS;
import static flinktriage.lab.MoreIllness.NEVER_SAVED;
import static flinktriage.lab.MoreIllness.OLD_EVENTS;
import static flinktriage.lab.MoreIllness.THREE_KEYS;
import static flinktriage.lab.MoreIllness.TWO_BOTTLENECKS;
import static flinktriage.lab.MoreIllness.TWO_SINKS;
import static flinktriage.lab.MoreIllness.TWO_THIRDS_BUSY;
import static flinktriage.lab.MoreIllness.UNION_ABOVE_SLOW_SINK;
import static flinktriage.lab.MoreIllness.UNWRITABLE_STATE;
import static flinktriage.lab.MoreIllness.WAITING_FOR_SLOTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Twenty jobs on one cluster, each ill in its own way or not at all. */
@Tag("lab")
@Timeout(900)
class MoreIllnessesTest {

    private static final Set<MoreIllness> RESTARTED =
            EnumSet.of(FAILED_ONCE, FAILED_ONCE_AND_BEHIND);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void theFirstRootCauseIsTheIllness(FlinkVersion version) throws Exception {
        Map<MoreIllness, String> said = new EnumMap<>(MoreIllness.class);
        StringBuilder text = new StringBuilder();
        try (ShapesCluster cluster =
                ShapesCluster.start(MoreIllness.class, MoreIllness.SLOTS, version)) {
            assertThat(cluster.refused()).isEmpty();
            for (MoreIllness once : RESTARTED) {
                RunningJob job = cluster.job(once.name());
                until("it has failed", () -> failures(job) > 0);
            }
            for (MoreIllness once : RESTARTED) {
                cluster.job(once.name()).awaitRunningFor(Duration.ofSeconds(10));
            }
            diagnose(cluster, RESTARTED, said, text);
            cancel(cluster.job(ABANDONED.name()));
            until("the jobs have run long enough", () -> age(cluster) > 120_000);
            diagnose(cluster, EnumSet.complementOf(EnumSet.copyOf(RESTARTED)), said, text);
        }
        Map<MoreIllness, List<String>> expected = expected();
        assertThat(said.keySet()).isEqualTo(expected.keySet());
        said.entrySet().removeIf(e -> expected.get(e.getKey()).contains(comparable(e.getValue())));
        ShapesCluster.keep(MoreIllness.class, version, text.toString());
        assertThat(said).as(text.toString()).isEmpty();
    }

    /** Each with what may be said of it: exit code and root causes. */
    private static Map<MoreIllness, List<String>> expected() {
        Map<MoreIllness, List<String>> all = new EnumMap<>(MoreIllness.class);
        all.put(
                CONNECTED_BEHIND,
                List.of(
                        "1 WARNING FT-WM-001 LAGGING_INPUT Source: auctions (Source: auctions into match)"));
        all.put(
                CONNECTED_SILENT,
                List.of(
                        "1 WARNING FT-WM-001 IDLE_INPUT Source: auctions (Source: auctions into match)"));
        all.put(BRANCHES_MEET, List.of("1 WARNING FT-BP-001 BUSY customs"));
        all.put(TWO_SINKS, List.of("1 WARNING FT-BP-001 BUSY billing: Writer"));
        all.put(
                TWO_BOTTLENECKS,
                List.of(
                        "1 WARNING FT-BP-001 BUSY check west, WARNING FT-BP-001 BUSY check east",
                        "1 WARNING FT-BP-001 BUSY check east, WARNING FT-BP-001 BUSY check west"));
        // Whether state that grows is a risk already, or may still level off, is a matter of
        // seconds.
        all.put(
                UNION_ABOVE_SLOW_SINK,
                List.of(
                        "1 WARNING FT-BP-001 BUSY catalog: Writer + 101",
                        "1 WARNING FT-SQ-101 UNION_DISTINCT GroupAggregate[n] -> TableToDataStream, WARNING FT-BP-001 BUSY catalog: Writer + 101"));
        all.put(THREE_KEYS, List.of("1 WARNING FT-BP-001 SKEW total"));
        all.put(TWO_THIRDS_BUSY, List.of("0"));
        all.put(OLD_EVENTS, List.of("0"));
        all.put(BOUNDED, List.of("0"));
        all.put(ABANDONED, List.of("1 WARNING FT-RS-002 NOT_RUNNING ABANDONED"));
        all.put(FAILED_ONCE, List.of("0"));
        all.put(
                FAILED_ONCE_AND_BEHIND,
                List.of(
                        "1 WARNING FT-WM-001 LAGGING_INPUT Source: views (Source: views into latest)"));
        all.put(LONG_SNAPSHOTS, List.of("1 WARNING FT-CP-003 SYNC index"));
        // On a busy machine it fails before the source has acknowledged: then nobody can tell.
        all.put(
                UNWRITABLE_STATE,
                List.of(
                        "2 CRITICAL FT-CP-001 FAILED last login",
                        "2 CRITICAL FT-CP-001 FAILED UNWRITABLE_STATE"));
        all.put(LATE_RECORDS, List.of("1 WARNING FT-WM-005 LATE_DROPS latest"));
        all.put(AHEAD, List.of("1 WARNING FT-WM-004 AHEAD Source: probes"));
        all.put(NEVER_SAVED, List.of("1 WARNING FT-CP-004 DISABLED NEVER_SAVED"));
        all.put(WAITING_FOR_SLOTS, List.of("1 WARNING FT-TM-004 NO_SLOTS WAITING_FOR_SLOTS"));
        return all;
    }

    /**
     * Numbers of operators depend on what was planned before, and one of their names on the
     * version; whether a sink waits for something cannot be told from the CPU that others use.
     */
    private static String comparable(String line) {
        return line.replaceAll("\\[\\d+]", "[n]")
                .replace("TableToDataSteam", "TableToDataStream")
                .replace(" SINK_SLOW ", " BUSY ");
    }

    private static void diagnose(
            ShapesCluster cluster,
            Set<MoreIllness> illnesses,
            Map<MoreIllness, String> said,
            StringBuilder text)
            throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Map<MoreIllness, Future<ShapeReport>> reports = new EnumMap<>(MoreIllness.class);
        for (MoreIllness illness : illnesses) {
            reports.put(
                    illness,
                    pool.submit(
                            () ->
                                    ShapeReport.of(
                                            cluster.url(), cluster.jobs().get(illness.name()))));
        }
        for (Map.Entry<MoreIllness, Future<ShapeReport>> entry : reports.entrySet()) {
            ShapeReport report = entry.getValue().get(5, TimeUnit.MINUTES);
            String rules = report.rules().isEmpty() ? "" : " + " + String.join(" ", report.rules());
            said.put(entry.getKey(), report.line() + rules);
            text.append(report.text(entry.getKey().name()));
        }
        pool.shutdownNow();
    }

    private static void cancel(RunningJob job) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(job.url().resolve("/jobs/" + job.jobId().hex()))
                        .method("PATCH", HttpRequest.BodyPublishers.noBody())
                        .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    private static int failures(RunningJob job) {
        return job.job("/exceptions").at("/exceptionHistory/entries").size();
    }

    private static long age(ShapesCluster cluster) {
        return cluster.job(WAITING_FOR_SLOTS.name()).job("").path("duration").asLong();
    }

    private static void until(String what, BooleanSupplier condition) {
        await(what)
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(condition::getAsBoolean);
    }
}
