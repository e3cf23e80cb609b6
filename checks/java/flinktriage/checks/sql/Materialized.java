package flinktriage.checks.sql;

import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.Operator;
import java.util.Optional;

/**
 * The key of the sink is not the key of the query, so all rows of a primary key are kept to find
 * the last one. Up to Flink 2.2 nothing in the SQL says so. Reason: UPSERT_MATERIALIZE.
 */
public final class Materialized extends PlanRule {

    public Materialized() {
        super("FT-SQ-110", "does the planner materialize the input of an upsert sink?");
    }

    @Override
    Optional<Remark> remark(Placed placed, JobPlan plan) {
        Operator o = placed.operator();
        boolean bare = o.is("Sink") && o.attribute("upsertMaterialize").orElse("").equals("true");
        if (!o.is("SinkMaterializer") && !(bare && !besideMaterializer(o, plan))) {
            return Optional.empty();
        }
        return Optional.of(
                new Remark(
                        "UPSERT_MATERIALIZE",
                        "keeps the rows of each primary key of the sink, because the key of the"
                                + " query is another one; "
                                + TTL,
                        "primary key columns",
                        o.list("pk").size()));
    }

    /** The two share the planner's number; the finding belongs to the one with the state. */
    private static boolean besideMaterializer(Operator sink, JobPlan plan) {
        return plan.operators().stream()
                .map(Placed::operator)
                .anyMatch(o -> o.is("SinkMaterializer") && o.number().equals(sink.number()));
    }
}
