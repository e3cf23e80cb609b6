package flinktriage.prometheus;

import flinktriage.model.Observed;
import flinktriage.model.Reporter;
import java.util.List;

/**
 * What the reporters' endpoints showed.
 *
 * @param notes for the reader: which endpoints did not answer, and what is missing
 */
public record ReporterEvidence(Observed<Reporter> reporter, List<String> notes) {

    public ReporterEvidence {
        notes = List.copyOf(notes);
    }
}
