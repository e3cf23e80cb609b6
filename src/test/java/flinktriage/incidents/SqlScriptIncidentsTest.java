package flinktriage.incidents;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.LinkedFinding;
import flinktriage.check.ScriptReport;
import flinktriage.sql.PlannerVersion;
import flinktriage.world.PlannedScripts;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Incidents of which there is a script and no job, read with the planners of both versions. */
class SqlScriptIncidentsTest {

    private static PlannedScripts scripts;

    @BeforeAll
    static void open() {
        scripts = new PlannedScripts();
    }

    @AfterAll
    static void close() {
        scripts.close();
    }

    // https://github.com/apache/flink/pull/26597
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aUnionWithOneWrongColumnNamesTheColumnAndBothTypes(PlannerVersion version) {
        assertThat(
                        found(
                                version,
                                """
                                CREATE TABLE a (id BIGINT, n STRING) WITH ('connector' = 'datagen');
                                CREATE TABLE b (id BIGINT, n ROW<x INT>) WITH ('connector' = 'datagen');
                                CREATE TABLE o (id BIGINT, n STRING) WITH ('connector' = 'print');
                                INSERT INTO o SELECT id, n FROM a
                                UNION ALL
                                SELECT id, n FROM b;
                                """))
                .isEqualTo(
                        """
                        CRITICAL
                        FT-SQ-130 COLUMN_TYPE: column 2 of branch 2 (n, line 6) is ROW<`x` INT> where\
                         branch 1 (n) has STRING
                        """);
    }

    // https://issues.apache.org/jira/browse/CALCITE-5214
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aNullOfAnotherTypeIsToldByItsColumnWithoutTheWholeRowType(PlannerVersion version) {
        assertThat(
                        found(
                                version,
                                """
                                CREATE TABLE a (id INT, n VARCHAR(5), x INT, y INT)
                                WITH ('connector' = 'datagen');
                                CREATE TABLE o (id INT, n STRING, x INT, y INT)
                                WITH ('connector' = 'print');
                                INSERT INTO o SELECT id, CAST(NULL AS INT), x, y FROM a
                                UNION ALL
                                SELECT id, n, x, y FROM a;
                                """))
                .isEqualTo(
                        """
                        CRITICAL
                        FT-SQ-130 COLUMN_TYPE: column 2 of branch 2 (n, line 7) is VARCHAR(5) where\
                         branch 1 (EXPR$1) has INT
                        """);
    }

    // https://github.com/DataSQRL/sqrl/issues/285
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void twoRowtimesForOneSinkAreToldInTheWordsOfThePlannerAndBlameNoWatermark(
            PlannerVersion version) {
        String found =
                found(
                        version,
                        """
                        CREATE TABLE a (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
                        WITH ('connector' = 'datagen');
                        CREATE TABLE b (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
                        WITH ('connector' = 'datagen');
                        CREATE TABLE o (id INT, t1 TIMESTAMP(3), t2 TIMESTAMP(3))
                        WITH ('connector' = 'print');
                        INSERT INTO o SELECT a.id, a.ts, b.ts FROM a JOIN b
                        ON a.id = b.id AND a.ts BETWEEN b.ts - INTERVAL '1' MINUTE AND b.ts;
                        """);

        assertThat(found)
                .startsWith(
                        """
                        CRITICAL
                        FT-SQ-130 UNSUPPORTED: The query contains more than one rowtime attribute\
                         column [ts, ts0] for writing into table""")
                .contains("casting all other columns to regular TIMESTAMP");
        assertThat(found.lines()).hasSize(2);
    }

    // https://github.com/IndustryFusion/DigitalTwin/pull/893
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aRowNumberOfOneByTwoColumnsIsSaidToBeNoDeduplication(PlannerVersion version) {
        assertThat(found(version, latest("ts DESC, v DESC")))
                .startsWith(
                        """
                        WARNING
                        FT-SQ-107 TOP_N: Rank keeps the first rows of each partition that it has\
                         seen, and is no deduplication: it orders by 2 columns, not by one time\
                         attribute""");
        assertThat(found(version, latest("ts DESC")))
                .contains("FT-SQ-107 DEDUPLICATE")
                .doesNotContain("Rank", "no deduplication");
        assertThat(found(version, latest("v DESC")))
                .contains("FT-SQ-107 TOP_N: Rank")
                .doesNotContain("no deduplication");
    }

    private static String latest(String order) {
        return """
               CREATE TABLE a (id INT, v BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
               WITH ('connector' = 'datagen');
               CREATE TABLE o (id INT, v BIGINT, ts TIMESTAMP(3), PRIMARY KEY (id) NOT ENFORCED)
               WITH ('connector' = 'upsert-kafka');
               INSERT INTO o SELECT id, v, ts FROM (
                 SELECT id, v, ts, ROW_NUMBER() OVER (PARTITION BY id ORDER BY %s) AS rn FROM a)
               WHERE rn = 1;
               """
                .formatted(order);
    }

    // https://github.com/apache/iceberg/issues/5032
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void anOuterJoinIntoTheTableThatItReadsIsNotCalledWell(PlannerVersion version) {
        String found =
                found(
                        version,
                        """
                        CREATE TABLE s (id INT, v BIGINT) WITH ('connector' = 'datagen');
                        CREATE TABLE t (id INT, v BIGINT, PRIMARY KEY (id) NOT ENFORCED)
                        WITH ('connector' = 'upsert-kafka');
                        INSERT INTO t SELECT s.id, COALESCE(t.v, s.v) FROM s
                        LEFT JOIN t ON s.id = t.id;
                        """);

        assertThat(found)
                .startsWith("CRITICAL\n")
                .contains(
                        version == PlannerVersion.V1_20
                                ? "FT-SQ-110 UPSERT_MATERIALIZE: Sink keeps the rows of each primary"
                                        + " key of the sink, because the key of the query is"
                                        + " another one"
                                : "FT-SQ-130 UNSUPPORTED: The query has an upsert key that differs"
                                        + " from the primary key of the sink");
    }

    // https://github.com/apache/doris-flink-connector/issues/551
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aLookupIsJudgedByItsOperatorAndNotByItsHint(PlannerVersion version) {
        String found =
                found(
                        version,
                        """
                        CREATE TABLE s (id INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');
                        CREATE TABLE d (id INT, w STRING) WITH ('connector' = 'doris');
                        CREATE TABLE o (id INT, w STRING) WITH ('connector' = 'print');
                        INSERT INTO o SELECT /*+ LOOKUP('table'='d', 'async'='true',
                          'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay',
                          'fixed-delay'='5s', 'max-attempts'='200') */ s.id, d.w
                        FROM s LEFT JOIN d FOR SYSTEM_TIME AS OF s.pt AS d ON s.id = d.id;
                        """);

        assertThat(found)
                .isEqualTo(
                        """
                        WARNING
                        FT-SQ-118 SYNCHRONOUS: LookupJoin asks the outside system for one row after\
                         the other: asynchronous lookups or a cache would let it go on
                        """)
                .doesNotContainIgnoringCase("retr");
    }

    /** The verdict, then each finding without the statement's name and the version. */
    private static String found(PlannerVersion version, String sql) {
        ScriptReport report = scripts.lint("script.sql", sql, version).scripts().get(0);
        return report.verdict()
                + "\n"
                + report.findings().stream()
                        .map(SqlScriptIncidentsTest::shown)
                        .collect(Collectors.joining());
    }

    private static String shown(LinkedFinding f) {
        String summary = f.finding().summary();
        return "%s %s: %s\n"
                .formatted(
                        f.code(),
                        f.finding().reason(),
                        summary.substring(summary.indexOf(": ") + 2)
                                .replaceFirst(" \\(Flink [0-9.]+\\)$", ""));
    }
}
