package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.model.SqlTable;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.EventTime;
import flinktriage.plan.PlanNode;
import flinktriage.plan.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where several sources feed an operator of event time, one that falls silent stops its clock. A
 * note: whether a source can fall silent is not in the SQL. Reason: NO_IDLE_TIMEOUT.
 */
public final class IdleSources extends StatementCheck {

    private static final String ALL = "table.exec.source.idle-timeout";
    private static final String ONE = "scan.watermark.idle-timeout";

    public IdleSources() {
        super(
                "FT-SQ-117",
                "does event time depend on a source without a watermark or an idle timeout?");
    }

    @Override
    public Verdict judge(PlannedStatement statement, Limits limits) {
        if (!statement.settingsKnown()) {
            return new Verdict.Unknown("idle time-outs are in the SQL script, not in the plan");
        }
        return StatementRule.verdict(findings(statement, limits));
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        if (set(statement.sql().settings().get(ALL))) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        Set<Set<String>> said = new HashSet<>();
        for (PlanNode n : statement.plan().nodes()) {
            if (!EventTime.waits(n)) {
                continue;
            }
            Set<String> tables = new HashSet<>();
            n.upstream().stream()
                    .filter(u -> EventTime.ownWatermark(u).isPresent())
                    .flatMap(u -> u.nearest(t -> TableName.of(t.operator()).isPresent()).stream())
                    .flatMap(t -> TableName.of(t.operator()).stream())
                    .filter(t -> !hasTimeout(statement, t))
                    .forEach(t -> tables.add(t.shortName()));
            boolean several = n.upstream().stream().filter(u -> u.inputs().isEmpty()).count() > 1;
            if (several && !tables.isEmpty() && said.add(tables)) {
                findings.add(finding(statement, n, tables.stream().sorted().toList()));
            }
        }
        return findings;
    }

    private static Finding finding(PlannedStatement statement, PlanNode n, List<String> tables) {
        return statement.finding(
                Severity.INFO,
                "NO_IDLE_TIMEOUT",
                n,
                "waits for the slowest of its sources, and no idle time-out is set for "
                        + String.join(", ", tables)
                        + ": one that falls silent stops its event time",
                List.of(
                        Evidence.of(
                                "sources without an idle time-out",
                                Quantity.count(tables.size()),
                                statement.from())),
                Clause.of(n.operator()));
    }

    private static boolean hasTimeout(PlannedStatement statement, TableName name) {
        SqlTable table = statement.sql().tables().get(name.qualified());
        boolean hinted =
                statement.sql().hints().stream()
                        .filter(h -> h.name().equals("OPTIONS"))
                        .anyMatch(h -> h.arguments().stream().anyMatch(a -> a.startsWith(ONE)));
        return hinted || table != null && set(table.options().get(ONE));
    }

    private static boolean set(String value) {
        return Optional.ofNullable(value)
                .flatMap(DurationText::parse)
                .filter(d -> !d.isZero())
                .isPresent();
    }
}
