package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Vertex;
import flinktriage.world.JobBuilder;
import org.junit.jupiter.api.Test;

class JobPlanTest {

    private static final String SCAN = "[1]:TableSourceScan(table=[[c, d, t]], fields=[a])";
    private static final String DISTINCT = "[9]:GroupAggregate(groupBy=[a], select=[a])";

    private static int streamsIntoDistinct(JobBuilder job) {
        JobPlan plan = JobPlan.of(job.build().graph(), Vertex::description);
        return plan.operators().stream()
                .filter(p -> p.operator().distinct())
                .mapToInt(plan::streamsInto)
                .findFirst()
                .orElseThrow();
    }

    private static JobBuilder sources() {
        return JobBuilder.job("j")
                .vertex("t", v -> v.description(SCAN))
                .vertex("u", v -> v.description(SCAN));
    }

    @Test
    void aSourceInTheSameChainIsOneStream() {
        JobBuilder job =
                JobBuilder.job("j").vertex("v", v -> v.description(SCAN + "\n+- " + DISTINCT));
        assertThat(streamsIntoDistinct(job)).isEqualTo(1);
    }

    @Test
    void streamsThatMeetBeforeAProjectionCount() {
        JobBuilder job =
                sources()
                        .vertex(
                                "calc",
                                v ->
                                        v.input("t", "FORWARD")
                                                .input("u", "REBALANCE")
                                                .input("u", "REBALANCE")
                                                .description("[5]:Calc(select=[a])"))
                        .vertex("v", v -> v.input("calc", "HASH").description(DISTINCT));
        assertThat(streamsIntoDistinct(job)).isEqualTo(3);
    }

    @Test
    void streamsThatMeetBeforeAnotherOperatorDoNot() {
        JobBuilder job =
                sources()
                        .vertex(
                                "join",
                                v ->
                                        v.input("t", "HASH")
                                                .input("u", "HASH")
                                                .description(
                                                        "[5]:Join(joinType=[InnerJoin])\n"
                                                                + "+- [6]:Calc(select=[a])"))
                        .vertex("v", v -> v.input("join", "HASH").description(DISTINCT));
        assertThat(streamsIntoDistinct(job)).isEqualTo(1);
    }

    @Test
    void aChainOfSeveralBranchesIsNotFollowed() {
        JobBuilder job =
                sources()
                        .vertex(
                                "calc",
                                v ->
                                        v.input("t", "FORWARD")
                                                .input("u", "FORWARD")
                                                .description(
                                                        "[5]:Calc(select=[a])\n"
                                                                + ":- [6]:Calc(select=[a])\n"
                                                                + "+- out[7]: Writer"))
                        .vertex("v", v -> v.input("calc", "HASH").description(DISTINCT));
        assertThat(streamsIntoDistinct(job)).isEqualTo(1);
    }

    @Test
    void aJobWithoutDescriptionsIsNotDescribed() {
        JobPlan plan =
                JobPlan.of(
                        JobBuilder.job("j").vertex("v", v -> {}).build().graph(),
                        Vertex::description);
        assertThat(plan.described()).isFalse();
        assertThat(plan.sql()).isFalse();
    }
}
