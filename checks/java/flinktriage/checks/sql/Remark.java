package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.PlanNode;
import flinktriage.plan.Ttl;
import java.util.List;

/**
 * What there is to say about one operator, in a running job or in a statement.
 *
 * @param severity in a statement, where nothing bounds the state; a running job gets INFO
 * @param says follows the operator's name
 * @param label of the number that supports it
 * @param onlyTtl true if nothing but a TTL removes what the operator keeps
 * @param clauses of the SQL that it may come from, the likeliest first
 */
record Remark(
        Severity severity,
        String reason,
        String says,
        String label,
        int count,
        boolean onlyTtl,
        List<Clause> clauses) {

    /** Ends the summaries: no REST reply has a table option of the job (Flink 1.15 to 2.3). */
    static final String INVISIBLE =
            "; whether a state TTL bounds it is not visible in REST, lint of the script tells";

    /** Of an operator whose state only a TTL bounds. */
    static Remark kept(
            Severity severity,
            String reason,
            String says,
            String label,
            int count,
            Clause... clauses) {
        return new Remark(severity, reason, says, label, count, true, List.of(clauses));
    }

    /** Of an operator to which a TTL makes no difference. */
    static Remark plain(
            Severity severity,
            String reason,
            String says,
            String label,
            int count,
            Clause... clauses) {
        return new Remark(severity, reason, says, label, count, false, List.of(clauses));
    }

    /** The same as a note that is no warning, from another clause. */
    Remark note(Clause clause) {
        return new Remark(Severity.INFO, reason, says, label, count, onlyTtl, List.of(clause));
    }

    Remark number(String otherLabel, int otherCount) {
        return new Remark(severity, reason, says, otherLabel, otherCount, onlyTtl, clauses);
    }

    Remark says(String more) {
        return new Remark(severity, reason, says + more, label, count, onlyTtl, clauses);
    }

    Finding about(Placed placed, Provenance from) {
        return SqlCheck.finding(
                placed, reason, onlyTtl ? says + INVISIBLE : says, List.of(evidence(from)));
    }

    Finding about(PlanNode node, PlannedStatement statement) {
        Ttl ttl = statement.ttl(node);
        return statement.finding(
                onlyTtl ? PlannedStatement.severity(severity, ttl) : severity,
                reason,
                node,
                onlyTtl ? says + "; " + statement.says(node, ttl) : says,
                List.of(evidence(statement.from())),
                clauses);
    }

    private Evidence evidence(Provenance from) {
        return Evidence.of(label, Quantity.count(count), from);
    }
}
