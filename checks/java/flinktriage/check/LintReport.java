package flinktriage.check;

import java.time.Instant;
import java.util.List;

/**
 * The result of a run of lint; every output is rendered from it.
 *
 * @param notes for the reader: suppressions that have expired or suppress nothing
 */
public record LintReport(
        String toolVersion,
        Instant takenAt,
        RunVerdict verdict,
        List<ScriptReport> scripts,
        List<String> notes) {

    public LintReport {
        scripts = List.copyOf(scripts);
        notes = List.copyOf(notes);
    }
}
