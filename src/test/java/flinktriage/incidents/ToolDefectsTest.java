package flinktriage.incidents;

import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Coverage;
import flinktriage.check.JobCheck;
import flinktriage.checks.AllChecks;
import flinktriage.model.JobException;
import flinktriage.report.Comparison;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Mistakes of autoscalers and dashboards, not to be repeated. */
class ToolDefectsTest {

    // https://github.com/apache/flink-kubernetes-operator/pull/1127
    @Test
    void whatBecameOfAJobIsComparedWithWhatWasReallyApplied() {
        // Eight were asked for, the cluster had room for six.
        Comparison comparison = Comparison.of(wide(4).report(), wide(6).report());

        assertThat(
                        comparison.numbers().stream()
                                .filter(n -> n.label().equals("parallelism"))
                                .map(
                                        n ->
                                                "%s %s %s %s"
                                                        .formatted(
                                                                n.vertex().orElseThrow().name(),
                                                                n.before().orElseThrow().value(),
                                                                n.after().orElseThrow().value(),
                                                                n.trend())))
                .containsExactly("Source: in 4.0 4.0 SAME", "out 4.0 6.0 CHANGED");
        assertThat(comparison.findings())
                .extracting(f -> f.change() + " " + f.latest().code())
                .containsExactly("SAME FT-BP-001");
    }

    private static Diagnosed wide(int parallelism) {
        return Diagnosed.of(
                Calm.cores(
                        Calm.job("scaled")
                                .vertex(
                                        "Source: in",
                                        v -> source(v, 4, 900).backpressured(all(4, 0.9)))
                                .vertex(
                                        "out",
                                        v ->
                                                vertex(v, parallelism, 900)
                                                        .input("Source: in", "HASH")
                                                        .busy(all(parallelism, 1))),
                        4));
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/544
    @Test
    void aBacklogThatShrinksIsNoAlarmHoweverLarge() {
        assertThat(Diagnosed.of(withBacklog(9e9, 8.9e9)).text()).isEqualTo("OK\n");
    }

    @Test
    void aBacklogThatGrowsIsAnAlarmAndASmallOneIsNoise() {
        assertThat(Diagnosed.of(withBacklog(9e6, 9.5e6)).text()).contains("FT-LG-001 GROWING");
        assertThat(Diagnosed.of(withBacklog(900, 990)).text()).doesNotContain("FT-LG-001");
    }

    // https://github.com/Azure/azure-functions-kafka-extension/issues/670
    @Test
    void aBacklogThatIsNotKnownIsUnknownAndNotZero() {
        JobBuilder world =
                Calm.job("no-lag")
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("OK\n");
        assertThat(diagnosed.lacks("FT-LG-001"))
                .isEqualTo("no pendingRecords metric: not exposed by this cluster (Source: in)");
    }

    // https://github.com/seglo/kafka-lag-exporter/issues/126
    @Test
    void theSourceThatDoesNotTellItsBacklogIsNamedBesideTheOneThatDoes() {
        JobBuilder world =
                withBacklog(100, 100)
                        .vertex("Source: other", v -> source(v, 4, 5_000))
                        .vertex("out", v -> v.input("Source: other", "HASH"));

        assertThat(Diagnosed.of(world).lacks("FT-LG-001")).endsWith("(Source: other)");
    }

    // https://github.com/apache/streampark/issues/3138
    @Test
    void aJobThatIsRunningAtThisMomentIsStillInALoop() {
        JobException[] failures =
                IntStream.range(0, 6)
                        .mapToObj(
                                i ->
                                        failure(
                                                Duration.ofSeconds(30 + 60L * i),
                                                "out (2/4)",
                                                "a.B: broken row"))
                        .toArray(JobException[]::new);
        JobBuilder world =
                Calm.job("looks-fine")
                        .runningFor(Duration.ofSeconds(29))
                        .restarts(6)
                        .exceptions(failures)
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        assertThat(Diagnosed.of(world).text()).isEqualTo("CRITICAL\nFT-RS-001 LOOP out\n");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/1134
    @Test
    void aVertexWithoutNumbersHidesNothingOfTheOthers() {
        double nan = Double.NaN;
        JobBuilder world =
                Calm.job("zero-by-zero")
                        .vertex("Source: in", v -> source(v, 4, 900).backpressured(all(4, 0.9)))
                        .vertex(
                                "odd",
                                v ->
                                        vertex(v, 4, 0)
                                                .input("Source: in", "HASH")
                                                .busy(nan, nan, nan, nan)
                                                .backpressured(nan, nan, nan, nan)
                                                .idle(nan, nan, nan, nan)
                                                .metricNotANumber("numRecordsInPerSecond")
                                                .metricNotANumber("numRecordsOutPerSecond")
                                                .metricNotANumber("numRecordsIn"))
                        .vertex(
                                "count",
                                v -> vertex(v, 4, 900).input("Source: in", "HASH").busy(all(4, 1)));

        assertThat(Diagnosed.of(Calm.cores(world, 4)).text())
                .isEqualTo("WARNING\nFT-BP-001 BUSY count\n");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/1078
    @Test
    void aRateIsOfTheTimeBetweenTheSamplesHoweverLong() {
        for (int seconds : new int[] {12, 30, 95}) {
            Duration ago = Duration.ofSeconds(seconds);
            double before = 9e6 - 1_000.0 * seconds;
            JobBuilder world =
                    Calm.job("irregular")
                            .vertex(
                                    "Source: in",
                                    v ->
                                            v.parallelism(4)
                                                    .busy(all(4, 0.1))
                                                    .backpressured(all(4, 0))
                                                    .idle(all(4, 0.9))
                                                    .metricAgo(
                                                            ago,
                                                            "Source.pendingRecords",
                                                            before,
                                                            before,
                                                            before,
                                                            before)
                                                    .metric(
                                                            "Source.pendingRecords",
                                                            9e6,
                                                            9e6,
                                                            9e6,
                                                            9e6))
                            .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

            assertThat(Diagnosed.of(world).says("FT-LG-001")).contains("1,000 records/s");
        }
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/801
    @Test
    void whileOneVertexStillRestoresNobodyIsBlamedForTheWait() {
        JobBuilder world =
                Calm.job("restores")
                        .runningFor(Duration.ofMinutes(3))
                        .vertex(
                                "Source: in",
                                v -> source(v, 4, 0).busy(all(4, 0)).backpressured(all(4, 1)))
                        .vertex(
                                "count",
                                v ->
                                        vertex(v, 4, 0)
                                                .state("INITIALIZING", Map.of("INITIALIZING", 4))
                                                .input("Source: in", "HASH")
                                                .busy(all(4, 1)));

        assertThat(Diagnosed.of(world).text())
                .isEqualTo("WARNING\nFT-RS-002 NOT_RUNNING restores\n");
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/575
    @Test
    void everyCheckIsInTheReportAndWhatCameToNoAnswerSaysWhy() {
        Coverage coverage =
                Diagnosed.of(JobBuilder.job("nothing-known").vertex("a", v -> v.parallelism(2)))
                        .job()
                        .coverage();

        List<Coverage.Reasoned> silent =
                Stream.concat(coverage.unknown().stream(), coverage.notApplicable().stream())
                        .toList();
        assertThat(silent).allSatisfy(r -> assertThat(r.why()).isNotBlank());
        assertThat(silent.size() + coverage.healthy().size() + coverage.problem().size())
                .isEqualTo(AllChecks.list().stream().filter(JobCheck.class::isInstance).count());
        assertThat(silent).hasSizeGreaterThan(coverage.healthy().size());
    }

    // https://github.com/apache/flink-kubernetes-operator/pull/847
    @Test
    void whatAVertexSendsToSeveralIsNotTakenForWhatOneOfThemGets() {
        JobBuilder world =
                Calm.job("two-outputs")
                        .vertex("Source: in", v -> source(v, 4, 7_000).backpressured(all(4, 0.9)))
                        .vertex("fast", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"))
                        .vertex(
                                "slow",
                                v ->
                                        vertex(v, 4, 2_000)
                                                .input("Source: in", "HASH")
                                                .busy(all(4, 1)))
                        .vertex("out", v -> vertex(v, 4, 2_000).input("slow", "FORWARD"));

        Diagnosed diagnosed = Diagnosed.of(Calm.cores(world, 4));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 BUSY slow\n");
        assertThat(
                        diagnosed.job().findings().get(0).finding().evidence().stream()
                                .filter(e -> e.label().startsWith("records "))
                                .map(e -> e.label() + " " + e.observed().value()))
                .containsExactly("records in 2000.0", "records out 2000.0");
    }

    // https://github.com/apache/flink/pull/6850
    @Test
    void subtasksOfWhichNoMetricsCameAreNotTakenForIdleOnes() {
        double nan = Double.NaN;
        JobBuilder world =
                Calm.job("oversized-dump")
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex(
                                "out",
                                v ->
                                        vertex(v, 4, 5_000)
                                                .input("Source: in", "HASH")
                                                .busy(0.1, 0.1, nan, nan)
                                                .backpressured(0, 0, nan, nan)
                                                .idle(0.9, 0.9, nan, nan));

        assertThat(Diagnosed.of(world).lacks("FT-BP-001"))
                .isEqualTo("the JobManager has no metrics of 2 of 4 subtasks of out");
    }

    // https://github.com/apache/flink/pull/28519
    @Test
    void emptyStatisticsOfCheckpointsAreNotNoFailures() {
        JobBuilder world =
                Calm.job("no-statistics")
                        .checkpoints(history())
                        .vertex("Source: in", v -> source(v, 4, 5_000))
                        .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("CRITICAL\nFT-CP-002 NEVER no-statistics\n");
        assertThat(diagnosed.job().coverage().healthy())
                .extracting(Object::toString)
                .doesNotContain("FT-CP-001");
    }

    private static JobBuilder withBacklog(double before, double now) {
        return Calm.job("backlog")
                .vertex("Source: in", v -> backlog(source(v, 4, 5_000), before, now))
                .vertex("out", v -> vertex(v, 4, 5_000).input("Source: in", "HASH"));
    }
}
