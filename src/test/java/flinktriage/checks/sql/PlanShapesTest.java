package flinktriage.checks.sql;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.JobCheck;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanShapesTest {

    private static final String SCAN = "[1]:TableSourceScan(table=[[c, d, t]], fields=[a, ts])\n";
    private static final String WINDOWED =
            SCAN
                    + "+- [2]:WindowTableFunction(window=[TUMBLE(time_col=[ts], size=[10 min])])\n"
                    + "   +- [3]:Calc(select=[window_start AS w, a])\n";
    private static final String AGGREGATE =
            "[5]:GroupAggregate(groupBy=[w], select=[w, COUNT(*) AS c])\n";

    @Test
    void aGroupAggregateOverAWindowTableFunctionIsNoWindow() {
        JobCheck check = new NotAWindow();

        assertThat(Said.by(check, chain(WINDOWED, "HASH", AGGREGATE, 1)))
                .isEqualTo(
                        """
                        INFO NOT_A_WINDOW vertex v operator GroupAggregate[5]
                        v: GroupAggregate[5] groups the rows of a window table function without being a window aggregation: it updates its result with each row and closes no window; whether a state TTL bounds it is not visible in REST, lint of the script tells
                        - grouping columns: 1
                        """);
        assertThat(
                        Said.by(
                                check,
                                chain(
                                        WINDOWED
                                                + "      +- [4]:LocalGroupAggregate(groupBy=[w],"
                                                + " select=[w, COUNT(*) AS c$0])\n",
                                        "HASH",
                                        "[5]:GlobalGroupAggregate(groupBy=[w], select=[w, COUNT(c$0)])\n",
                                        1)))
                .startsWith("INFO NOT_A_WINDOW vertex v operator GlobalGroupAggregate[5]");
    }

    @Test
    void aWindowAggregateAndAGroupAggregateBehindOtherOperatorsAreHealthy() {
        JobCheck check = new NotAWindow();

        assertThat(
                        Said.by(
                                check,
                                chain(
                                        SCAN,
                                        "HASH",
                                        "[5]:WindowAggregate(groupBy=[a], window=[TUMBLE(time_col=[ts],"
                                                + " size=[10 min])], select=[a, COUNT(*) AS c])\n",
                                        1)))
                .isEqualTo("healthy");
        assertThat(Said.by(check, chain(SCAN, "HASH", AGGREGATE, 1))).isEqualTo("healthy");
        assertThat(
                        Said.by(
                                check,
                                chain(
                                        WINDOWED
                                                + "      +- [4]:Deduplicate(keep=[FirstRow], key=[a],"
                                                + " order=[ROWTIME])\n",
                                        "HASH",
                                        AGGREGATE,
                                        1)))
                .isEqualTo("healthy");
    }

    @Test
    void theOperatorThatGetsEverythingInOneSubtaskIsNamed() {
        JobCheck check = new SinglePlan();
        String global = "[5]:GroupAggregate(select=[COUNT(*) AS c])\n+- out[6]: Writer\n";

        assertThat(Said.by(check, chain(SCAN, "GLOBAL", global, 4)))
                .isEqualTo(
                        """
                        INFO SINGLETON vertex v operator GroupAggregate[5]
                        v: GroupAggregate[5] has no key to spread its rows by, so that one subtask gets all of them
                        - upstream subtasks: 4
                        """);
        assertThat(Said.by(check, chain(SCAN, "GLOBAL", global, 1))).isEqualTo("healthy");
        assertThat(Said.by(check, chain(SCAN, "HASH", global, 4))).isEqualTo("healthy");
    }

    @Test
    void whetherAPatternHasAWithinIsUnknownUnlessItsRepetitionsAreBounded() {
        JobCheck check = new UnboundedPattern();

        assertThat(
                        Said.by(
                                check,
                                pattern(
                                        "((_UTF-16LE'A', PATTERN_QUANTIFIER(_UTF-16LE'B', 1, -1,"
                                                + " false)), _UTF-16LE'C')")))
                .isEqualTo(
                        "unknown: Match[5] repeats a part of its pattern without an upper bound,"
                                + " and no REST reply shows whether it has a WITHIN: lint of the script tells");
        assertThat(
                        Said.by(
                                check,
                                pattern(
                                        "(_UTF-16LE'A', PATTERN_QUANTIFIER(_UTF-16LE'B', 1, 3,"
                                                + " false))")))
                .isEqualTo("healthy");
        assertThat(Said.by(check, chain(SCAN, "HASH", AGGREGATE, 1)))
                .isEqualTo("not applicable: no MATCH_RECOGNIZE in the plan");
    }

    @Test
    void aStrategyThatKnowsNoTtlIsNamedIfTheClusterSetsBoth() {
        JobCheck check = new TtlDisabled();

        assertThat(Said.by(check, materialized(Map.of(TTL, "1 d", STRATEGY, "map"))))
                .isEqualTo(
                        """
                        INFO TTL_DISABLED vertex v operator SinkMaterializer[6]
                        v: SinkMaterializer[6] keeps the rows of each primary key for ever: its strategy MAP knows no TTL, whatever table.exec.state.ttl says
                        - primary key columns: 1
                        """);
        String notBoth =
                "not applicable: the cluster's configuration does not have both a TTL and a strategy"
                        + " without one (those of the job are not visible in REST, lint of the script knows them)";
        assertThat(Said.by(check, materialized(Map.of(TTL, "1 d")))).isEqualTo(notBoth);
        assertThat(Said.by(check, materialized(Map.of(TTL, "0 ms", STRATEGY, "MAP"))))
                .isEqualTo(notBoth);
        assertThat(Said.by(check, materialized(Map.of(TTL, "1 d", STRATEGY, "LEGACY"))))
                .isEqualTo(notBoth);
        assertThat(
                        Said.by(
                                check,
                                base(SCAN, "HASH", AGGREGATE, 1)
                                        .configuration(Map.of(TTL, "1 d", STRATEGY, "MAP"))
                                        .build()))
                .isEqualTo("healthy");
    }

    @Test
    void withoutWhatTheyNeedTheyAreUnknown() {
        Examined.needsAbsentGiveUnknown(new NotAWindow(), chain(WINDOWED, "HASH", AGGREGATE, 1));
        Examined.needsAbsentGiveUnknown(new SinglePlan(), chain(SCAN, "GLOBAL", AGGREGATE, 2));
        Examined.needsAbsentGiveUnknown(
                new UnboundedPattern(), pattern("(_UTF-16LE'A', _UTF-16LE'B')"));
        Examined.needsAbsentGiveUnknown(
                new TtlDisabled(), materialized(Map.of(TTL, "1 d", STRATEGY, "MAP")));
    }

    private static final String TTL = "table.exec.state.ttl";
    private static final String STRATEGY = "table.exec.sink.upsert-materialize-strategy.type";

    private static Job materialized(Map<String, String> keys) {
        return base(SCAN, "HASH", "[6]:SinkMaterializer(pk=[a])\n+- out[6]: Writer\n", 1)
                .configuration(keys)
                .build();
    }

    private static Job pattern(String pattern) {
        return chain(
                SCAN,
                "HASH",
                "[5]:Match(partitionBy=[a], orderBy=[ts ASC], rowsPerMatch=[ONE ROW PER MATCH],"
                        + " after=[SKIP PAST LAST ROW], pattern=["
                        + pattern
                        + "], define=[{B=>(PREV(B.$2, 0), LAST(A.$2, 0))}])\n",
                1);
    }

    private static Job chain(String source, String ship, String description, int parallelism) {
        return base(source, ship, description, parallelism).build();
    }

    private static JobBuilder base(
            String source, String ship, String description, int parallelism) {
        return job("j").vertex("Source: t[1]", v -> v.parallelism(parallelism).description(source))
                .vertex("v", v -> v.input("Source: t[1]", ship).description(description));
    }
}
