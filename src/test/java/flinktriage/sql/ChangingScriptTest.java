package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not in the script, or changes within it; with the real planners of both versions. */
class ChangingScriptTest {

    private static final String ORDERS =
            """
            CREATE TABLE orders (
              id BIGINT, customer_id INT, price DECIMAL(10, 2), note STRING, ts TIMESTAMP(3),
              pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
            ) WITH ('connector' = 'kafka', 'topic' = 'orders', 'format' = 'json',
                    'properties.sasl.jaas.config' = 'x; password="secret"');
            CREATE TABLE out_rows (id BIGINT, name STRING) WITH ('connector' = 'print');
            """;

    private static ScriptReader reader;

    @BeforeAll
    static void open() {
        reader = Planners.reader();
    }

    @AfterAll
    static void close() {
        reader.close();
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aFunctionWithoutItsClassIsStubbedWhereItsUseSaysWhatItReturns(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE TEMPORARY FUNCTION f AS 'com.example.F' USING JAR 'http://192.0.2.1/f.jar';
                                CREATE FUNCTION g AS 'com.example.G';
                                INSERT INTO out_rows SELECT id, f(note, price) FROM orders WHERE g(id);
                                SELECT g(id) FROM orders;
                                """);

        assertThat(plan(script.statements().get(4))).contains("f(note, price)");
        assertThat(absence(script.statements().get(5)))
                .isEqualTo(
                        "no plan: it cannot be planned here (function g (class com.example.G) is not"
                                + " here, and its use does not show what it returns; a CAST around it"
                                + " would)");
        assertThat(script.statements()).allMatch(s -> s.rejection().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aTableOfAForeignCatalogIsNoError(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = 's3://w');
                                INSERT INTO out_rows SELECT id, name FROM lake.db.users;
                                USE CATALOG lake;
                                CREATE TABLE mine (id BIGINT, v STRING, PRIMARY KEY (id) NOT ENFORCED);
                                INSERT INTO mine SELECT id, note FROM default_catalog.default_database.orders;
                                """);

        assertThat(absence(script.statements().get(3)))
                .isEqualTo(
                        "no plan: it cannot be planned here (the table lake.db.users is in a catalog"
                                + " whose tables are not in the script)");
        assertThat(Planners.last(script).tables().get("lake.default.mine").connector())
                .isEqualTo("paimon");
        assertThat(script.statements().get(3).rejection()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void batchStatementsArePlannedAsBatch(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        """
                        CREATE TABLE t (a INT, b INT) WITH ('connector' = 'filesystem', 'path' = '/x', 'format' = 'csv');
                        CREATE TEMPORARY VIEW v AS SELECT a, b FROM t;
                        SET 'execution.runtime-mode' = 'BATCH';
                        CREATE TABLE o (a INT, n BIGINT) WITH ('connector' = 'blackhole');
                        INSERT INTO o SELECT a, COUNT(*) FROM v GROUP BY a;
                        SET 'execution.runtime-mode' = 'streaming';
                        INSERT INTO o SELECT a, COUNT(*) FROM v GROUP BY a;
                        """);

        assertThat(plan(script.statements().get(4))).contains("HashAggregate(");
        assertThat(plan(script.statements().get(6))).contains("GroupAggregate(");
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void tablesCanBeMadeFromOthersAndChange(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE TABLE more WITH ('topic' = 'more') LIKE orders;
                                CREATE TEMPORARY TABLE brief (id BIGINT) WITH ('connector' = 'kafka', 'format' = 'json');
                                CREATE TABLE copy WITH ('connector' = 'kafka', 'format' = 'json') AS SELECT id, note FROM more;
                                ALTER TABLE more RENAME TO most;
                                ALTER TABLE most RENAME TO more;
                                ALTER TABLE more ADD (extra INT);
                                INSERT INTO out_rows SELECT extra, note FROM more;
                                INSERT INTO out_rows SELECT brief.id, note FROM brief JOIN copy ON brief.id = copy.id;
                                DROP TABLE more;
                                SELECT * FROM more;
                                """);

        List<SqlStatement> statements = script.statements();
        assertThat(statements.get(4).tables()).containsKey(name("more"));
        assertThat(plan(statements.get(4))).contains("Sink(table=[" + name("copy") + "]");
        assertThat(statements.get(6).tables())
                .containsKey(name("most"))
                .doesNotContainKey(name("more"));
        assertThat(plan(statements.get(8))).contains("extra");
        assertThat(plan(statements.get(9))).contains("Join(");
        assertThat(statements.get(9).tables().get(name("more")).options())
                .isEqualTo(Map.of("connector", "kafka", "topic", "more", "format", "json"));
        assertThat(statements.get(11).tables()).doesNotContainKey(name("more"));
        assertThat(rejection(script).message()).startsWith("Object 'more' not found");
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aMaterializedTableIsPlannedByItsQueryAndCanBeRead(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE MATERIALIZED TABLE daily
                                WITH ('format' = 'json') FRESHNESS = INTERVAL '30' SECOND
                                AS SELECT note, COUNT(*) AS n FROM orders GROUP BY note;
                                INSERT INTO out_rows SELECT n, note FROM daily;
                                """);

        assertThat(plan(script.statements().get(2))).contains("GroupAggregate(groupBy=[note]");
        assertThat(plan(script.statements().get(3))).contains("daily");
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void whatIsNotPartOfFlinkIsNoFaultOfTheScript(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                LOAD MODULE hive;
                                SELECT get_json_object(note, 'a') FROM orders;
                                SET 'table.sql-dialect' = 'hive';
                                SELECT id FROM orders;
                                """);

        assertThat(absence(script.statements().get(3)))
                .contains("a function that it calls may be in a module");
        assertThat(absence(script.statements().get(5)))
                .contains("it needs 'hive' of the kind Parser");
        assertThat(script.statements()).allMatch(s -> s.rejection().isEmpty());
    }

    private static String name(String table) {
        return "default_catalog.default_database." + table;
    }

    private static String plan(SqlStatement statement) {
        assertThat(statement.rejection()).isEmpty();
        return ((SqlPlan.Explained) statement.plan().require()).text();
    }

    private static SqlRejection rejection(SqlScript script) {
        return script.statements().stream()
                .flatMap(s -> s.rejection().stream())
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    private static String absence(SqlStatement statement) {
        Missing missing = ((Observed.Absent<SqlPlan>) statement.plan()).missing();
        return missing.sentence();
    }
}
