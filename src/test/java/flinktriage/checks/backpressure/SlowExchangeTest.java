package flinktriage.checks.backpressure;

import static flinktriage.checks.backpressure.Chain.chain;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowExchangeTest {

    private static final String OUT = "Shuffle.Netty.Output.Buffers.outPoolUsage";
    private static final String IN = "Shuffle.Netty.Input.Buffers.inPoolUsage";
    private static final Duration EARLIER = Duration.ofSeconds(20);

    private final Bottleneck check = new Bottleneck();

    @Test
    void fullOutputsAboveEmptyInputsOnOtherTaskManagersAreTheWayBetweenThem() {
        Finding finding = Examined.of(check, slow().build()).finding();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.reason()).isEqualTo("NETWORK");
        assertThat(finding.subject().name()).isEqualTo("src");
        assertThat(finding.summary())
                .isEqualTo(
                        "src waits 95 % of the time for room in its output, while count has time"
                                + " and its input is empty: the records wait between their"
                                + " TaskManagers");
        assertThat(finding.evidence())
                .extracting(Evidence::label)
                .containsExactly(
                        "backpressured time of src",
                        "output buffers in use at src",
                        "input buffers in use at count");
    }

    @Test
    void inputsThatAreFullBelowAreABlockedChannelOrABurstAndNotTheNetwork() {
        assertUnexplained(slow().vertex("count", v -> inputs(v, 0, 0.11)));
        assertUnexplained(slow().vertex("count", v -> inputs(v, 0.11, 0)));
        assertThat(
                        Examined.of(check, slow().vertex("count", v -> inputs(v, 0.1, 0.1)).build())
                                .finding()
                                .reason())
                .isEqualTo("NETWORK");
    }

    @Test
    void outputsThatAreNotFullAtBothMomentsAreABurst() {
        assertUnexplained(slow().vertex("src", v -> outputs(v, 0.69, 1)));
        assertUnexplained(slow().vertex("src", v -> outputs(v, 1, 0.69)));
    }

    @Test
    void aVertexBelowThatWorksHalfAsLongAsTheOneAboveWaitsMayBeTheReason() {
        assertUnexplained(slow().vertex("count", v -> v.busy(0.1, 0.475)));
    }

    @Test
    void channelsWithinOneTaskManagerAreNoNetwork() {
        assertUnexplained(
                slow().vertex("src", v -> v.taskManagers("tm-1", "tm-1"))
                        .vertex("count", v -> v.taskManagers("tm-1", "tm-1")));
        // A single TaskManager above: of the subtask beside it nothing is known.
        assertUnexplained(slow().vertex("src", v -> v.taskManagers("tm-1", "tm-1")));
        assertUnexplained(slow().vertex("count", v -> v.taskManagers("tm-1")));
    }

    @Test
    void subtasksThatAreFedByOneOfTheirOwnMayHaveNoRemoteChannel() {
        JobBuilder world = slow();
        world.vertex("next", v -> below(v, "src", "FORWARD"));

        assertUnexplained(world);
    }

    @Test
    void aPausedJvmIsNotTheNetwork() {
        String gc = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

        assertUnexplained(slow().taskManagerMetric(gc, 0, 100, 50, 100));
        assertThat(
                        Examined.of(check, slow().taskManagerMetric(gc, 0, 99, 50, 99).build())
                                .finding()
                                .reason())
                .isEqualTo("NETWORK");
    }

    @Test
    void oneMomentIsNoProof() {
        JobBuilder world =
                places(
                        chain("src", "count")
                                .vertex("src", v -> v.metric(OUT, 1, 1, 1, 2))
                                .vertex("count", v -> v.metric(IN, 0, 0, 0, 0)));

        assertUnexplained(world);
    }

    @Test
    void aSlowVertexBelowIsTheCulpritWhateverTheBuffers() {
        assertThat(
                        Examined.of(check, slow().vertex("count", v -> v.busy(0.1, 0.97)).build())
                                .finding()
                                .subject()
                                .name())
                .isEqualTo("count");
    }

    private void assertUnexplained(JobBuilder world) {
        assertThat(Examined.of(check, world.build()).verdict())
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        u -> assertThat(u.why()).contains("src is backpressured 95 % of the time"));
    }

    /** Two TaskManagers, each with a subtask of both vertices. */
    private static JobBuilder slow() {
        return places(
                chain("src", "count")
                        .vertex("src", v -> outputs(v, 0.7, 1))
                        .vertex("count", v -> inputs(v, 0, 0)));
    }

    private static JobBuilder places(JobBuilder world) {
        return world.vertex(
                        "src",
                        v ->
                                v.busy(0.05, 0.05)
                                        .backpressured(0.95, 0.9)
                                        .idle(0, 0.05)
                                        .taskManagers("tm-1", "tm-2"))
                .vertex(
                        "count",
                        v ->
                                v.busy(0.1, 0.1)
                                        .backpressured(0, 0)
                                        .idle(0.9, 0.9)
                                        .taskManagers("tm-1", "tm-2"));
    }

    private static VertexBuilder below(VertexBuilder v, String above, String ship) {
        return inputs(v, 0, 0)
                .parallelism(2)
                .input(above, ship)
                .busy(0.1, 0.1)
                .backpressured(0, 0)
                .idle(0.9, 0.9)
                .taskManagers("tm-1", "tm-2");
    }

    private static VertexBuilder outputs(VertexBuilder v, double before, double now) {
        return v.metricAgo(EARLIER, OUT, 0, before, 0, before).metric(OUT, 0, now, 0, now);
    }

    private static VertexBuilder inputs(VertexBuilder v, double before, double now) {
        return v.metricAgo(EARLIER, IN, 0, before, 0, before).metric(IN, 0, now, 0, now);
    }
}
