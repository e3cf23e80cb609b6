package flinktriage.report;

import flinktriage.check.Check;
import flinktriage.check.LintReport;
import flinktriage.check.Severity;
import flinktriage.engine.Linter;
import flinktriage.model.SqlScript;
import flinktriage.world.Scripts;
import flinktriage.world.WordRule;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** A script with one finding of each severity, one that is ignored, and one statement unknown. */
final class LintWorld {

    static final String ORDERS =
            """
            CREATE TABLE orders (id BIGINT, amount DECIMAL(10, 2)) WITH ('connector' = 'kafka');

            INSERT INTO out_rows
            SELECT o.id, p.amount FROM orders AS o JOIN payments AS p ON o.id = p.id;

            -- flink-triage:ignore FT-SQ-101 until 2027-01-31: the inputs are small
            INSERT INTO out_rows SELECT id FROM orders UNION SELECT id FROM payments;

            INSERT INTO totals SELECT id, COUNT(*) FROM orders GROUP BY id HAVING COUNT(*) > 1;
            """;

    private static final String PAGE =
            """
            # FT-SQ-103: does a regular join have a side without a unique key?

            ## Meaning

            A regular join keeps both inputs.

            ## Impact

            It grows with rows rather than with keys,
            and reads ranges instead of single entries.

            ## Do now

            ### SAID
            1. See how fast it grows: `curl -s {url}/jobs/{job}/checkpoints`
            2. Declare the key where there is one: `PRIMARY KEY (id) NOT ENFORCED` (restart with fresh state)
            """;

    private LintWorld() {}

    static List<Check> checks() {
        return List.of(
                WordRule.of("FT-SQ-101", "UNION", Severity.WARNING),
                WordRule.of("FT-SQ-103", "JOIN", Severity.CRITICAL),
                WordRule.of("FT-SQ-120", "HAVING", Severity.WARNING),
                WordRule.of("FT-SQ-126", "GROUP", Severity.INFO),
                WordRule.of("FT-SQ-130", "nowhere", Severity.CRITICAL));
    }

    static Pages pages() {
        return new Pages(
                code -> code.code().equals("FT-SQ-103") ? Optional.of(PAGE) : Optional.empty());
    }

    static LintReport orders() {
        return lint(Scripts.sql("sql/orders.sql", ORDERS));
    }

    static LintReport lint(SqlScript... scripts) {
        return new Linter(checks(), "0.1.0", Clock.fixed(Scripts.NOW, ZoneOffset.UTC))
                .lint(List.of(scripts));
    }
}
