package flinktriage.cmd;

import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Walk;

/** The exit codes of every command, in the convention of Nagios. */
public final class ExitCode {

    public static final int OK = 0;
    public static final int WARNING = 1;

    /** Also a JobManager that gives no usable answer. */
    public static final int CRITICAL = 2;

    /** Wrong usage, bad settings, an internal error, or nothing could be assessed. */
    public static final int UNKNOWN = 3;

    private ExitCode() {}

    /**
     * Findings below the threshold do not fail the run. That there was no answer, or none to judge
     * by, is not a finding and does so whatever the threshold is.
     */
    public static int of(Report report, FailOn failOn) {
        if (report.snapshot().unreachable().isPresent()) {
            return CRITICAL;
        }
        return of(report.verdict(), failOn);
    }

    /** Only what the runbook looked at counts. */
    public static int of(Walk walk, FailOn failOn) {
        return walk.report().snapshot().unreachable().isPresent()
                ? CRITICAL
                : of(walk.verdict(), failOn);
    }

    static int of(RunVerdict verdict, FailOn failOn) {
        return switch (verdict) {
            case OK -> OK;
            case UNKNOWN -> UNKNOWN;
            case WARNING -> failOn == FailOn.WARNING ? WARNING : OK;
            case CRITICAL -> failOn == FailOn.NEVER ? OK : CRITICAL;
        };
    }
}
