package flinktriage.checks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Limits;
import flinktriage.check.PlanCheck;
import flinktriage.check.StatementView;
import flinktriage.checks.AllChecks;
import flinktriage.model.Observed;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.world.ExplainedPlan;
import flinktriage.world.Scripts;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plans with garbage in them, always the same: nothing throws. {@code -Dfuzz.plans=1000000} reads
 * as many.
 */
class MutatedPlansTest {

    private static final int SOME = 20_000;

    /** One plan in so many goes through the door of each rule, which reads it again. */
    private static final int BY_THE_DOOR = 100;

    private static final List<String> PIECES =
            List.of(
                    "'",
                    "''",
                    "'w$",
                    "(",
                    ")",
                    "[",
                    "]",
                    "{\n",
                    "}",
                    "\n",
                    "\r\n",
                    "\n\n",
                    "\n+- ",
                    "\n   :- ",
                    "\n:  +- Join(",
                    "Reused(reference_id=[1])",
                    "(reuse_id=[1])",
                    "== Optimized Execution Plan ==\n",
                    "\n== Optimized Physical Plan With Advice ==\n",
                    "\nadvice[1]: [WARNING] ",
                    "\n+-----+\n",
                    "|",
                    ",",
                    "=",
                    "=[]",
                    "table=[[",
                    "stateTtlHints=[[[STATE_TTL options:{LEFT=1h, RIGHT",
                    "window=[ RANGE BETWEEN 99999999999999999999 PRECEDING",
                    ":INTERVAL DAY",
                    "99999999999",
                    "\0",
                    "\uD83D",
                    "\u202E",
                    "Union(all=[true])",
                    "WindowTableFunction(window=[SESSION(time_col=[ts])])");

    private final Random random = new Random(41);

    @Test
    @Timeout(3600)
    void nothingThrows() {
        List<ExplainedPlan> plans = ExplainedPlan.all();
        List<PlanCheck> checks =
                AllChecks.list().stream()
                        .filter(PlanCheck.class::isInstance)
                        .map(PlanCheck.class::cast)
                        .toList();
        int runs = Integer.getInteger("fuzz.plans", SOME);
        long read = 0;
        for (int i = 0; i < runs; i++) {
            ExplainedPlan plan = plans.get(random.nextInt(plans.size()));
            StatementView view = mutated(plan);
            read += examine(checks, view, i % BY_THE_DOOR == 0, i);
        }
        assertThat(read).isGreaterThan(runs);
    }

    private static int examine(List<PlanCheck> checks, StatementView view, boolean door, int run) {
        try {
            PlannedStatement planned = PlannedStatement.of(view);
            for (PlanCheck check : checks) {
                if (door) {
                    check.examine(view, Limits.STANDARD);
                } else if (check instanceof StatementRule rule
                        && !planned.plan().nodes().isEmpty()) {
                    rule.judge(planned, Limits.STANDARD);
                }
            }
            return planned.plan().nodes().size();
        } catch (RuntimeException | StackOverflowError e) {
            SqlPlan.Explained plan = (SqlPlan.Explained) view.statement().plan().require();
            throw new AssertionError("run " + run + ":\n" + plan.text(), e);
        }
    }

    private StatementView mutated(ExplainedPlan plan) {
        StringBuilder text = new StringBuilder(plan.explain());
        int changes = 1 + random.nextInt(8);
        for (int i = 0; i < changes && text.length() > 2; i++) {
            mutate(text);
        }
        StatementView whole = random.nextInt(4) == 0 ? plan.withoutSql() : plan.statement();
        SqlStatement s = whole.statement();
        StringBuilder sql = new StringBuilder(s.text());
        if (random.nextInt(3) == 0 && sql.length() > 2) {
            mutate(sql);
        }
        SqlStatement other =
                new SqlStatement(
                        s.kind(),
                        s.at(),
                        sql.toString(),
                        s.views(),
                        s.settings(),
                        s.tables(),
                        s.hints(),
                        s.unions(),
                        Observed.of(new SqlPlan.Explained(text.toString()), Scripts.READ),
                        Optional.empty(),
                        s.unknownKey());
        SqlScript script = whole.script();
        return new StatementView(
                new SqlScript(
                        script.name(),
                        script.form(),
                        script.flinkVersion(),
                        script.takenAt(),
                        List.of(other),
                        sql.toString()),
                other);
    }

    private void mutate(StringBuilder text) {
        int at = random.nextInt(text.length());
        int length = Math.min(1 + random.nextInt(60), text.length() - at);
        switch (random.nextInt(7)) {
            case 0 -> text.delete(at, at + length);
            case 1 -> text.insert(at, text.substring(at, at + length));
            case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
            case 3 -> text.setLength(at);
            case 4 -> text.insert(random.nextInt(text.length()), text.substring(at, at + length));
            case 5 -> text.replace(at, at + 1, PIECES.get(random.nextInt(PIECES.size())));
            default -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        }
    }
}
