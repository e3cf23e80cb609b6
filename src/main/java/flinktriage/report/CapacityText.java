package flinktriage.report;

import flinktriage.check.Numbers;
import flinktriage.model.Capacity;
import flinktriage.model.Job;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.VertexCapacity;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The section about capacity: estimates with their method, or why there are none. */
final class CapacityText {

    private CapacityText() {}

    static void write(Sheet sheet, Job job) {
        sheet.blank();
        String label = "Capacity";
        Set<String> reasons = new LinkedHashSet<>();
        for (Observed<VertexCapacity> each : Capacity.of(job).values()) {
            if (each instanceof Observed.Absent<VertexCapacity> absent) {
                reasons.add(why(absent.missing()));
            } else {
                sheet.entry(label, Harmless.line(estimate(each.require()), 500));
                label = "";
            }
        }
        for (String reason : reasons) {
            sheet.entry(label, Harmless.line("not estimated: " + reason, 500));
            label = "";
        }
    }

    static String why(Missing missing) {
        return missing.detail().isEmpty() ? missing.sentence() : missing.detail();
    }

    private static String estimate(VertexCapacity c) {
        String text =
                c.name()
                        + ": about "
                        + rate(c.byHottest())
                        + " by the busy time of its busiest subtask ("
                        + rate(c.rate())
                        + " at "
                        + Numbers.percent(c.hottest())
                        + " busy, over "
                        + Numbers.show(c.interval())
                        + ")";
        if (c.ifEven() > 1.15 * c.byHottest()) {
            text += ", " + rate(c.ifEven()) + " if all subtasks had the same load";
        }
        if (c.contradicted()) {
            text +=
                    "; but it takes only "
                            + rate(c.observed().require())
                            + " while an input waits for it, so the estimate does not hold";
        } else if (c.observed().isPresent()) {
            text += "; an input waits for it, so more arrives than it reads";
        }
        text +=
                "; what it reads now takes parallelism "
                        + c.needed()
                        + " at 80 % busy"
                        + (c.observed().isPresent() ? ", what arrives takes more" : "");
        return c.even().isEmpty()
                ? text
                : text
                        + " (even spread: "
                        + c.even().stream().map(String::valueOf).collect(Collectors.joining(" or "))
                        + ")";
    }

    private static String rate(double value) {
        return Numbers.show(Quantity.recordsPerSecond(value));
    }
}
