package flinktriage.checks.sql;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.JobCheck;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import org.junit.jupiter.api.Test;

class HotOperatorRulesTest {

    private static final String SCAN = "[1]:TableSourceScan(table=[[c, d, t]], fields=[a, b])\n";
    private static final String AGGREGATE =
            "[3]:GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS c])\n+- out[4]: Writer\n";
    private static final String SYNCHRONOUS =
            "[3]:LookupJoin(table=[c.d.dim], joinType=[LeftOuterJoin], lookup=[a=a], select=[a, n])\n";
    private static final String ASYNCHRONOUS =
            "[3]:LookupJoin(table=[c.d.dim], joinType=[LeftOuterJoin], async=[UNORDERED, 180000ms,"
                    + " 100], lookup=[a=a], select=[a, n])\n";

    private final JobCheck aggregate = new OnePhaseAggregate();
    private final JobCheck lookup = new SynchronousLookup();

    @Test
    void aHotAggregateInOnePhaseIsNoted() {
        assertThat(Said.by(aggregate, hot(AGGREGATE, 0.3, 0.8)))
                .isEqualTo(
                        """
                        INFO ONE_PHASE vertex v operator GroupAggregate[3]
                        v: GroupAggregate[3] updates its state for each row in one phase, and its vertex has no time left: mini-batch with a local phase would add rows up before the exchange
                        - busy time, hottest subtask: 80 % (limit 80 %)
                        """);
        assertThat(Said.by(aggregate, hot(AGGREGATE, 0.3, 0.79))).isEqualTo("healthy");
    }

    @Test
    void aSynchronousLookupInAHotVertexIsNoted() {
        assertThat(Said.by(lookup, hot(SYNCHRONOUS, 0.95)))
                .isEqualTo(
                        """
                        INFO SYNCHRONOUS vertex v operator LookupJoin[3]
                        v: LookupJoin[3] asks the outside system for one row after the other, and its vertex has no time left: asynchronous lookups or a cache would let it go on
                        - busy time, hottest subtask: 95 % (limit 80 %)
                        """);
        assertThat(Said.by(lookup, hot(SYNCHRONOUS, 0.79))).isEqualTo("healthy");
        assertThat(Said.by(lookup, hot(ASYNCHRONOUS, 0.95))).isEqualTo("healthy");
        assertThat(
                        Said.by(
                                lookup,
                                hot(ASYNCHRONOUS.replace("UNORDERED, 180000ms, 100", "false"), 1)))
                .startsWith("INFO SYNCHRONOUS");
    }

    @Test
    void whatIsSplitAlreadyOrOnlyRemovesDuplicatesIsHealthy() {
        assertThat(
                        Said.by(
                                aggregate,
                                hot(
                                        "[3]:GlobalGroupAggregate(groupBy=[a], select=[a,"
                                                + " COUNT(count$0) AS c])\n",
                                        1)))
                .isEqualTo("healthy");
        assertThat(
                        Said.by(
                                aggregate,
                                hot("[3]:GroupAggregate(groupBy=[a, b], select=[a, b])\n", 1)))
                .isEqualTo("healthy");
        Job miniBatch =
                job("j").vertex(
                                "Source: t[1]",
                                v ->
                                        v.description(
                                                        SCAN
                                                                + "+- [2]:MiniBatchAssigner(interval=[2000ms],"
                                                                + " mode=[ProcTime])\n")
                                                .busy(0.1))
                        .vertex(
                                "v",
                                v -> v.input("Source: t[1]", "HASH").description(AGGREGATE).busy(1))
                        .build();
        assertThat(Said.by(aggregate, miniBatch)).isEqualTo("healthy");
    }

    @Test
    void inTheChainOfALegacySourceItIsUnknown() {
        assertThat(Said.by(lookup, hot(SYNCHRONOUS, Double.NaN)))
                .isEqualTo(
                        "unknown: Flink reports no busy time for v, a legacy source with the"
                                + " operator in its chain");
    }

    @Test
    void otherJobsAreNotApplicable() {
        Job dataStream = job("j").vertex("map", v -> v.description("map\n").busy(1)).build();

        for (JobCheck check : new JobCheck[] {aggregate, lookup}) {
            assertThat(Said.by(check, dataStream))
                    .isEqualTo("not applicable: no SQL operator in the plan");
        }
    }

    @Test
    void withoutThePlanOrTheBusyTimesTheyAreUnknown() {
        Examined.needsAbsentGiveUnknown(aggregate, hot(AGGREGATE, 0.9));
        Examined.needsAbsentGiveUnknown(lookup, hot(SYNCHRONOUS, 0.9));
        assertThat(Examined.of(lookup, hot(SYNCHRONOUS, 0.9)).read())
                .isEqualTo(lookup.spec().needs());
    }

    private static Job hot(String description, double... busy) {
        return JobBuilder.job("j")
                .vertex("Source: t[1]", v -> v.description(SCAN).busy(0.1))
                .vertex(
                        "v",
                        v ->
                                v.parallelism(busy.length)
                                        .input("Source: t[1]", "HASH")
                                        .description(description)
                                        .busy(busy))
                .build();
    }
}
