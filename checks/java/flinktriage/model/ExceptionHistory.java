package flinktriage.model;

import java.util.List;

/**
 * @param entries newest first; Flink keeps 16 by default
 * @param truncated true if there were more
 */
public record ExceptionHistory(List<JobException> entries, boolean truncated) {

    public ExceptionHistory {
        entries = List.copyOf(entries);
    }
}
