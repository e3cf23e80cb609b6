package flinktriage.checks.sql;

import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StatementPlan;
import java.util.List;
import java.util.regex.Pattern;

/** What the plan of a MATCH_RECOGNIZE says of its bounds. */
final class Patterns {

    /** The last but one argument is the upper bound; {@code *} and {@code +} have -1. */
    private static final Pattern REPEATS_FOR_EVER = Pattern.compile(",\\s*-1\\s*,");

    private Patterns() {}

    /** A pattern that the plan does not print may be anything. */
    static boolean unbounded(Operator match) {
        String pattern = match.attribute("pattern").orElse("");
        return pattern.isEmpty() || REPEATS_FOR_EVER.matcher(pattern).find();
    }

    /** The operators whose pattern does not end by itself. */
    static List<PlanNode> unbounded(StatementPlan plan) {
        return plan.nodes().stream()
                .filter(n -> n.operator().is("Match") && unbounded(n.operator()))
                .toList();
    }

    /** True if the plan shows the patterns as they were written, with their WITHIN. */
    static boolean written(StatementPlan plan) {
        return plan.ast().stream().anyMatch(n -> n.operator().kind().equals("LogicalMatch"));
    }

    /** Those of which the AST proves that they have no WITHIN. */
    static List<PlanNode> withoutWithin(StatementPlan plan) {
        List<Operator> written =
                plan.ast().stream()
                        .map(PlanNode::operator)
                        .filter(o -> o.kind().equals("LogicalMatch"))
                        .toList();
        return unbounded(plan).stream()
                .filter(
                        n ->
                                written.stream()
                                        .filter(o -> same(o, n.operator()))
                                        .findFirst()
                                        .filter(o -> o.attribute("interval").isEmpty())
                                        .isPresent())
                .toList();
    }

    private static boolean same(Operator written, Operator planned) {
        return written.attribute("pattern").equals(planned.attribute("pattern"));
    }
}
