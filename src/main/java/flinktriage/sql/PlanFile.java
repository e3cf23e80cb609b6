package flinktriage.sql;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.SourceText;
import java.time.Clock;
import java.util.List;

/** Makes a script of one statement from a file that holds a plan. */
record PlanFile(String name, Clock clock) {

    SqlScript read(InputForm form, String text) {
        return switch (form) {
            case EXPLAIN ->
                    script(SqlScript.Form.EXPLAIN, text, present(new SqlPlan.Explained(text)));
            case TOO_LARGE ->
                    script(
                            SqlScript.Form.SQL,
                            "",
                            Observed.absent(
                                    Missing.Why.TOO_LARGE,
                                    "plan",
                                    "the file has more than 10 million characters"));
            default -> PlanJson.read(text).script(this, text);
        };
    }

    SqlScript script(SqlScript.Form form, String text, Observed<SqlPlan> plan) {
        SqlStatement statement = SqlStatement.ofPlan(new SourceText(name, text, 1, 1).span(), plan);
        return new SqlScript(
                name,
                form,
                Observed.absent(Missing.Why.NOT_EXPOSED, "Flink version", "the plan does not say"),
                clock.instant(),
                List.of(statement),
                text);
    }

    Observed<SqlPlan> present(SqlPlan plan) {
        return Observed.of(plan, new Provenance(name, "", clock.instant()));
    }
}
