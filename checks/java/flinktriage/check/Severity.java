package flinktriage.check;

/** From harmless to worst; the maximum counts. Only WARNING and CRITICAL change a verdict. */
public enum Severity {
    INFO,
    WARNING,
    CRITICAL
}
