package flinktriage.check;

/** What a check wants to see. A check can only read what it declares. */
public enum Need {
    /** Descriptions of the vertices, from which an operator tree is read. */
    PLAN,
    /** Records and bytes per vertex since the attempt began. */
    TOTALS,
    /** Busy, backpressured and idle time per subtask. */
    TIMES,
    /** Aggregated metrics of vertices, one or more samples. */
    METRICS,
    /** State, attempt, TaskManager and records per subtask. */
    SUBTASKS,
    /** Input watermarks per subtask. */
    WATERMARKS,
    /** Metric names and a few values per source subtask. */
    SOURCES,
    CHECKPOINTS,
    CHECKPOINT_CONFIG,
    CHECKPOINT_DETAILS,
    EXCEPTIONS,
    RESTARTS,
    /** The keys that are set in the cluster's configuration. */
    CONFIGURATION,
    TASK_MANAGERS,
    TASK_MANAGER_METRICS,
    /** Topics as Kafka describes them; only with {@code --kafka}. */
    KAFKA,
    /** The TaskManagers' own endpoints; only with {@code --metrics-url}. */
    REPORTER
}
