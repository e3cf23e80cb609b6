package flinktriage.checks.sql;

import flinktriage.plan.PlanNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of PLAN_ADVICE.
 *
 * @param text its first line, without the number
 * @param nodes the operators that it is attached to; none for one that lists its own
 */
record Advice(String text, List<PlanNode> nodes) {

    private static final Pattern NUMBERED = Pattern.compile("advice\\[(\\d+)]:\\s*(.*)");

    static List<Advice> of(PlannedStatement statement) {
        return statement.plan().advice().stream().map(a -> of(statement, a)).toList();
    }

    private static Advice of(PlannedStatement statement, String advice) {
        String line = advice.lines().findFirst().orElse("").strip();
        Matcher m = NUMBERED.matcher(line);
        if (!m.matches()) {
            return new Advice(line, List.of());
        }
        List<PlanNode> nodes =
                statement.plan().nodes().stream()
                        .filter(n -> n.physical().isPresent())
                        .filter(n -> n.physical().get().list("advice").contains(m.group(1)))
                        .toList();
        return new Advice(m.group(2), nodes);
    }

    /** Without Flink's own word for how bad it is, and without a final period. */
    String sentence() {
        return text.replaceFirst("^\\[(ADVICE|WARNING)]\\s*", "").replaceFirst("\\.$", "");
    }
}
