package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.SqlHint;
import flinktriage.plan.DurationText;
import flinktriage.plan.HintedTtl;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The planner rejects a hint that it does not know and an alias that is not there. A hint that it
 * knows but cannot use passes without a word. Reason: IGNORED_HINT.
 */
public final class IgnoredHint extends StatementCheck {

    /** They choose between join strategies of batch mode. */
    private static final Set<String> BATCH =
            Set.of("BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP");

    public IgnoredHint() {
        super("FT-SQ-114", "is a hint ignored?");
    }

    @Override
    public Verdict judge(PlannedStatement statement, Limits limits) {
        boolean sql = statement.settingsKnown();
        return sql || !statement.sql().hints().isEmpty()
                ? StatementRule.verdict(findings(statement, limits))
                : new Verdict.NotApplicable("the hints of a query are in its SQL text");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (SqlHint hint : statement.sql().hints()) {
            if (BATCH.contains(hint.name())) {
                findings.add(
                        finding(statement, hint, "has no effect in streaming, it is for batch"));
            } else if (hint.name().equals("STATE_TTL")) {
                ttl(statement, hint).ifPresent(findings::add);
            } else if (hint.name().equals("MULTI_JOIN") && !has(statement, "MultiJoin")) {
                findings.add(finding(statement, hint, "has no effect: the plan has no MultiJoin"));
            }
        }
        return findings;
    }

    private static boolean has(PlannedStatement statement, String kind) {
        return statement.plan().nodes().stream().anyMatch(n -> n.operator().is(kind));
    }

    private static Optional<Finding> ttl(PlannedStatement statement, SqlHint hint) {
        Set<String> names = new HashSet<>();
        for (String argument : hint.arguments()) {
            if (!names.add(name(argument))) {
                return Optional.of(
                        finding(
                                statement,
                                hint,
                                "names " + name(argument) + " twice: the last value counts"));
            }
        }
        List<String> lost = hint.arguments().stream().filter(a -> !taken(statement, a)).toList();
        if (lost.isEmpty() || !shown(statement)) {
            return Optional.empty();
        }
        List<String> of = lost.stream().map(IgnoredHint::name).toList();
        return Optional.of(
                finding(
                        statement,
                        hint,
                        "has no effect for "
                                + String.join(", ", of)
                                + ": a STATE_TTL hint works on regular joins and group aggregates"
                                + " of its own query block"));
    }

    /** Without the physical plan nothing can be said. */
    private static boolean shown(PlannedStatement statement) {
        return statement.plan().nodes().stream().allMatch(n -> n.physical().isPresent());
    }

    /** True if an operator has a hint of this value, which the AST saw at a place for it. */
    private static boolean taken(PlannedStatement statement, String argument) {
        boolean placed =
                statement.plan().ast().isEmpty()
                        || statement.plan().ast().stream()
                                .map(PlanNode::operator)
                                .anyMatch(o -> options(o).contains(argument.replace(" ", "")));
        Optional<String> value =
                DurationText.parse(argument.substring(argument.indexOf('=') + 1))
                        .map(DurationText::print);
        return placed
                && value.isPresent()
                && statement.plan().nodes().stream().anyMatch(n -> values(n).contains(value.get()));
    }

    private static String options(Operator o) {
        return o.attribute("stateTtlHints").orElse("").replace(" ", "");
    }

    private static Set<String> values(PlanNode n) {
        Set<String> values = new HashSet<>();
        HintedTtl.of(n).forEach(ttl -> ttl.map(DurationText::print).ifPresent(values::add));
        return values;
    }

    private static String name(String argument) {
        int equals = argument.indexOf('=');
        return (equals < 0 ? argument : argument.substring(0, equals)).strip();
    }

    private static Finding finding(PlannedStatement statement, SqlHint hint, String says) {
        return statement.finding(
                Severity.WARNING,
                "IGNORED_HINT",
                Optional.of(hint.at()),
                "has a hint " + hint.name() + " that " + says,
                List.of());
    }
}
