package flinktriage.plan;

import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a plan says of event time. */
public final class EventTime {

    private static final Pattern TIME_COLUMN = Pattern.compile("time_col=\\[([^]]*)]");
    private static final Pattern GROUP_WINDOW = Pattern.compile("GroupWindow\\('w\\$, ([^,)]+)");
    private static final Pattern PUSHED = Pattern.compile("watermark=\\[(.*?)](?=[,\\]])");
    private static final Pattern INTERVAL =
            Pattern.compile("(\\d{1,15}):INTERVAL (?:DAY|HOUR|MINUTE|SECOND)");
    private static final Pattern COLUMN = Pattern.compile("[\\w$.`]+");
    private static final String PROCESSING = "PROCTIME()";

    private EventTime() {}

    /** True if the operator waits for watermarks before it emits or forgets. */
    public static boolean waits(PlanNode n) {
        Operator o = n.operator();
        if (!o.sql()) {
            return false;
        }
        return switch (o.kind()) {
            case "LocalWindowAggregate", "GlobalWindowAggregate" -> true;
            case "TemporalJoin" -> !o.attribute("where").orElse("").contains(PROCESSING);
            case "IntervalJoin" ->
                    o.attribute("windowBounds").orElse("").contains("isRowTime=true");
            case "WindowAggregate" -> byColumn(n, TIME_COLUMN);
            case "WindowTableFunction" ->
                    o.attribute("window").orElse("").startsWith("SESSION")
                            && byColumn(n, TIME_COLUMN);
            case "GroupWindowAggregate" -> byColumn(n, GROUP_WINDOW);
            case "WindowJoin", "WindowRank", "WindowDeduplicate" -> ofWindows(n);
            case "OverAggregate", "TemporalSort", "Match" ->
                    o.list("orderBy").stream()
                            .findFirst()
                            .filter(first -> rowtime(n, first.split(" ")[0]))
                            .isPresent();
            default -> false;
        };
    }

    private static boolean byColumn(PlanNode n, Pattern pattern) {
        Matcher m = pattern.matcher(n.operator().attribute("window").orElse(""));
        return m.find() && rowtime(n, m.group(1).strip());
    }

    private static boolean ofWindows(PlanNode n) {
        return n.upstream().stream()
                .filter(u -> u != n)
                .anyMatch(
                        u ->
                                u.operator().is("LocalWindowAggregate")
                                        || u.operator().is("WindowAggregate", "WindowTableFunction")
                                                && byColumn(u, TIME_COLUMN));
    }

    /** Follows a column upwards to what makes a time attribute of it. */
    private static boolean rowtime(PlanNode user, String name) {
        String column = name;
        PlanNode n = user;
        Set<PlanNode> seen = new HashSet<>();
        while (!n.inputs().isEmpty() && seen.add(n)) {
            n = n.inputs().get(0);
            Operator o = n.operator();
            if (o.kind().equals("WatermarkAssigner") && o.attribute("rowtime").isPresent()) {
                if (o.attribute("rowtime").get().equals(column)) {
                    return true;
                }
            } else if (o.kind().equals("Calc")) {
                String wanted = " AS " + column;
                Optional<String> made =
                        o.list("select").stream().filter(s -> s.endsWith(wanted)).findFirst();
                if (made.isPresent()) {
                    String from = made.get().substring(0, made.get().length() - wanted.length());
                    if (from.startsWith(PROCESSING)) {
                        return false;
                    }
                    column = from;
                }
            }
        }
        return n.upstream().stream().anyMatch(u -> ownWatermark(u).isPresent())
                || user.upstream().stream().anyMatch(u -> ownWatermark(u).isPresent());
    }

    /** The expression of the watermark that the operator itself makes, as Flink prints it. */
    public static Optional<String> ownWatermark(PlanNode n) {
        Operator o = n.operator();
        if (o.kind().equals("WatermarkAssigner")) {
            return o.attribute("watermark");
        }
        if (o.kind().equals("TableSourceScan")) {
            Matcher pushed = PUSHED.matcher(o.attribute("table").orElse(""));
            return pushed.find() ? Optional.of(pushed.group(1)) : Optional.empty();
        }
        return Optional.empty();
    }

    /** The nearest node that makes watermarks, if there is one and no streams meet before it. */
    public static Optional<PlanNode> assigner(PlanNode from) {
        PlanNode n = from;
        while (ownWatermark(n).isEmpty()) {
            if (n.inputs().size() != 1) {
                return Optional.empty();
            }
            n = n.inputs().get(0);
        }
        return Optional.of(n);
    }

    /**
     * How far the watermark stays behind the newest row, in milliseconds; empty for an expression
     * that is no column, and no column minus an interval.
     */
    public static OptionalLong delay(String expression) {
        String text = expression.strip();
        if (COLUMN.matcher(text).matches()) {
            return OptionalLong.of(0);
        }
        Matcher m = INTERVAL.matcher(text);
        boolean minus = text.startsWith("-(") || text.contains(" - ");
        if (!minus || !m.find()) {
            return OptionalLong.empty();
        }
        long delay = Long.parseLong(m.group(1));
        return m.find() ? OptionalLong.empty() : OptionalLong.of(delay);
    }
}
