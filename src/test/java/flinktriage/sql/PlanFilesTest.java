package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans need no planner. */
class PlanFilesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "== Abstract Syntax Tree ==\nLogicalSink()\n\n== Optimized Physical Plan ==\nSink()",
                "\n  == Optimized Execution Plan ==\nCalc(select=[a])\n",
                "+--+\n== Optimized Physical Plan With Advice ==\nSink()\nNo available advice..."
            })
    void textOfExplainIsKnownByItsSections(String text) {
        SqlScript script = read(text, Optional.empty());

        assertThat(script.form()).isEqualTo(SqlScript.Form.EXPLAIN);
        assertThat(script.statements().get(0).plan().require())
                .isEqualTo(new SqlPlan.Explained(text));
        assertThat(script.flinkVersion().isPresent()).isFalse();
    }

    @Test
    void aCompiledPlanHasOperatorsWithTheirTtl() {
        SqlScript script =
                read(
                        """
                        {"flinkVersion": "2.3", "nodes": [
                          {"id": 1, "type": "stream-exec-table-source-scan_2", "description": "TableSourceScan(a)"},
                          {"id": 2, "type": "stream-exec-join_1", "description": "Join(b)",
                           "state": [{"index": 0, "ttl": "3600000 ms", "name": "leftState"},
                                     {"index": 1, "ttl": "0 ms", "name": "rightState"}]}],
                         "edges": [{"source": 1, "target": 2}, {"source": 1, "target": 2}]}
                        """,
                        Optional.empty());

        assertThat(script.form()).isEqualTo(SqlScript.Form.COMPILED_PLAN);
        assertThat(script.flinkVersion().require()).isEqualTo("2.3");
        assertThat(script.statements().get(0).plan().require())
                .isEqualTo(
                        new SqlPlan.Nodes(
                                List.of(
                                        new SqlPlan.Node(
                                                1, "TableSourceScan(a)", List.of(), List.of()),
                                        new SqlPlan.Node(
                                                2,
                                                "Join(b)",
                                                List.of(1, 1),
                                                List.of(
                                                        new SqlPlan.State(
                                                                0,
                                                                "leftState",
                                                                Duration.ofHours(1)),
                                                        new SqlPlan.State(
                                                                1,
                                                                "rightState",
                                                                Duration.ZERO))))));
    }

    @Test
    void theJsonExecutionPlanHasOperatorsWithoutTtl() {
        SqlScript script =
                read(
                        """
                        {"nodes": [
                          {"id": 7, "type": "Source: a", "pact": "Data Source", "contents": "[7]:TableSourceScan(a)"},
                          {"id": 9, "type": "Calc", "contents": "[9]:Calc(b)", "predecessors": [
                            {"id": 7, "ship_strategy": "FORWARD"}, {"id": 99}]}]}
                        """,
                        Optional.empty());

        assertThat(script.form()).isEqualTo(SqlScript.Form.EXPLAIN);
        assertThat(script.statements().get(0).plan().require())
                .isEqualTo(
                        new SqlPlan.Nodes(
                                List.of(
                                        new SqlPlan.Node(
                                                7, "[7]:TableSourceScan(a)", List.of(), List.of()),
                                        new SqlPlan.Node(
                                                9, "[9]:Calc(b)", List.of(7), List.of()))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"nodes\": 3}",
                "{}",
                "{\"nodes\": []}",
                "{\"nodes\": [1, null]}",
                "{\"nodes\": [{}]} x"
            })
    void otherJsonIsNoPlanAndSaysSo(String text) {
        SqlScript script = read(text, Optional.empty());

        assertThat(script.statements()).hasSize(1);
        assertThat(script.statements().get(0).plan()).isInstanceOf(Observed.Absent.class);
        assertThat(script.form()).isEqualTo(SqlScript.Form.COMPILED_PLAN);
    }

    @Test
    void theFirstFaultOfJsonIsNamedWithItsPlace() {
        SqlScript script = read("{\n  \"nodes\": [}", Optional.empty());

        Missing missing = ((Observed.Absent<SqlPlan>) script.statements().get(0).plan()).missing();
        assertThat(missing.detail()).isEqualTo("this is no valid JSON at line 2, column 13");
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() {
        SqlScript script = read(" ".repeat(10_000_001), Optional.empty());

        Missing missing = ((Observed.Absent<SqlPlan>) script.statements().get(0).plan()).missing();
        assertThat(missing.sentence())
                .isEqualTo(
                        "no plan: the reply is too large (the file has more than 10 million characters)");
    }

    @Test
    void theGivenFormHoldsAgainstTheContent() {
        assertThat(read("Calc(select=[a])", Optional.of(SqlScript.Form.EXPLAIN)).form())
                .isEqualTo(SqlScript.Form.EXPLAIN);
    }

    private static SqlScript read(String text, Optional<SqlScript.Form> form) {
        try (ScriptReader reader =
                new ScriptReader(new PlannerHome(Path.of("no-planners")), Planners.CLOCK)) {
            return reader.read(
                            List.of(new SqlInput("plan", text, form)),
                            new ReadSettings(PlannerVersion.V2_3, Map.of(), Map.of()))
                    .get(0);
        }
    }
}
