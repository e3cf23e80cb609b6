package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.model.Quantity;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlUnion;
import flinktriage.plan.Clause;
import flinktriage.plan.Operator;
import flinktriage.plan.PlanNode;
import flinktriage.plan.SqlToken;
import flinktriage.plan.SqlTokens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Columns of branches are brought to one type without a word. Where that type is a CHAR, shorter
 * values get blanks that no comparison expects. Reasons: CAST, PADDED.
 */
public final class UnionTypes extends StatementCheck {

    public UnionTypes() {
        super("FT-SQ-125", "does a union change a column without being asked?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (SqlUnion union : statement.sql().unions()) {
            int columns =
                    union.branches().stream().mapToInt(b -> b.columns().size()).min().orElse(0);
            for (int c = 0; c < columns; c++) {
                cast(statement, union, c).ifPresent(findings::add);
            }
        }
        padded(statement).ifPresent(findings::add);
        return findings;
    }

    private static Optional<Finding> cast(PlannedStatement statement, SqlUnion union, int column) {
        List<SqlColumn> each = union.branches().stream().map(b -> b.columns().get(column)).toList();
        List<String> types = each.stream().map(c -> type(c.type())).toList();
        int other = 1;
        while (other < types.size() && types.get(other).equals(types.get(0))) {
            other++;
        }
        if (other == types.size()) {
            return Optional.empty();
        }
        Finding finding =
                statement.finding(
                        Severity.INFO,
                        "CAST",
                        Optional.of(union.at()),
                        "casts column "
                                + (column + 1)
                                + " ("
                                + each.get(0).name()
                                + ") of a union: it is "
                                + types.get(0)
                                + " in branch 1 and "
                                + types.get(other)
                                + " in branch "
                                + (other + 1),
                        List.of(
                                Evidence.of(
                                        "column", Quantity.count(column + 1), statement.from())));
        return Optional.of(
                new Finding(
                        finding.severity(),
                        finding.reason(),
                        finding.subject().branch(other + 1),
                        finding.summary(),
                        finding.evidence()));
    }

    /** Whether a NULL is allowed changes no value; neither does the kind of a time attribute. */
    private static String type(String printed) {
        return printed.replace(" NOT NULL", "")
                .replace(" *ROWTIME*", "")
                .replace(" *PROCTIME*", "")
                .strip();
    }

    /** Literals of the plan that end in blanks which the query does not have. */
    private static Optional<Finding> padded(PlannedStatement statement) {
        if (statement.plan().ast().isEmpty()) {
            return Optional.empty();
        }
        Set<String> written = new HashSet<>();
        statement.plan().ast().forEach(n -> written.addAll(literals(n.operator())));
        for (PlanNode union : statement.plan().nodes()) {
            if (!union.operator().is("Union")) {
                continue;
            }
            for (PlanNode branch : union.branches()) {
                Optional<String> literal =
                        branch.operator().is("Calc")
                                ? literals(branch.operator()).stream()
                                        .filter(l -> l.endsWith(" ") && !written.contains(l))
                                        .filter(l -> written.contains(l.stripTrailing()))
                                        .findFirst()
                                : Optional.empty();
                if (literal.isPresent()) {
                    return Optional.of(padded(statement, union, literal.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static Finding padded(PlannedStatement statement, PlanNode union, String literal) {
        return statement.finding(
                Severity.WARNING,
                "PADDED",
                union,
                "pads '" + literal.stripTrailing() + "' with blanks to '" + literal + "'",
                List.of(
                        Evidence.of(
                                "characters", Quantity.count(literal.length()), statement.from())),
                List.of(Clause.ANY_UNION));
    }

    private static Set<String> literals(Operator o) {
        Set<String> found = new HashSet<>();
        for (SqlToken t : SqlTokens.of(o.raw())) {
            if (t.kind() == SqlToken.Kind.LITERAL) {
                found.add(t.value());
            }
        }
        return found;
    }
}
