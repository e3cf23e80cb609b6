package flinktriage.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The STATE_TTL hints that the planner has taken up for an operator. The physical plan of Flink
 * 1.19 to 2.3 prints {@code {LEFT=1h, RIGHT=2h}} for a join, {@code [1h]} for an aggregate and one
 * entry for each input of a MultiJoin, 0 where its input has none.
 */
public final class HintedTtl {

    private static final Pattern OPTIONS =
            Pattern.compile("STATE_TTL\\b[^\\[{]*?options:([\\[{])([^\\]}]*)[\\]}]");

    private HintedTtl() {}

    /** One for each input of a join, one for an aggregate; none if there is no hint. */
    public static List<Optional<Duration>> of(PlanNode node) {
        String hints = node.physical().flatMap(o -> o.attribute("stateTtlHints")).orElse("");
        Matcher m = OPTIONS.matcher(hints);
        if (!m.find()) {
            return List.of();
        }
        String[] parts = m.group(2).split(",");
        if (m.group(1).equals("[")) {
            List<Optional<Duration>> each = new ArrayList<>();
            boolean several = node.operator().is("MultiJoin");
            for (String part : parts) {
                each.add(DurationText.parse(part).filter(d -> !several || !d.isZero()));
            }
            return each;
        }
        List<Optional<Duration>> sides =
                new ArrayList<>(Collections.nCopies(2, Optional.<Duration>empty()));
        for (String part : parts) {
            int equals = part.indexOf('=');
            int side = part.strip().startsWith("LEFT") ? 0 : 1;
            sides.set(side, DurationText.parse(part.substring(equals + 1)));
        }
        return sides;
    }
}
