package flinktriage.checks.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

class ShapeOfTheGraphTest {

    private static final Singleton SINGLETON = new Singleton();
    private static final UnionMismatch MISMATCH = new UnionMismatch();

    private static Job behind(int sourceParallelism, String ship, int maxParallelism) {
        return JobBuilder.job("j")
                .vertex("src", v -> v.parallelism(sourceParallelism).maxParallelism(128))
                .vertex(
                        "all",
                        v -> v.input("src", ship).parallelism(1).maxParallelism(maxParallelism))
                .vertex("wide", v -> v.input("all", "REBALANCE").parallelism(4))
                .build();
    }

    private static Job union(String ship, int parallelism) {
        return JobBuilder.job("j")
                .vertex("a", v -> v.parallelism(4))
                .vertex("b", v -> v.parallelism(2))
                .vertex(
                        "sink",
                        v -> v.input("a", "FORWARD").input("b", ship).parallelism(parallelism))
                .build();
    }

    @Test
    void anOperatorThatCanOnlyHaveOneSubtaskIsInformation() {
        Finding finding = Examined.of(SINGLETON, behind(4, "HASH", 1)).finding();
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.reason()).isEqualTo("SINGLETON");
        assertThat(finding.summary())
                .isEqualTo(
                        "all gets all records of 4 upstream subtasks in one, because it has no"
                                + " key: more parallelism does not reach it, a key or a"
                                + " pre-aggregation does");
    }

    @Test
    void anExchangeToOneSubtaskIsOneToo() {
        assertThat(Examined.of(SINGLETON, behind(4, "GLOBAL", 128)).findings()).hasSize(1);
    }

    @Test
    void aParallelismOfOneThatSomeoneSetIsHealthy() {
        assertThat(Examined.of(SINGLETON, behind(4, "REBALANCE", 128)).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void nothingIsLostWhereTheInputHasOneSubtaskToo() {
        assertThat(Examined.of(SINGLETON, behind(1, "HASH", 1)).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aJobOfOneSubtaskPerVertexIsNotApplicable() {
        Job job =
                JobBuilder.job("j")
                        .vertex("src", v -> {})
                        .vertex("all", v -> v.input("src", "GLOBAL").maxParallelism(1))
                        .build();
        assertThat(Examined.of(SINGLETON, job).verdict())
                .isEqualTo(new Verdict.NotApplicable("the whole job has one subtask per vertex"));
    }

    @Test
    void aUnionOfDifferentParallelismsIsInformation() {
        Finding finding = Examined.of(MISMATCH, union("REBALANCE", 4)).finding();
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.reason()).isEqualTo("MISMATCH");
        assertThat(finding.summary())
                .isEqualTo(
                        "sink has 4 subtasks and unites inputs of 4 and 2: their records are"
                                + " redistributed over the network, which one parallelism avoids");
        assertThat(finding.evidence().get(0).observed().value()).isEqualTo(1);
    }

    @Test
    void keyedAndBroadcastInputsAreNoUnionOfStreamsWithoutAKey() {
        for (String ship : new String[] {"HASH", "BROADCAST"}) {
            assertThat(Examined.of(MISMATCH, union(ship, 4)).verdict())
                    .isEqualTo(
                            new Verdict.NotApplicable(
                                    "no vertex unites several streams without a key"));
        }
    }

    @Test
    void aUnionOfOneParallelismIsHealthy() {
        Job job =
                JobBuilder.job("j")
                        .vertex("a", v -> v.parallelism(2))
                        .vertex("b", v -> v.parallelism(2))
                        .vertex(
                                "sink",
                                v -> v.input("a", "FORWARD").input("b", "FORWARD").parallelism(2))
                        .build();
        assertThat(Examined.of(MISMATCH, job).verdict()).isEqualTo(new Verdict.Healthy());
    }
}
