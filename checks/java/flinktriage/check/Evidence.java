package flinktriage.check;

import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.util.Optional;

/**
 * A number that supports a finding.
 *
 * @param label lower case, for example {@code busy time of subtask 3}
 * @param limit the threshold that it was compared with, in the same unit
 */
public record Evidence(String label, Quantity observed, Optional<Quantity> limit, Provenance from) {

    public static Evidence of(String label, Quantity observed, Quantity limit, Provenance from) {
        return new Evidence(label, observed, Optional.of(limit), from);
    }

    public static Evidence of(String label, Quantity observed, Provenance from) {
        return new Evidence(label, observed, Optional.empty(), from);
    }
}
