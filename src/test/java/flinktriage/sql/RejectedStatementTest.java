package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Verdict;
import flinktriage.checks.sql.RejectedStatement;
import flinktriage.checks.sql.UnknownOption;
import flinktriage.model.SqlScript;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** FT-SQ-130 and 131 on what the real planners say. */
class RejectedStatementTest {

    private static final String TABLES =
            """
            CREATE TABLE clicks (user_id STRING, page STRING, amount DECIMAL(10, 2)) WITH ('connector' = 'kafka', 'format' = 'json');
            CREATE TABLE searches (user_id STRING, keyword STRING, amount STRING) WITH ('connector' = 'kafka', 'format' = 'json');
            CREATE TABLE o (user_id STRING, n BIGINT) WITH ('connector' = 'print');
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
    void theMessageIsForWhoWroteTheStatement(PlannerVersion version) {
        List<Finding> findings =
                findings(
                        new RejectedStatement(),
                        version,
                        """
                        SELECT user_id, amount FROM clicks
                        UNION ALL SELECT user_id, amount FROM searches;
                        SELECT user_id FROM clicks UNION ALL SELECT user_id FROM searches
                        UNION ALL SELECT user_id, page FROM clicks;
                        INSERT INTO o SELECT user_id, page FROM clicks;
                        INSERT INTO o SELECT user_id FROM clicks;
                        SELECT user_idd FROM clicks;
                        SELECT 1 FROM click;
                        SELECT user_id, FROM clicks;
                        SELECT user_id FROM clicks WHERE;
                        SELEC 1;
                        SELECT amount + page FROM clicks WHERE nosuch(page);
                        INSERT INTO o SELECT user_id, 1 FROM clicks ORDER BY amount;
                        """);

        assertThat(findings).extracting(Finding::severity).containsOnly(Severity.CRITICAL);
        assertThat(findings)
                .extracting(
                        f ->
                                f.reason()
                                        + " "
                                        + f.subject().source().orElseThrow().start()
                                        + " "
                                        + f.summary().replaceAll(" \\(Flink [0-9.]+\\)$", ""))
                .containsExactly(
                        "COLUMN_TYPE script.sql:4:17 SELECT user_id, amount FROM clicks UNION ALL S...:"
                                + " column 2 of branch 2 (amount, line 5) is STRING where branch 1"
                                + " (amount) has DECIMAL(10, 2)",
                        "COLUMN_COUNT script.sql:7:18 SELECT user_id FROM clicks UNION ALL SELECT u...:"
                                + " branch 3 (line 7) returns 2 columns where branch 1 returns 1",
                        "COLUMN_TYPE script.sql:8:13 INSERT INTO o SELECT user_id, page FROM clicks:"
                                + " column 2 of the query (page STRING) does not fit the sink's column"
                                + " n BIGINT",
                        "COLUMN_COUNT script.sql:9:13 INSERT INTO o SELECT user_id FROM clicks: the"
                                + " query returns 1 column (user_id), the sink has 2 columns (user_id, n)",
                        "UNKNOWN_OBJECT script.sql:10:8 SELECT user_idd FROM clicks: Column 'user_idd'"
                                + " not found in any table; did you mean user_id?",
                        "UNKNOWN_OBJECT script.sql:11:15 SELECT 1 FROM click: Object 'click' not found;"
                                + " did you mean clicks?",
                        "SYNTAX script.sql:12:17 SELECT user_id, FROM clicks: not expected here: FROM",
                        "SYNTAX script.sql:13:28 SELECT user_id FROM clicks WHERE: the statement ends too"
                                + " early",
                        "SYNTAX script.sql:14:1 SELEC 1: no statement of Flink SQL begins like this",
                        "UNKNOWN_OBJECT script.sql:15:40 SELECT amount + page FROM clicks WHERE nosuch(...:"
                                + " No match found for function signature nosuch(<CHARACTER>)",
                        "UNSUPPORTED script.sql:16:1 INSERT INTO o SELECT user_id, 1 FROM clicks ORD...:"
                                + " Sort on a non-time-attribute field is not supported");
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aKeyThatDoesNotExistIsAWarning(PlannerVersion version) {
        List<Finding> findings =
                findings(
                        new UnknownOption(),
                        version,
                        """
                        SET 'table.exec.stat.ttl' = '1 h';
                        SET metrics.reporter.mine.port=1;
                        SET 'table.exec.state.ttl' = '1 h';
                        RESET 'table.exec.stat.ttl';
                        """);

        assertThat(findings)
                .extracting(f -> f.summary().replaceAll("Flink [0-9.]+", "Flink"))
                .containsExactly(
                        "SET table.exec.stat.ttl has no effect: Flink has no such key; the nearest is"
                                + " table.exec.state.ttl");
        assertThat(findings.get(0).subject().source().orElseThrow().start())
                .isEqualTo("script.sql:4:5");
    }

    private static List<Finding> findings(PlanCheck check, PlannerVersion version, String sql) {
        SqlScript script = Planners.read(reader, version, TABLES + sql);
        return script.statements().stream()
                .map(s -> check.examine(new StatementView(script, s), Limits.STANDARD))
                .flatMap(v -> v instanceof Verdict.Problem p ? p.findings().stream() : Stream.of())
                .toList();
    }
}
