package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import flinktriage.plan.SetOperation.Branch;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetOperationsTest {

    @Test
    void branchesOfOneLevelBelongTogether() {
        assertThat(
                        in(
                                "INSERT INTO t SELECT a FROM x UNION ALL SELECT b FROM y UNION SELECT 'UNION'"))
                .extracting(o -> o.at().column(), SetOperationsTest::queries)
                .containsExactly(
                        tuple(31, List.of("SELECT a FROM x", "SELECT b FROM y", "SELECT 'UNION'")));
    }

    @Test
    void intersectBindsMoreCloselyThanUnion() {
        assertThat(in("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 EXCEPT SELECT 4"))
                .extracting(SetOperationsTest::queries)
                .containsExactly(
                        List.of("SELECT 1", "SELECT 2 INTERSECT SELECT 3", "SELECT 4"),
                        List.of("SELECT 2", "SELECT 3"));
    }

    @Test
    void nestedOnesAreFoundWithWhatTheyCanSee() {
        assertThat(
                        in(
                                "WITH a AS (SELECT 1 UNION SELECT 2), b AS (SELECT * FROM a)"
                                        + " SELECT * FROM b WHERE x IN (SELECT y FROM a UNION ALL SELECT 5)"
                                        + " ORDER BY x LIMIT 3"))
                .extracting(SetOperationsTest::queries)
                .containsExactly(
                        List.of("SELECT 1", "SELECT 2"),
                        List.of(
                                "WITH a AS (SELECT 1 UNION SELECT 2), b AS (SELECT * FROM a)"
                                        + " SELECT y FROM a",
                                "WITH a AS (SELECT 1 UNION SELECT 2), b AS (SELECT * FROM a)"
                                        + " SELECT 5"));
    }

    @Test
    void whatOrdersTheResultBelongsToNoBranch() {
        assertThat(
                        in(
                                "CREATE VIEW v (a) AS SELECT 1 UNION ALL (SELECT 2 LIMIT 1) ORDER BY 1 LIMIT 5"))
                .extracting(SetOperationsTest::queries)
                .containsExactly(List.of("SELECT 1", "(SELECT 2 LIMIT 1)"));
    }

    @Test
    void windowFunctionsOverAUnionAreLookedInto() {
        assertThat(
                        in(
                                "INSERT INTO o SELECT u FROM TABLE(TUMBLE((SELECT u, ts FROM a UNION ALL"
                                        + " SELECT u, ts FROM b), DESCRIPTOR(ts), INTERVAL '1' HOUR))"))
                .extracting(SetOperationsTest::queries)
                .containsExactly(List.of("SELECT u, ts FROM a", "SELECT u, ts FROM b"));
    }

    @Test
    void whatIsNoQueryHasNone() {
        assertThat(in("CREATE TABLE t (a INT) WITH ('connector' = 'UNION SELECT')")).isEmpty();
        assertThat(in("SELECT 1 UNION")).isEmpty();
        assertThat(in("UNION")).isEmpty();
        assertThat(in("((((((UNION SELECT")).isEmpty();
        assertThat(in("")).isEmpty();
    }

    private static List<SetOperation> in(String sql) {
        return SetOperations.in(new SourceText("s.sql", sql, 1, 1));
    }

    private static List<String> queries(SetOperation operation) {
        return operation.branches().stream().map(Branch::query).toList();
    }
}
