package flinktriage.lab;

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
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
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
            diagnose(version, cluster, RESTARTED, said);
            RunningJob abandoned = cluster.job(ABANDONED.name());
            CANCEL.cancel(abandoned);
            until("the jobs have run long enough", () -> age(cluster) > 120_000);
            diagnose(version, cluster, EnumSet.complementOf(EnumSet.copyOf(RESTARTED)), said);
        }
        assertThat(lines(said)).containsExactlyEntriesOf(lines(expected()));
    }

    private static Map<MoreIllness, String> expected() {
        Map<MoreIllness, String> all = new EnumMap<>(MoreIllness.class);
        all.put(
                CONNECTED_BEHIND,
                "1 WARNING FT-WM-001 LAGGING_INPUT Source: auctions (Source: auctions into match)");
        all.put(
                CONNECTED_SILENT,
                "1 WARNING FT-WM-001 IDLE_INPUT Source: auctions (Source: auctions into match)");
        all.put(BRANCHES_MEET, "1 WARNING FT-BP-001 BUSY customs");
        all.put(TWO_SINKS, "1 WARNING FT-BP-001 SINK_SLOW billing: Writer");
        all.put(
                TWO_BOTTLENECKS,
                "1 WARNING FT-BP-001 BUSY check west, WARNING FT-BP-001 BUSY check east");
        all.put(UNION_ABOVE_SLOW_SINK, "1 WARNING FT-BP-001 SINK_SLOW catalog: Writer");
        all.put(THREE_KEYS, "1 WARNING FT-BP-001 SKEW total");
        all.put(TWO_THIRDS_BUSY, "0");
        all.put(OLD_EVENTS, "0");
        all.put(BOUNDED, "0");
        all.put(ABANDONED, "1 WARNING FT-RS-002 NOT_RUNNING ABANDONED");
        all.put(FAILED_ONCE, "0");
        all.put(
                FAILED_ONCE_AND_BEHIND,
                "1 WARNING FT-WM-001 LAGGING_INPUT Source: views (Source: views into latest)");
        all.put(LONG_SNAPSHOTS, "1 WARNING FT-CP-003 SYNC index");
        all.put(UNWRITABLE_STATE, "1 WARNING FT-CP-001 FAILED last login");
        all.put(LATE_RECORDS, "1 WARNING FT-WM-005 LATE_DROPS latest");
        all.put(AHEAD, "1 WARNING FT-WM-004 AHEAD Source: probes");
        all.put(NEVER_SAVED, "1 WARNING FT-CP-004 DISABLED NEVER_SAVED");
        all.put(WAITING_FOR_SLOTS, "1 WARNING FT-TM-004 NO_SLOTS WAITING_FOR_SLOTS");
        return all;
    }

    private static Map<String, String> lines(Map<MoreIllness, String> byIllness) {
        Map<String, String> lines = new LinkedHashMap<>();
        byIllness.forEach((illness, line) -> lines.put(illness.name(), line));
        return lines;
    }

    private static void diagnose(
            FlinkVersion version,
            ShapesCluster cluster,
            Set<MoreIllness> illnesses,
            Map<MoreIllness, String> said)
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
            said.put(entry.getKey(), report.line());
            Shown.print(version, entry.getKey().name(), report);
        }
        pool.shutdownNow();
    }

    private interface Cancel {
        void cancel(RunningJob job);
    }

    private static final Cancel CANCEL =
            job -> {
                try {
                    java.net.http.HttpClient.newHttpClient()
                            .send(
                                    java.net.http.HttpRequest.newBuilder(
                                                    job.url().resolve("/jobs/" + job.jobId().hex()))
                                            .method(
                                                    "PATCH",
                                                    java.net.http.HttpRequest.BodyPublishers
                                                            .noBody())
                                            .build(),
                                    java.net.http.HttpResponse.BodyHandlers.discarding());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            };

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
