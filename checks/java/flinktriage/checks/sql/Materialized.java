package flinktriage.checks.sql;

import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.Place;
import flinktriage.plan.PlanNode;
import flinktriage.plan.TableName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The key of the sink is not the key of the query, so all rows of a primary key are kept to find
 * the last one. Up to Flink 2.2 nothing in the SQL says so. Reason: UPSERT_MATERIALIZE.
 */
public final class Materialized extends PlanRule {

    public Materialized() {
        super("FT-SQ-110", "does the planner materialize the input of an upsert sink?");
    }

    @Override
    Optional<Remark> remark(Place place) {
        Operator o = place.operator();
        boolean bare = o.is("Sink") && o.attribute("upsertMaterialize").orElse("").equals("true");
        if (!o.is("SinkMaterializer") && !bare) {
            return Optional.empty();
        }
        // ERROR and NOTHING keep one row a key, and the rest until the watermark passes (FLIP-558).
        boolean few =
                Set.of("ERROR", "NOTHING").contains(o.attribute("conflictStrategy").orElse(""));
        return Optional.of(
                Remark.kept(
                        few ? Severity.WARNING : Severity.CRITICAL,
                        "UPSERT_MATERIALIZE",
                        "keeps the rows of each primary key of the sink, because the key of the"
                                + " query is another one",
                        "primary key columns",
                        o.list("pk").size(),
                        Clause.INTO));
    }

    /** The two share the planner's number; the finding belongs to the one with the state. */
    @Override
    boolean elsewhere(Operator sink, List<Operator> all) {
        return sink.is("Sink")
                && all.stream()
                        .anyMatch(
                                o -> o.is("SinkMaterializer") && o.number().equals(sink.number()));
    }

    /** EXPLAIN does not print the key of the sink. */
    @Override
    Remark of(PlannedStatement statement, PlanNode node, Remark remark) {
        int columns =
                TableName.of(node.operator())
                        .map(name -> statement.sql().tables().get(name.qualified()))
                        .map(table -> table.primaryKey().size())
                        .orElse(0);
        return columns > 0
                ? remark.number("primary key columns", columns)
                : remark.number("sinks", 1);
    }
}
