package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.PlanNode;
import flinktriage.plan.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Flink 1.20.3 and 2.3.0 plan only the first branch of a UNION that stands inside of a window
 * function: in the AST the function has several inputs, of which it takes one. Every other table
 * that is missing was left out because the planner proved that it cannot matter. Reasons:
 * TABLE_LOST, BRANCH_EMPTY.
 */
public final class LostTable extends StatementCheck {

    private static final Pattern WINDOW =
            Pattern.compile("^(TUMBLE|HOP|CUMULATE|SESSION)\\(", Pattern.CASE_INSENSITIVE);

    public LostTable() {
        super("FT-SQ-123", "does the plan read every table of the query?");
    }

    @Override
    public Verdict judge(PlannedStatement statement, Limits limits) {
        if (statement.plan().ast().isEmpty()) {
            return new Verdict.Unknown(
                    "only the abstract syntax tree of EXPLAIN shows which tables the query reads");
        }
        return StatementRule.verdict(findings(statement, limits));
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        Set<String> read = new LinkedHashSet<>();
        statement.plan().nodes().forEach(n -> name(n).ifPresent(t -> read.add(t.qualified())));
        Set<String> said = new LinkedHashSet<>();
        for (PlanNode n : statement.plan().ast()) {
            if (branchesInWindow(n) && fewerScans(statement, n)) {
                findings.add(lostBranches(statement, n));
                lost(n).map(TableName::qualified).forEach(said::add);
            }
        }
        for (PlanNode n : statement.plan().ast()) {
            name(n).filter(t -> n.inputs().isEmpty())
                    .filter(t -> !read.contains(t.qualified()) && said.add(t.qualified()))
                    .map(t -> pruned(statement, n, t))
                    .ifPresent(findings::add);
        }
        return findings;
    }

    private static boolean branchesInWindow(PlanNode n) {
        return n.operator().kind().equals("LogicalTableFunctionScan")
                && n.inputs().size() > 1
                && WINDOW.matcher(n.operator().attribute("invocation").orElse("")).find();
    }

    /** A planner that takes all branches reads as many tables as were written. */
    private static boolean fewerScans(PlannedStatement statement, PlanNode window) {
        long written = reads(window);
        long planned =
                statement.plan().nodes().stream()
                        .filter(n -> n.operator().kind().contains("Window"))
                        .filter(n -> n.operator().sql())
                        .mapToLong(LostTable::reads)
                        .max()
                        .orElse(0);
        return planned < written;
    }

    /** Tables that a node reads; one that it reads twice counts twice. */
    private static long reads(PlanNode root) {
        List<PlanNode> all = new ArrayList<>(root.upstream());
        long[] counts = new long[root.id() + 1];
        all.sort(Comparator.comparingInt(PlanNode::id));
        for (PlanNode n : all) {
            long count = n.inputs().isEmpty() && name(n).isPresent() ? 1 : 0;
            for (PlanNode input : n.inputs()) {
                count = Math.min(Integer.MAX_VALUE, count + counts[input.id()]);
            }
            counts[n.id()] = count;
        }
        return counts[root.id()];
    }

    private static Optional<TableName> name(PlanNode n) {
        String kind = n.operator().kind();
        boolean reads = kind.contains("Scan") || kind.equals("LookupJoin");
        return reads ? TableName.of(n.operator()) : Optional.empty();
    }

    /** The tables of all branches but the first. */
    private static Stream<TableName> lost(PlanNode window) {
        return window.inputs().stream()
                .skip(1)
                .flatMap(i -> i.upstream().stream())
                .flatMap(u -> name(u).stream());
    }

    private static Finding lostBranches(PlannedStatement statement, PlanNode window) {
        List<String> tables = lost(window).map(TableName::shortName).distinct().toList();
        int branches = window.inputs().size();
        Finding finding =
                statement.finding(
                        Severity.CRITICAL,
                        "TABLE_LOST",
                        Optional.of(statement.at(window, List.of(Clause.WINDOW))),
                        "loses the rows of "
                                + String.join(", ", tables)
                                + ": the plan reads only the first of the "
                                + branches
                                + " branches of the UNION inside of the window function",
                        List.of(
                                Evidence.of(
                                        "branches of the union",
                                        Quantity.count(branches),
                                        statement.from()),
                                Evidence.of(
                                        "branches in the plan",
                                        Quantity.count(1),
                                        statement.from())));
        return finding.subject(
                tables.isEmpty()
                        ? finding.subject().branch(2)
                        : finding.subject().table(tables.get(0)).branch(2));
    }

    private static Finding pruned(PlannedStatement statement, PlanNode scan, TableName table) {
        Finding finding =
                statement.finding(
                        Severity.INFO,
                        "BRANCH_EMPTY",
                        Optional.of(statement.at(scan, List.of(Clause.TABLE))),
                        "does not read "
                                + table.shortName()
                                + ": the planner has proved that its rows do not matter",
                        List.of());
        return finding.subject(finding.subject().table(table.shortName()));
    }
}
