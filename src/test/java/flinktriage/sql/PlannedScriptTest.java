package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlTable;
import flinktriage.model.SqlUnion;
import flinktriage.model.SqlView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With the real planners of both versions. */
class PlannedScriptTest {

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
    void kafkaMysqlCdcAndJdbcNeedNoneOfTheirJars(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE TABLE customers (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)
                                WITH ('connector' = 'mysql-cdc', 'hostname' = 'db', 'password' = 'p');
                                CREATE TABLE rates (note STRING, rate DECIMAL(10, 4), PRIMARY KEY (note) NOT ENFORCED)
                                WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/shop');
                                INSERT INTO out_rows
                                SELECT o.id, c.name FROM orders o
                                JOIN customers c ON o.customer_id = c.id
                                JOIN rates FOR SYSTEM_TIME AS OF o.pt AS r ON o.note = r.note;
                                """);

        String plan = plan(Planners.last(script));
        assertThat(plan)
                .contains("LookupJoin(table=[default_catalog.default_database.rates]")
                .containsPattern(
                        "TableSourceScan\\(table=\\[\\[default_catalog, default_database, customers]]"
                                + ".*changelogMode=\\[I,UB,UA,D]")
                .containsPattern(
                        "TableSourceScan\\(table=\\[\\[default_catalog, default_database, orders]]"
                                + ".*changelogMode=\\[I]");
        SqlTable orders =
                Planners.last(script).tables().get("default_catalog.default_database.orders");
        assertThat(orders.changelog()).isEqualTo("I");
        assertThat(orders.rowtime()).contains("ts");
        assertThat(orders.watermark()).contains("`ts` - INTERVAL '5' SECOND");
        assertThat(orders.options())
                .containsEntry("topic", "orders")
                .doesNotContainKey("properties.sasl.jaas.config");
        assertThat(orders.columns()).contains(new SqlColumn("price", "DECIMAL(10, 2)"));
        assertThat(script.flinkVersion().require()).startsWith(version.toString());
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aTableEmitsWhatItsConnectorAndFormatEmit(PlannerVersion version) {
        String columns = " (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ";
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        String.join(
                                columns,
                                "CREATE TABLE a",
                                "('connector'='kafka','format'='debezium-json');CREATE TABLE b",
                                "('connector'='upsert-kafka');CREATE TABLE c",
                                "('connector'='mongodb-cdc');CREATE TABLE d",
                                "('connector'='paimon');CREATE TABLE e",
                                "('connector'='paimon','changelog-producer'='lookup');CREATE TABLE f",
                                "('connector'='never-heard-of');CREATE TABLE g",
                                "('connector'='kafka','format'='json');SELECT 1"),
                        Map.of("g", "I,UA,D"));

        assertThat(Planners.last(script).tables().values())
                .extracting(t -> t.shortName() + " " + t.changelog())
                .containsExactlyInAnyOrder(
                        "a I,UB,UA,D",
                        "b I,UA,D",
                        "c I,UA,D",
                        "d I,UA,D",
                        "e I,UB,UA,D",
                        "f I",
                        "g I,UA,D");
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aSinkRefusesWhatItsConnectorRefuses(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE TABLE counts (note STRING, n BIGINT)
                                WITH ('connector' = 'kafka', 'topic' = 'c', 'format' = 'json');
                                INSERT INTO counts SELECT note, COUNT(*) FROM orders GROUP BY note;
                                """);

        assertThat(rejection(script).message())
                .startsWith(
                        "Table sink 'default_catalog.default_database.counts' doesn't support consuming"
                                + " update changes");
        assertThat(rejection(script).at()).isEqualTo(new SourceSpan("script.sql", 9, 13, 9, 18));
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void whatIsWrongIsFoundInItsPlaceOfTheFile(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                EXECUTE STATEMENT SET BEGIN
                                INSERT INTO out_rows SELECT id, note FROM orders;
                                INSERT INTO out_rows SELECT id,
                                  nope FROM orders;
                                END;
                                """);

        assertThat(rejection(script))
                .isEqualTo(
                        new SqlRejection(
                                new SourceSpan("script.sql", 10, 3, 10, 6),
                                "Column 'nope' not found in any table",
                                "SqlValidatorException"));
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void eachBranchOfAUnionHasTheColumnsThatItReturns(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                WITH w AS (SELECT id FROM orders)
                                SELECT id FROM w UNION ALL SELECT customer_id FROM orders ORDER BY id;
                                """);

        assertThat(script.statements().get(2).unions())
                .containsExactly(
                        new SqlUnion(
                                new SourceSpan("script.sql", 8, 18, 8, 22),
                                List.of(
                                        new SqlUnion.Branch(
                                                new SourceSpan("script.sql", 8, 1, 8, 16),
                                                List.of(new SqlColumn("id", "BIGINT"))),
                                        new SqlUnion.Branch(
                                                new SourceSpan("script.sql", 8, 28, 8, 57),
                                                List.of(new SqlColumn("customer_id", "INT"))))));
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void viewsAreNamedNearestFirst(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                CREATE TEMPORARY VIEW v1 AS SELECT id, note FROM orders;
                                CREATE VIEW v2 AS SELECT * FROM v1;
                                INSERT INTO out_rows SELECT * FROM v2;
                                """);

        assertThat(Planners.last(script).views())
                .extracting(SqlView::name)
                .containsExactly(
                        "default_catalog.default_database.v2",
                        "default_catalog.default_database.v1");
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
    void settingsAreInForceUntilTheyAreReset(PlannerVersion version) {
        SqlScript script =
                Planners.read(
                        reader,
                        version,
                        ORDERS
                                + """
                                SET 'table.exec.state.ttl' = '1 h';
                                SET pipeline.name=nightly run;
                                INSERT INTO out_rows SELECT id, note FROM orders;
                                RESET 'table.exec.state.ttl';
                                INSERT INTO out_rows SELECT id, note FROM orders;
                                SET 'parallelism.default' = 'many';
                                """);

        assertThat(script.statements().get(4).settings())
                .isEqualTo(Map.of("table.exec.state.ttl", "1 h", "pipeline.name", "nightly run"));
        assertThat(script.statements().get(6).settings())
                .isEqualTo(Map.of("pipeline.name", "nightly run"));
        assertThat(script.statements().get(7).rejection().orElseThrow().message())
                .startsWith("Could not parse value 'many' for key 'parallelism.default'");
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
                                ALTER TABLE more ADD (extra INT);
                                INSERT INTO out_rows SELECT extra, note FROM more;
                                INSERT INTO out_rows SELECT brief.id, note FROM brief JOIN copy ON brief.id = copy.id;
                                DROP TABLE more;
                                SELECT * FROM more;
                                """);

        List<SqlStatement> statements = script.statements();
        assertThat(statements.get(4).tables()).containsKey(name("more"));
        assertThat(plan(statements.get(4))).contains("Sink(table=[" + name("copy") + "]");
        assertThat(plan(statements.get(6))).contains("extra");
        assertThat(plan(statements.get(7))).contains("Join(");
        assertThat(statements.get(7).tables().get(name("more")).options())
                .isEqualTo(Map.of("connector", "kafka", "topic", "more", "format", "json"));
        assertThat(statements.get(9).tables()).doesNotContainKey(name("more"));
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

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void nothingIsLeftInTheTemporaryDirectory(PlannerVersion version, @TempDir Path temporary)
            throws IOException {
        String before = System.setProperty("java.io.tmpdir", temporary.toString());
        try (ScriptReader own = Planners.reader()) {
            SqlScript script = Planners.read(own, version, ORDERS + "SELECT COUNT(*) FROM orders;");
            assertThat(plan(Planners.last(script))).isNotEmpty();
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }

        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void severalFilesShareOneSession(PlannerVersion version) {
        List<SqlScript> scripts =
                reader.read(
                        List.of(
                                new SqlInput("tables.sql", ORDERS, Optional.empty()),
                                new SqlInput(
                                        "job.sql",
                                        "\uFEFFINSERT INTO out_rows\r\nSELECT id, nota FROM orders",
                                        Optional.empty())),
                        new ReadSettings(version, Map.of(), Map.of()));

        assertThat(scripts.get(1).statements().get(0).rejection().orElseThrow().at())
                .isEqualTo(new SourceSpan("job.sql", 2, 12, 2, 15));
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
