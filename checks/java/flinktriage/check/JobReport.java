package flinktriage.check;

import flinktriage.model.Job;
import java.util.List;

/**
 * @param findings root causes first, worst first, each followed by nothing in particular; use
 *     {@link #causes}
 * @param causes the refs of findings that nothing else explains and that are worse than INFO, worst
 *     first
 */
public record JobReport(
        Job job,
        RunVerdict verdict,
        List<String> causes,
        List<LinkedFinding> findings,
        Coverage coverage) {

    public JobReport {
        causes = List.copyOf(causes);
        findings = List.copyOf(findings);
    }

    public LinkedFinding finding(String ref) {
        return findings.stream()
                .filter(f -> f.ref().equals(ref))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no finding " + ref));
    }
}
