package flinktriage.model;

/** The states of Flink's JobStatus, and {@link #OTHER} for one that we do not know. */
public enum JobState {
    INITIALIZING,
    CREATED,
    RUNNING,
    FAILING,
    FAILED,
    CANCELLING,
    CANCELED,
    FINISHED,
    RESTARTING,
    SUSPENDED,
    RECONCILING,
    OTHER;

    /** No task will run again: numbers are final and metrics are stale. */
    public boolean terminal() {
        return this == FAILED || this == CANCELED || this == FINISHED;
    }
}
