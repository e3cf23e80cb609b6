package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlHint;
import flinktriage.model.SqlStatement.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {

    @Test
    void semicolonsInsideOfLiteralsCommentsAndNamesEndNothing() {
        List<StatementText> statements =
                split(
                        """
                        -- a; b
                        SELECT 'it''s; fine', `a;``b` /* c; d */ FROM t -- e;
                        ; SELECT U&'\\0041;' ;;
                        SELECT 3""");

        assertThat(statements)
                .extracting(s -> s.source().text(), s -> s.at().line(), s -> s.at().column())
                .containsExactly(
                        tuple("SELECT 'it''s; fine', `a;``b` /* c; d */ FROM t", 2, 1),
                        tuple("SELECT U&'\\0041;'", 3, 3),
                        tuple("SELECT 3", 4, 1));
    }

    @Test
    void anyKindOfLineEndCounts() {
        List<StatementText> statements = split("SELECT 1;\r\nSELECT 2;\rSELECT\n3;\n\n  SELECT 4");

        assertThat(statements)
                .extracting(StatementText::at)
                .containsExactly(
                        span(1, 1, 1, 8), span(2, 1, 2, 8), span(3, 1, 4, 1), span(6, 3, 6, 10));
    }

    @Test
    void aStatementSetIsOneStatementWithItsInserts() {
        List<StatementText> statements =
                split(
                        """
                        EXECUTE STATEMENT SET BEGIN
                        INSERT INTO a SELECT CASE WHEN x > 1 THEN 1 ELSE 2 END FROM t;
                        INSERT INTO b SELECT 1;
                        END;
                        BEGIN STATEMENT SET; INSERT INTO a SELECT 2; END;
                        EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 3; END;
                        COMPILE PLAN '/p.json' FOR STATEMENT SET BEGIN INSERT INTO a SELECT 4; END;
                        EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 5""");

        assertThat(statements)
                .extracting(
                        StatementText::kind,
                        s -> s.parts().stream().map(SourceText::text).toList(),
                        StatementText::complete)
                .containsExactly(
                        tuple(
                                Kind.STATEMENT_SET,
                                List.of(
                                        "INSERT INTO a SELECT CASE WHEN x > 1 THEN 1 ELSE 2 END FROM t",
                                        "INSERT INTO b SELECT 1"),
                                true),
                        tuple(Kind.STATEMENT_SET, List.of("INSERT INTO a SELECT 2"), true),
                        tuple(Kind.STATEMENT_SET, List.of("INSERT INTO a SELECT 3"), true),
                        tuple(Kind.STATEMENT_SET, List.of("INSERT INTO a SELECT 4"), true),
                        tuple(Kind.STATEMENT_SET, List.of("INSERT INTO a SELECT 5"), false));
        assertThat(statements.get(0).parts().get(1).span()).isEqualTo(span(3, 1, 3, 22));
        assertThat(statements.get(0).at()).isEqualTo(span(1, 1, 4, 3));
    }

    @Test
    void whatIsWrappedIsWhatIsPlanned() {
        List<StatementText> statements =
                split(
                        """
                        EXPLAIN PLAN FOR SELECT 1;
                        EXPLAIN CHANGELOG_MODE, PLAN_ADVICE INSERT INTO a SELECT 2;
                        COMPILE PLAN 'f' IF NOT EXISTS FOR INSERT INTO a SELECT 3;
                        COMPILE AND EXECUTE PLAN 'f' FOR INSERT INTO a SELECT 4;
                        EXECUTE PLAN 'f';
                        """);

        assertThat(statements)
                .extracting(StatementText::kind, s -> s.parts().get(0).text())
                .containsExactly(
                        tuple(Kind.QUERY, "SELECT 1"),
                        tuple(Kind.INSERT, "INSERT INTO a SELECT 2"),
                        tuple(Kind.INSERT, "INSERT INTO a SELECT 3"),
                        tuple(Kind.INSERT, "INSERT INTO a SELECT 4"),
                        tuple(Kind.OTHER, "EXECUTE PLAN 'f'"));
        assertThat(statements.get(1).parts().get(0).span()).isEqualTo(span(2, 37, 2, 58));
    }

    @Test
    void kindsAreToldByTheirFirstWords() {
        List<StatementText> statements =
                split(
                        """
                        SET; RESET 'k'; SET a.b=s3://bucket/x; CREATE TABLE t (a INT) WITH ('k' = 'v');
                        CREATE TEMPORARY TABLE IF NOT EXISTS t LIKE s; CREATE TABLE t AS SELECT 1;
                        CREATE OR REPLACE TABLE t WITH ('k' = 'v') AS WITH w AS (SELECT 1) SELECT * FROM w;
                        CREATE TEMPORARY VIEW v AS SELECT 1; CREATE TEMPORARY SYSTEM FUNCTION f AS 'c';
                        CREATE CATALOG c WITH ('type' = 'x'); USE c; ADD JAR '/x.jar'; QUIT;
                        (SELECT 1) UNION ALL (SELECT 2); WITH w AS (SELECT 1) SELECT * FROM w; VALUES (1);
                        """);

        assertThat(statements)
                .extracting(StatementText::kind)
                .containsExactly(
                        Kind.SET,
                        Kind.SET,
                        Kind.SET,
                        Kind.CREATE_TABLE,
                        Kind.CREATE_TABLE,
                        Kind.INSERT,
                        Kind.INSERT,
                        Kind.CREATE_VIEW,
                        Kind.CREATE_FUNCTION,
                        Kind.OTHER,
                        Kind.OTHER,
                        Kind.OTHER,
                        Kind.OTHER,
                        Kind.QUERY,
                        Kind.QUERY,
                        Kind.QUERY);
        assertThat(statements.get(2).source().text()).isEqualTo("SET a.b=s3://bucket/x");
    }

    @Test
    void hintsHavePlacesAndArguments() {
        StatementText statement =
                split(
                                """
                                SELECT /*+ STATE_TTL('a' = '1d', 'b'='2 h'),
                                  Broadcast(t), FOO */ 1 FROM t /*+ OPTIONS('x.y'='z') */""")
                        .get(0);

        assertThat(statement.hints())
                .containsExactly(
                        new SqlHint(span(1, 12, 1, 43), "STATE_TTL", List.of("a=1d", "b=2 h")),
                        new SqlHint(span(2, 3, 2, 14), "BROADCAST", List.of("t")),
                        new SqlHint(span(2, 17, 2, 19), "FOO", List.of()),
                        new SqlHint(span(2, 37, 2, 54), "OPTIONS", List.of("x.y=z")));
    }

    @Test
    void whatIsNeverClosedReachesToTheEnd() {
        assertThat(split("SELECT 'a; SELECT 2;\nSELECT 3")).hasSize(1);
        assertThat(split("SELECT 1; /* never; closed")).hasSize(1);
        assertThat(split("SELECT `a; b")).hasSize(1);
        assertThat(split("SELECT /*+ A('")).hasSize(1);
        assertThat(split(" ;; \n ; -- nothing")).isEmpty();
        assertThat(split("")).isEmpty();
    }

    @Test
    void aPlaceInAPieceIsAPlaceInTheFile() {
        SourceText piece = new SourceText("f.sql", "ab\r\ncd\ne", 7, 5);

        assertThat(piece.span(0, 2)).isEqualTo(new SourceSpan("f.sql", 7, 5, 7, 6));
        assertThat(piece.span(4, 8)).isEqualTo(new SourceSpan("f.sql", 8, 1, 9, 1));
        assertThat(piece.offset(2, 2)).isEqualTo(5);
        assertThat(piece.offset(3, 1)).isEqualTo(7);
        assertThat(piece.offset(3, 2)).isEqualTo(-1);
        assertThat(piece.offset(1, 9)).isEqualTo(-1);
        assertThat(piece.offset(0, 0)).isEqualTo(-1);
    }

    private static List<StatementText> split(String sql) {
        return StatementSplitter.split("s.sql", sql);
    }

    private static SourceSpan span(int line, int column, int endLine, int endColumn) {
        return new SourceSpan("s.sql", line, column, endLine, endColumn);
    }
}
