package flinktriage.check;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The findings of an earlier version of the same scripts. Statements change between versions, so
 * two findings are the same if they say the same of the same operator of the same statement, by the
 * table that it writes.
 */
public final class Known {

    private final Map<List<Object>, Integer> left = new HashMap<>();

    private Known() {}

    /**
     * The findings of a report that an earlier one had, too, ignored there or not. Of several that
     * are the same the first ones are known.
     */
    public static Set<LinkedFinding> among(LintReport earlier, LintReport report) {
        Known known = new Known();
        for (ScriptReport script : earlier.scripts()) {
            script.findings().forEach(known::add);
            script.ignored().forEach(i -> known.add(i.finding()));
        }
        Set<LinkedFinding> found = new LinkedHashSet<>();
        for (ScriptReport script : report.scripts()) {
            script.findings().stream().filter(known::takes).forEach(found::add);
        }
        return Set.copyOf(found);
    }

    private boolean takes(LinkedFinding f) {
        Integer n = left.get(identity(f));
        if (n == null || n == 0) {
            return false;
        }
        left.put(identity(f), n - 1);
        return true;
    }

    private void add(LinkedFinding f) {
        left.merge(identity(f), 1, Integer::sum);
    }

    private static List<Object> identity(LinkedFinding f) {
        Subject s = f.finding().subject();
        return List.of(
                f.code(),
                f.finding().reason(),
                s.name(),
                s.operator().map(o -> o.replaceAll("\\[\\d+\\]", "")).orElse(""),
                s.table().orElse(""),
                s.branch().orElse(0));
    }
}
