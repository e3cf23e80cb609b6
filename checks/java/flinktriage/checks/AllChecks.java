package flinktriage.checks;

import flinktriage.check.Check;
import java.util.List;

/** Every check there is, sorted by code. */
public final class AllChecks {

    private AllChecks() {}

    public static List<Check> list() {
        return List.of();
    }
}
