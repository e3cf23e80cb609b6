package flinktriage.engine;

import flinktriage.check.Severity;
import flinktriage.engine.Causes.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which finding explains which, and where in the graph. One line a rule; reasons after a slash,
 * none means any.
 */
final class CauseTable {

    /**
     * The symptoms of a job whose tasks do not run or keep dying: everything else that it measures.
     * State that grows, or is too large for the heap, is none: it may be what they die of.
     */
    private static final String[] OF_A_JOB_THAT_IS_DOWN = {
        "FT-CP-001",
        "FT-CP-002",
        "FT-CP-003",
        "FT-CP-005",
        "FT-BP-*",
        "FT-WM-*",
        "FT-LG-*",
        "FT-ST-002",
        "FT-ST-003",
        "FT-ST-004/NOT_INCREMENTAL",
        "FT-TM-001",
        "FT-PA-*"
    };

    /** What Flink keeps of it: nothing that is told by metrics. */
    private static final String[] OF_A_JOB_THAT_HAS_FAILED = {
        "FT-CP-001",
        "FT-CP-002",
        "FT-CP-003",
        "FT-CP-005",
        "FT-BP-*",
        "FT-ST-003",
        "FT-ST-004/NOT_INCREMENTAL",
        "FT-PA-003",
        "FT-PA-004",
        "FT-PA-005"
    };

    /**
     * What is late because nothing is processed. Checkpoints that failed before are not: they may
     * be why the job restarts.
     */
    private static final String[] LATE = {"FT-CP-002", "FT-WM-002", "FT-WM-003", "FT-LG-*"};

    /** What else is measured of a job whose tasks wait, and says nothing about it. */
    private static final String[] OF_TASKS_THAT_WAIT = {
        "FT-BP-*",
        "FT-WM-*",
        "FT-ST-001",
        "FT-ST-002",
        "FT-ST-003",
        "FT-ST-004/NOT_INCREMENTAL",
        "FT-TM-001",
        "FT-PA-*"
    };

    /** What hangs together with the tasks on a TaskManager that does not answer. */
    private static final String[] OF_A_SILENT_TASK_MANAGER = {
        "FT-CP-001", "FT-CP-002", "FT-CP-003", "FT-BP-*", "FT-WM-002", "FT-WM-003", "FT-LG-*"
    };

    /** What a vertex that cannot keep up does to the barriers, the backlog and event time. */
    private static final String[] OF_A_BOTTLENECK = {
        "FT-CP-001/EXPIRED,DECLINED", "FT-CP-002", "FT-CP-003/START_DELAY,ALIGNMENT", "FT-CP-005"
    };

    /**
     * The plan rules on operators that keep state. The others (116, 118) are advice for an operator
     * that is slow already; they explain nothing.
     */
    static final List<String> KEEPING_STATE =
            List.of("FT-SQ-10*", "FT-SQ-110", "FT-SQ-111", "FT-SQ-115");

    private CauseTable() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        // Memory that ran out, and a TaskManager that is gone, explain the failures that say so.
        add(
                rows,
                "FT-TM-002",
                Relation.SAME_FAILURE,
                "FT-RS-001/RESTARTED,CHECKPOINTS",
                "FT-RS-002");
        add(rows, "FT-TM-005/LOST,REPLACED", Relation.SAME_FAILURE, "FT-RS-001", "FT-RS-002");
        // A process that has no memory left hangs before it is lost.
        add(rows, "FT-TM-002", Relation.ANYWHERE, "FT-TM-005/SILENT");
        add(rows, "FT-TM-005/SILENT", Relation.ANYWHERE, OF_A_SILENT_TASK_MANAGER);
        // A lost TaskManager takes its slots along; without slots the job cannot run.
        add(rows, "FT-TM-005/LOST", Relation.ANYWHERE, "FT-TM-004", "FT-RS-002", "FT-RS-003");
        add(rows, "FT-TM-005/LOST", Relation.ANYWHERE, OF_A_JOB_THAT_IS_DOWN);
        add(rows, "FT-TM-004", Relation.ANYWHERE, "FT-RS-001", "FT-RS-002/NOT_RUNNING");
        add(rows, "FT-TM-004", Relation.ANYWHERE, OF_A_JOB_THAT_IS_DOWN);
        // A job that failed or keeps restarting shows many other numbers; none of them is news. One
        // old restart (RESTARTED) explains nothing of what is measured now.
        add(
                rows,
                "FT-RS-002/FAILED",
                Relation.ANYWHERE,
                "FT-RS-001/RESTARTED,MEMORY,CHECKPOINTS",
                "FT-RS-003");
        add(rows, "FT-RS-002/FAILED", Relation.ANYWHERE, OF_A_JOB_THAT_HAS_FAILED);
        add(rows, "FT-RS-001/LOOP", Relation.ANYWHERE, "FT-RS-002/NOT_RUNNING", "FT-RS-003");
        add(rows, "FT-RS-001/LOOP", Relation.ANYWHERE, OF_A_JOB_THAT_IS_DOWN);
        // Between two attempts: the checks of memory and of checkpoints know why.
        add(rows, "FT-RS-001/MEMORY,CHECKPOINTS", Relation.SAME_FAILURE, "FT-RS-002/NOT_RUNNING");
        add(rows, "FT-RS-002/NOT_RUNNING", Relation.ANYWHERE, LATE);
        add(rows, "FT-RS-002/NOT_RUNNING", Relation.NO_FAILURE, OF_TASKS_THAT_WAIT);
        // After an OutOfMemoryError a JVM may not answer, but why its memory is full came before.
        add(rows, "FT-TM-002", Relation.ANYWHERE, "FT-RS-001/MEMORY");
        add(rows, "FT-RS-001/MEMORY", Relation.ANYWHERE, "FT-RS-003", "FT-CP-*");
        // One such restart is over; that a vertex is slow now may have another reason.
        rows.addAll(
                rows(
                        "FT-RS-001/MEMORY",
                        Relation.ANYWHERE,
                        Severity.WARNING,
                        "FT-BP-*",
                        "FT-LG-*"));

        // An operator that keeps everything: its state grows, the snapshot gets slow, the heap
        // full.
        for (String keeping : KEEPING_STATE) {
            add(
                    rows,
                    keeping,
                    Relation.SAME,
                    "FT-ST-001",
                    "FT-ST-002",
                    "FT-ST-003",
                    "FT-BP-001/BUSY,STATE_ACCESS,GC",
                    "FT-CP-003/SYNC,ASYNC");
        }
        // The plan says which operator forces everything into one subtask.
        add(rows, "FT-SQ-120", Relation.SAME, "FT-PA-005");
        // It scans the whole history of a primary key for each change of it (FLIP-544).
        add(rows, "FT-SQ-110", Relation.SAME, "FT-BP-001/SKEW");
        add(rows, "FT-ST-002", Relation.SAME, "FT-ST-001");
        add(rows, "FT-ST-001", Relation.SAME, "FT-CP-003/SYNC,ASYNC", "FT-BP-001/STATE_ACCESS,GC");
        add(
                rows,
                "FT-ST-001",
                Relation.ANYWHERE,
                "FT-TM-001",
                "FT-TM-002/HEAP",
                "FT-RD-001",
                "FT-ST-004");
        // Objects of state fill the heap; full checkpoints and one full subtask make uploads long.
        add(
                rows,
                "FT-ST-004/HEAP_TOO_LARGE",
                Relation.ANYWHERE,
                "FT-TM-001",
                "FT-TM-002/HEAP",
                "FT-BP-001/GC");
        add(rows, "FT-ST-004/NOT_INCREMENTAL", Relation.ANYWHERE, "FT-CP-003/ASYNC");
        add(rows, "FT-BP-002", Relation.SAME, "FT-ST-003");
        add(rows, "FT-PA-003", Relation.SAME, "FT-ST-003");
        add(rows, "FT-ST-003", Relation.SAME, "FT-CP-003/SYNC,ASYNC");
        // A sink's vertex has a state of its own only if it materializes changes.
        add(rows, "FT-RD-001", Relation.SAME, "FT-BP-001/STATE_ACCESS,BUSY,SKEW,SINK_SLOW");
        add(rows, "FT-TM-002/HEAP", Relation.ANYWHERE, "FT-TM-001");
        add(rows, "FT-TM-001", Relation.ANYWHERE, "FT-BP-001/GC", "FT-BP-004");
        add(rows, "FT-TM-003", Relation.ANYWHERE, "FT-BP-001/NETWORK");

        // Event time: an empty source subtask has no watermark, the union waits for it, records
        // pile up.
        add(rows, "FT-PA-001", Relation.SAME, "FT-WM-001/EMPTY_SUBTASK,NO_WATERMARK,IDLE_INPUT");
        // Readers with more partitions than the others fall behind them.
        add(
                rows,
                "FT-PA-002/AT_LIMIT",
                Relation.SAME,
                "FT-BP-003",
                "FT-LG-001",
                "FT-WM-001/LAGGING_INPUT");
        add(rows, "FT-WM-001", Relation.AT_OR_BELOW, "FT-WM-002", "FT-WM-003", "FT-ST-001");
        add(rows, "FT-WM-004", Relation.AT_OR_BELOW, "FT-WM-005");

        // Backpressure travels upwards; barriers queue behind records.
        add(rows, "FT-BP-001", Relation.SAME, "FT-BP-002");
        add(rows, "FT-BP-001", Relation.ON_A_PATH, OF_A_BOTTLENECK);
        // A longer interval would hide it: while the newest checkpoint is under way, which phase of
        // it takes the time is not known yet.
        add(rows, "FT-BP-001", Relation.ON_A_PATH, "FT-CP-004/INTERVAL_TOO_SHORT");
        add(rows, "FT-BP-001", Relation.AT_OR_ABOVE, "FT-BP-003", "FT-LG-001", "FT-WM-003");
        add(rows, "FT-BP-001", Relation.ON_A_PATH, "FT-WM-002");
        add(rows, "FT-BP-002", Relation.ON_A_PATH, OF_A_BOTTLENECK);
        add(rows, "FT-BP-003", Relation.SAME, "FT-LG-001", "FT-WM-003");
        // Readers with more partitions than others are the limit, if it shows.
        rows.addAll(
                rows(
                        "FT-PA-002",
                        Relation.SAME_VERTEX,
                        Severity.WARNING,
                        "FT-BP-003",
                        "FT-BP-001/SKEW,BUSY",
                        "FT-LG-001"));
        // A source whose thread never pauses does not get to the checkpoint either.
        add(rows, "FT-BP-003", Relation.SAME_VERTEX, "FT-CP-001/EXPIRED", "FT-CP-003/START_DELAY");
        add(rows, "FT-CP-003/SYNC,ASYNC", Relation.SAME, "FT-CP-001/EXPIRED");
        // A task that stands still for its snapshot is busy, and only then.
        add(rows, "FT-CP-003/SYNC", Relation.ANYWHERE, "FT-BP-004");
        add(
                rows,
                "FT-CP-003",
                Relation.ANYWHERE,
                "FT-CP-001/EXPIRED",
                "FT-CP-002",
                "FT-CP-004/TIMEOUT_TOO_SHORT,INTERVAL_TOO_SHORT");
        add(
                rows,
                "FT-CP-001",
                Relation.ANYWHERE,
                "FT-CP-002",
                "FT-CP-004/NO_TOLERANCE,TIMEOUT_TOO_SHORT",
                "FT-RS-001/CHECKPOINTS");
        return List.copyOf(rows);
    }

    private static void add(List<Row> rows, String cause, Relation relation, String... symptoms) {
        rows.addAll(rows(cause, relation, Severity.INFO, symptoms));
    }

    private static List<Row> rows(
            String cause, Relation relation, Severity least, String... symptoms) {
        return Stream.of(symptoms)
                .map(
                        symptom ->
                                new Row(
                                        code(cause),
                                        reasons(cause),
                                        code(symptom),
                                        reasons(symptom),
                                        relation,
                                        least))
                .toList();
    }

    private static String code(String text) {
        return text.split("/", 2)[0];
    }

    private static Set<String> reasons(String text) {
        String[] parts = text.split("/", 2);
        return parts.length == 1 ? Set.of() : Set.copyOf(Arrays.asList(parts[1].split(",")));
    }
}
