package flinktriage.prometheus;

import flinktriage.model.JobHistory;
import flinktriage.model.Observed;
import java.util.List;

/**
 * What a Prometheus server remembers.
 *
 * @param notes for the reader: which questions it did not answer
 */
public record HistoryEvidence(Observed<JobHistory> history, List<String> notes) {

    public HistoryEvidence {
        notes = List.copyOf(notes);
    }
}
