package flinktriage.plan;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A statement with its plan, for comparing.
 *
 * @param plan empty if it has none
 */
record PlannedSql(
        SqlScript script,
        SqlStatement statement,
        Optional<StatementPlan> plan,
        List<OperatorState> operators,
        Optional<RowTypes> types) {

    private static final Pattern INTO =
            Pattern.compile("(?i)\\bINSERT\\s+(?:INTO|OVERWRITE)\\s+([\\w.`$-]{1,200})");

    static PlannedSql of(SqlScript script, SqlStatement statement) {
        Optional<SqlPlan> given = statement.plan().stream().findFirst();
        Optional<StatementPlan> plan = given.map(StatementPlan::of);
        return new PlannedSql(
                script,
                statement,
                plan,
                plan.map(p -> OperatorState.of(p, statement, script.form(), Assumptions.NONE))
                        .orElse(List.of()),
                plan.map(p -> RowTypes.of(p, statement.tables())));
    }

    Optional<SourceSpan> at() {
        return script.form() == SqlScript.Form.RUNNING_JOB
                ? Optional.empty()
                : Optional.of(statement.at());
    }

    /** The operators that keep state. */
    List<OperatorState> keeping() {
        return operators.stream().filter(o -> !o.kind().keeps().isEmpty()).toList();
    }

    /** The short names of the tables that it writes; empty for a query. */
    String written() {
        String sinks =
                plan.stream()
                        .flatMap(p -> p.sinks().stream())
                        .filter(n -> n.operator().is("Sink", "LegacySink"))
                        .flatMap(n -> RowTypes.table(n.operator()).stream())
                        .map(t -> t.substring(t.lastIndexOf('.') + 1))
                        .collect(Collectors.joining(", "));
        if (!sinks.isEmpty()) {
            return sinks;
        }
        // One that has no plan is still the same statement.
        Matcher m = INTO.matcher(statement.text());
        return m.results()
                .map(r -> r.group(1).replace("`", ""))
                .map(t -> t.substring(t.lastIndexOf('.') + 1))
                .collect(Collectors.joining(", "));
    }
}
