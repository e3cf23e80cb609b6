package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Threshold;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.PlanNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range cleans up after itself, but every row of the interval is kept and, for a row that leaves
 * it, read again. A TTL makes no difference. Reason: LONG_RANGE.
 */
public final class LongRange extends StatementCheck {

    static final Threshold RANGE =
            new Threshold(
                    "range",
                    Quantity.of(Duration.ofDays(1)),
                    "interval of an OVER range from which on its rows are worth a warning");

    /** Flink 1.20 prints RANG. */
    private static final Pattern BOUND =
            Pattern.compile("RANGE? BETWEEN (\\d{1,15}) PRECEDING AND CURRENT ROW");

    public LongRange() {
        super("FT-SQ-127", "does an OVER range keep the rows of a long time?", RANGE);
    }

    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (PlanNode n : statement.plan().nodes()) {
            Matcher m = BOUND.matcher(n.operator().attribute("window").orElse(""));
            if (!n.operator().is("OverAggregate", "PythonOverAggregate") || !m.find()) {
                continue;
            }
            Quantity range = Quantity.millis(Long.parseLong(m.group(1)));
            boolean isLong = range.compareTo(limits.of(RANGE)) >= 0;
            findings.add(
                    statement.finding(
                            isLong ? Severity.WARNING : Severity.INFO,
                            "LONG_RANGE",
                            n,
                            "keeps every row of the last "
                                    + DurationText.print(
                                            Duration.ofMillis(Long.parseLong(m.group(1))))
                                    + " of each partition, which no state TTL shortens",
                            List.of(
                                    Evidence.of(
                                            "range", range, limits.of(RANGE), statement.from())),
                            List.of(Clause.OVER)));
        }
        return findings;
    }
}
