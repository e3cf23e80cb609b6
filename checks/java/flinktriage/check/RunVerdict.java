package flinktriage.check;

/** The verdict on a job, a cluster or a run, from best to worst; the worst counts. */
public enum RunVerdict {
    OK,
    UNKNOWN,
    WARNING,
    CRITICAL;

    public RunVerdict worse(RunVerdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
