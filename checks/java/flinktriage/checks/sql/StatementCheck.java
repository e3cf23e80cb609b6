package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Threshold;
import java.util.Set;

/** A check that only a statement can be asked: no REST reply shows what it needs. */
abstract class StatementCheck implements StatementRule {

    private final CheckSpec spec;

    StatementCheck(String code, String title, Threshold... thresholds) {
        this.spec = CheckSpec.of(code, title, Set.of(), thresholds);
    }

    @Override
    public final CheckSpec spec() {
        return spec;
    }
}
