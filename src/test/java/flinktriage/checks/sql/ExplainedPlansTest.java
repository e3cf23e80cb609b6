package flinktriage.checks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Verdict;
import flinktriage.checks.AllChecks;
import flinktriage.world.ExplainedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the rules say of plans that Flink 1.20.3 and 2.3.0 have printed. */
class ExplainedPlansTest {

    static Stream<ExplainedPlan> plans() {
        return ExplainedPlan.all().stream();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void aPlanHasExactlyTheFindingsThatItDeserves(ExplainedPlan plan) {
        assertThat(codes(plan.statement(), true)).isEqualTo(plan.expected());
    }

    /** Without a script the TTL is not known: one level lower, and nothing new. */
    @ParameterizedTest
    @MethodSource("plans")
    void withoutItsScriptAPlanHasNoWorseFindings(ExplainedPlan plan) {
        List<Finding> known = findings(plan.statement());
        List<Finding> unknown = findings(plan.withoutSql());

        assertThat(unknown.stream().filter(f -> f.summary().contains("no state TTL bounds")))
                .isEmpty();
        assertThat(worst(unknown)).isLessThanOrEqualTo(Math.max(worst(known), 1));
    }

    @Test
    void anUnknownTtlLowersTheSeverityAndTheTextSaysSo() {
        List<Finding> findings = findings(ExplainedPlan.of("2.3", "join").withoutSql());

        assertThat(findings)
                .filteredOn(f -> f.reason().equals("NO_UNIQUE_KEY"))
                .singleElement()
                .satisfies(
                        f -> {
                            assertThat(f.severity()).isEqualTo(Severity.WARNING);
                            assertThat(f.summary())
                                    .endsWith("; whether a state TTL bounds it is not in the plan");
                        });
    }

    private static int worst(List<Finding> findings) {
        return findings.stream().mapToInt(f -> f.severity().ordinal()).max().orElse(0);
    }

    private static String codes(StatementView view, boolean loud) {
        TreeSet<String> codes = new TreeSet<>();
        for (Check check : AllChecks.list()) {
            findings(check, view).stream()
                    .filter(f -> !loud || f.severity() != Severity.INFO)
                    .forEach(f -> codes.add(check.spec().id().code().substring(6)));
        }
        return codes.stream().collect(Collectors.joining(" "));
    }

    private static List<Finding> findings(StatementView view) {
        List<Finding> findings = new ArrayList<>();
        AllChecks.list().forEach(check -> findings.addAll(findings(check, view)));
        return findings;
    }

    private static List<Finding> findings(Check check, StatementView view) {
        if (check instanceof PlanCheck c
                && c.examine(view, Limits.STANDARD) instanceof Verdict.Problem problem) {
            return problem.findings();
        }
        return List.of();
    }
}
