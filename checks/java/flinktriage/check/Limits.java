package flinktriage.check;

import flinktriage.model.Quantity;
import java.util.Map;

/** The thresholds in force for one check: the user's where set, otherwise the standard ones. */
public record Limits(Map<String, Quantity> overrides) {

    public static final Limits STANDARD = new Limits(Map.of());

    public Limits {
        overrides = Map.copyOf(overrides);
    }

    public Quantity of(Threshold threshold) {
        Quantity override = overrides.get(threshold.name());
        return override == null ? threshold.standard() : override;
    }

    public double value(Threshold threshold) {
        return of(threshold).value();
    }
}
