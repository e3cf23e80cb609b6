package flinktriage.checks.sql;

import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.plan.Clause;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StateKind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * FLINK-40354: the asynchronous state of the ForSt backend never gets its compaction filter in
 * Flink 2.1 to 2.3: what has expired is not returned, and not removed either. Reason:
 * EXPIRED_STATE_STAYS.
 */
public final class ForStTtl extends StatementCheck {

    private static final Set<String> VERSIONS = Set.of("2.1", "2.2", "2.3");

    public ForStTtl() {
        super("FT-SQ-121", "does expired state stay on disk?");
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        Map<String, String> settings = statement.sql().settings();
        String backend =
                settings.getOrDefault(
                        "state.backend.type", settings.getOrDefault("state.backend", ""));
        boolean async =
                settings.getOrDefault("table.exec.async-state.enabled", "false")
                        .strip()
                        .equalsIgnoreCase("true");
        boolean version = VERSIONS.stream().anyMatch(v -> of(statement.flinkVersion(), v));
        if (!backend.strip().equalsIgnoreCase("forst") || !async || !version) {
            return List.of();
        }
        return statement.plan().nodes().stream()
                .filter(n -> StateKind.of(n.operator()).onlyTtlBounds())
                .filter(n -> statement.ttl(n).bounds())
                .map(n -> finding(statement, n))
                .toList();
    }

    private static boolean of(String version, String minor) {
        return version.equals(minor) || version.startsWith(minor + ".");
    }

    private static Finding finding(PlannedStatement statement, PlanNode n) {
        return statement.finding(
                Severity.WARNING,
                "EXPIRED_STATE_STAYS",
                n,
                "has a state TTL, but the ForSt backend with asynchronous state does not remove what"
                        + " has expired: the state keeps growing",
                List.of(),
                Clause.of(n.operator()));
    }
}
