package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.StatementView;
import flinktriage.checks.AllChecks;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares lint with Flink's own EXPLAIN: same statements, same JVM, in turn. Processor time of the
 * thread is compared, because both sides plan in one thread and a busy machine would decide
 * otherwise.
 */
class LintBenchmarkTest {

    private static final double LIMIT = 1.3;
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 5;

    private static final List<String> SHAPES =
            List.of(
                    "SELECT user_id, page FROM clicks WHERE amount > %d",
                    "SELECT user_id, COUNT(*) FROM clicks WHERE amount > %d GROUP BY user_id",
                    "SELECT page, SUM(amount) FROM clicks GROUP BY page HAVING SUM(amount) > %d",
                    "SELECT c.user_id, s.keyword FROM clicks c JOIN searches s"
                            + " ON c.user_id = s.user_id AND c.amount > %d",
                    "SELECT c.user_id, s.keyword FROM clicks c, searches s WHERE c.user_id = s.user_id"
                            + " AND c.ts BETWEEN s.ts - INTERVAL '%d' MINUTE AND s.ts",
                    "SELECT user_id, page FROM clicks WHERE amount > %d"
                            + " UNION ALL SELECT user_id, keyword FROM searches",
                    "SELECT user_id, page FROM clicks WHERE amount > %d"
                            + " UNION SELECT user_id, keyword FROM searches",
                    "SELECT user_id, page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id"
                            + " ORDER BY amount DESC) AS rn FROM clicks) WHERE rn <= %d",
                    "SELECT user_id, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE clicks,"
                            + " DESCRIPTOR(ts), INTERVAL '%d' MINUTE))"
                            + " GROUP BY user_id, window_start, window_end",
                    "SELECT user_id, page FROM clicks WHERE amount > %d"
                            + " AND user_id IN (SELECT user_id FROM searches)");

    private static final String CLICKS =
            "CREATE TABLE clicks (user_id STRING, page STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3),"
                    + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = '%s'%s)";
    private static final String SEARCHES =
            "CREATE TABLE searches (user_id STRING, keyword STRING, ts TIMESTAMP(3),"
                    + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = '%s'%s)";

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void fiftyStatementsTakeAtMostThreeTenthsLongerThanToExplainThem() {
        List<String> statements = new ArrayList<>();
        for (int variant = 1; variant <= 5; variant++) {
            for (String shape : SHAPES) {
                statements.add(shape.formatted(variant));
            }
        }
        TableEnvironment bare = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        bare.executeSql(CLICKS.formatted("datagen", ""));
        bare.executeSql(SEARCHES.formatted("datagen", ""));
        String kafka = ", 'topic' = 't', 'format' = 'json'";
        String script =
                CLICKS.formatted("kafka", kafka)
                        + ";\n"
                        + SEARCHES.formatted("kafka", kafka)
                        + ";\n"
                        + String.join(";\n", statements);
        long[] explain = new long[ROUNDS];
        long[] lint = new long[ROUNDS];
        try (ScriptReader reader = Planners.reader()) {
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                long start = cpuNanos();
                statements.forEach(s -> explain(bare, s));
                long between = cpuNanos();
                int judged = lint(reader, script);
                long end = cpuNanos();
                assertThat(judged).isEqualTo(statements.size());
                if (round >= 0) {
                    explain[round] = between - start;
                    lint[round] = end - between;
                }
            }
        }
        double ratio = (double) median(lint) / median(explain);

        assertThat(ratio)
                .as(
                        "lint %d ms, explain %d ms for %d statements",
                        median(lint) / 1_000_000, median(explain) / 1_000_000, statements.size())
                .isBetween(0.1, LIMIT);
    }

    private static void explain(TableEnvironment bare, String statement) {
        String plan =
                bare.explainSql(statement, ExplainDetail.CHANGELOG_MODE, ExplainDetail.PLAN_ADVICE);
        assertThat(plan).contains("== Optimized Execution Plan ==");
    }

    /** Everything that lint does between reading a file and writing a report. */
    private static int lint(ScriptReader reader, String script) {
        SqlScript read = Planners.read(reader, PlannerVersion.V2_3, script);
        int judged = 0;
        for (SqlStatement statement : read.statements()) {
            judged += statement.plan().isPresent() ? 1 : 0;
            AllChecks.list().stream()
                    .filter(PlanCheck.class::isInstance)
                    .forEach(
                            check ->
                                    examine((PlanCheck) check, new StatementView(read, statement)));
        }
        return judged;
    }

    private static void examine(PlanCheck check, StatementView view) {
        try {
            check.examine(view, Limits.STANDARD);
        } catch (MissingMeasurementException e) {
            // As in the linter: unknown.
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
