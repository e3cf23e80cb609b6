package flinktriage.checks.backpressure;

import static flinktriage.checks.backpressure.Chain.chain;
import static flinktriage.checks.backpressure.Chain.taskManager;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BottleneckTest {

    private static final String CPU = "Status.JVM.CPU.Load";
    private static final String OUT = "Shuffle.Netty.Output.Buffers.outPoolUsage";

    private final Bottleneck check = new Bottleneck();

    @Test
    void blamesTheBusyVertexBelowTheBackpressuredOnesAndNotItsVictims() {
        Examined examined =
                Examined.of(
                        check,
                        chain("src", "map", "out: Writer")
                                .vertex(
                                        "src",
                                        v ->
                                                v.busy(0.01, 0.01)
                                                        .backpressured(0.98, 0.99)
                                                        .idle(0.01, 0))
                                .vertex("map", v -> v.busy(0, 0).backpressured(1, 1).idle(0, 0))
                                .vertex(
                                        "out: Writer",
                                        v -> v.busy(1, 0.97).backpressured(0, 0).idle(0, 0.03))
                                .taskManagers(taskManager(2))
                                .taskManagerMetric(CPU, 0.02, 0.02, 0.02, 0.02)
                                .build());

        Finding finding = examined.finding();
        assertThat(finding.subject().name()).isEqualTo("out: Writer");
        assertThat(finding.reason()).isEqualTo("SINK_SLOW");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.summary())
                .isEqualTo(
                        "out: Writer cannot keep up: busy 100 % on 2 of 2 subtasks, while all TaskManagers"
                                + " together use 0.04 CPU cores: it waits for the system behind it");
        assertThat(finding.evidence())
                .extracting(e -> e.label() + " = " + e.observed().value())
                .containsExactly(
                        "busy time of subtask 0 = 1.0",
                        "backpressured time of map = 1.0",
                        "CPU cores in use by all TaskManagers = 0.04");
    }

    @Test
    void namesTwoIndependentBottlenecksInTwoBranches() {
        Examined examined =
                Examined.of(
                        check,
                        job("two branches")
                                .vertex("src", v -> v.busy(0.1).backpressured(0.9).idle(0))
                                .vertex(
                                        "left",
                                        v ->
                                                v.input("src", "HASH")
                                                        .busy(0.97)
                                                        .backpressured(0)
                                                        .idle(0.03))
                                .vertex(
                                        "right",
                                        v ->
                                                v.input("src", "HASH")
                                                        .busy(1)
                                                        .backpressured(0)
                                                        .idle(0))
                                .build());

        assertThat(examined.findings())
                .extracting(f -> f.subject().name())
                .containsExactly("right", "left");
    }

    @Test
    void inAFanOutOnlyTheSlowBranchIsTheCulprit() {
        Examined examined =
                Examined.of(
                        check,
                        job("fan out")
                                .vertex("src", v -> v.busy(0.1).backpressured(0.9).idle(0))
                                .vertex(
                                        "fast",
                                        v ->
                                                v.input("src", "HASH")
                                                        .busy(0.2)
                                                        .backpressured(0)
                                                        .idle(0.8))
                                .vertex(
                                        "slow",
                                        v ->
                                                v.input("src", "HASH")
                                                        .busy(1)
                                                        .backpressured(0)
                                                        .idle(0))
                                .build());

        assertThat(examined.finding().subject().name()).isEqualTo("slow");
    }

    @Test
    void aLegacySourceWithFullOutputBuffersIsAVictim() {
        Finding finding =
                Examined.of(
                                check,
                                chain("src", "map")
                                        .vertex(
                                                "src",
                                                v ->
                                                        v.busy(Double.NaN, Double.NaN)
                                                                .backpressured(0, 0)
                                                                .idle(0, 0)
                                                                .metric(OUT, 0.75, 1, 0.875, 1.75))
                                        .vertex(
                                                "map",
                                                v ->
                                                        v.busy(0.9, 0.9)
                                                                .backpressured(0, 0)
                                                                .idle(0.1, 0.1))
                                        .build())
                        .finding();

        assertThat(finding.subject().name()).isEqualTo("map");
    }

    @Test
    void aSaturatedChainThatReadsAndWorksIsNamedAlthoughNothingAboveItCanShowBackpressure() {
        Finding finding =
                Examined.of(
                                check,
                                job("one vertex")
                                        .vertex(
                                                "Source: in -> map -> out: Writer",
                                                v ->
                                                        v.parallelism(2)
                                                                .busy(0.99, 0.98)
                                                                .backpressured(0, 0)
                                                                .idle(0, 0))
                                        .build())
                        .finding();

        assertThat(finding.reason()).isEqualTo("BUSY");
    }

    @Test
    void aBusySourceThatOnlyReadsIsLeftToTheCheckOfSources() {
        assertThat(
                        Examined.of(
                                        check,
                                        chain("Source: in", "map")
                                                .vertex(
                                                        "Source: in",
                                                        v ->
                                                                v.busy(1, 1)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0, 0)
                                                                        .backpressured(0, 0)
                                                                        .idle(1, 1))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void theLimitOfBusyTimeIsInclusiveBelowABackpressuredVertex() {
        JobBuilder world =
                chain("src", "map")
                        .vertex("src", v -> v.busy(0, 0).backpressured(0.1, 0).idle(0.9, 1));

        assertThat(
                        Examined.of(
                                        check,
                                        world.vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.8, 0.7)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .build())
                                .findings())
                .hasSize(1);
        assertThat(
                        Examined.of(
                                        check,
                                        world.vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.79, 0.7)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aWellUsedVertexWithoutBackpressureAboveItIsHealthy() {
        assertThat(
                        Examined.of(
                                        check,
                                        chain("src", "map")
                                                .vertex(
                                                        "src",
                                                        v ->
                                                                v.busy(0.2, 0.2)
                                                                        .backpressured(0, 0.05)
                                                                        .idle(0.8, 0.8))
                                                .vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.9, 0.94)
                                                                        .backpressured(0, 0)
                                                                        .idle(0.1, 0))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aVertexThatWorksInBurstsIsHalfBusyAndStillTheCulprit() {
        JobBuilder world =
                chain("src", "map")
                        .vertex("src", v -> v.busy(0, 0).backpressured(0.5, 0.4).idle(0.5, 0.6));

        assertThat(
                        Examined.of(
                                        check,
                                        world.vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.5, 0.4)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .build())
                                .finding()
                                .subject()
                                .name())
                .isEqualTo("map");
        assertThat(
                        Examined.of(
                                        check,
                                        world.vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.49, 0.4)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .build())
                                .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void backpressureWithoutABusyVertexBelowIsUnknownAndNotHealthy() {
        assertThat(
                        Examined.of(
                                        check,
                                        chain("src", "map")
                                                .vertex(
                                                        "src",
                                                        v ->
                                                                v.busy(0, 0)
                                                                        .backpressured(0.6, 0.6)
                                                                        .idle(0.4, 0.4))
                                                .vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(0.3, 0.2)
                                                                        .backpressured(0, 0)
                                                                        .idle(0.7, 0.8))
                                                .build())
                                .verdict())
                .isEqualTo(
                        new Verdict.Unknown(
                                "src is backpressured 60 % of the time, but nothing below it is busy: the load"
                                        + " comes in bursts, or network buffers are short"));
    }

    @Test
    void aJobThatIsNotRunningIsNotJudged() {
        assertThat(
                        Examined.of(check, chain("src", "map").state(JobState.RESTARTING).build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is RESTARTING"));
        assertThat(
                        Examined.of(
                                        check,
                                        job("waiting for slots")
                                                .vertex(
                                                        "src",
                                                        v ->
                                                                v.state(
                                                                        "CREATED",
                                                                        Map.of("SCHEDULED", 1)))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no vertex has all its tasks running"));
    }

    @Test
    void rightAfterAStartEveryTaskReadsBusyAndNoneIsBlamed() {
        assertThat(
                        Examined.of(
                                        check,
                                        chain("src", "map")
                                                .runningFor(Duration.ofSeconds(5))
                                                .vertex(
                                                        "src",
                                                        v ->
                                                                v.busy(1, 1)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .vertex(
                                                        "map",
                                                        v ->
                                                                v.busy(1, 1)
                                                                        .backpressured(0, 0)
                                                                        .idle(0, 0))
                                                .build())
                                .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void withoutTimesTheVerdictIsUnknownAndTheRestOnlyRefinesIt() {
        Examined.needsAbsentGiveUnknown(
                check,
                chain("src", "map")
                        .vertex("src", v -> v.busy(0, 0).backpressured(0.9, 0.9).idle(0.1, 0.1))
                        .vertex("map", v -> v.busy(1, 1).backpressured(0, 0).idle(0, 0))
                        .taskManagers(taskManager(2))
                        .taskManagerMetric(CPU, 0.9, 0.9, 0.9, 0.9)
                        .build(),
                Need.METRICS,
                Need.PLAN,
                Need.SUBTASKS,
                Need.CHECKPOINT_CONFIG,
                Need.CHECKPOINT_DETAILS,
                Need.REPORTER,
                Need.TASK_MANAGERS,
                Need.TASK_MANAGER_METRICS);
    }
}
