package flinktriage.check;

import java.util.List;

/**
 * Something that is wrong, as data.
 *
 * @param reason tells causes of the same code apart: upper case with underscores
 * @param summary one line that starts with the subject's name and has no final period
 */
public record Finding(
        Severity severity,
        String reason,
        Subject subject,
        String summary,
        List<Evidence> evidence) {

    public Finding {
        evidence = List.copyOf(evidence);
    }

    public Finding subject(Subject other) {
        return new Finding(severity, reason, other, summary, evidence);
    }

    public Finding severity(Severity other) {
        return new Finding(other, reason, subject, summary, evidence);
    }
}
