package flinktriage.checks.state;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Checkpoint;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import java.util.List;
import java.util.Set;

/** FT-ST-004. */
public final class BackendFit implements JobCheck {

    static final Threshold HEAP_SHARE =
            new Threshold(
                    "heap-share",
                    Quantity.ratio(0.3),
                    "serialised state over the heap of all TaskManagers; as objects it takes two to"
                            + " three times as much");
    static final Threshold HEAP_SHARE_WARNING =
            new Threshold(
                    "heap-share-warning",
                    Quantity.ratio(0.6),
                    "from here on the objects do not fit, even if each takes only twice its"
                            + " serialised size");
    static final Threshold LARGE =
            new Threshold(
                    "large-state",
                    Quantity.bytes(1L << 30),
                    "state of RocksDB below this is uploaded as a whole in seconds");
    static final Threshold UPLOADED =
            new Threshold(
                    "uploaded-share",
                    Quantity.ratio(0.95),
                    "share of the state that each checkpoint uploads, from which it is a full one");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-ST-004",
                    "does the state backend fit?",
                    Set.of(
                            Need.CHECKPOINTS,
                            Need.CHECKPOINT_CONFIG,
                            Need.CONFIGURATION,
                            Need.TASK_MANAGERS),
                    HEAP_SHARE,
                    HEAP_SHARE_WARNING,
                    LARGE,
                    UPLOADED);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        String backend = job.checkpointConfig().require().stateBackend();
        List<Checkpoint> completed = job.checkpoints().require().completedOnes();
        if (completed.isEmpty()) {
            return new Verdict.NotApplicable("no checkpoint has completed yet");
        }
        // Fs- and MemoryStateBackend are the names of the heap up to Flink 1.20.
        if (backend.matches("(HashMap|Fs|Memory)StateBackend")) {
            return onHeap(job, completed.get(0).operatorState(), limits);
        }
        return backend.matches("(Embedded)?RocksDBStateBackend")
                ? FullUploads.verdict(job, completed, limits)
                : new Verdict.NotApplicable(
                        "the state backend is " + backend + ", neither the heap nor RocksDB");
    }

    private static Verdict onHeap(JobView job, double state, Limits limits) {
        double heap =
                job.taskManagers().require().stream().mapToDouble(TaskManager::heapBytes).sum();
        if (heap <= 0) {
            return new Verdict.Unknown("no TaskManager says how large its heap is");
        }
        double share = state / heap;
        if (share < limits.value(HEAP_SHARE)) {
            return new Verdict.Healthy();
        }
        boolean worse = share >= limits.value(HEAP_SHARE_WARNING);
        return Verdict.problem(
                finding(
                        job,
                        worse ? Severity.WARNING : Severity.INFO,
                        "HEAP_TOO_LARGE",
                        "%s of state, serialised, on %s of heap; objects take a multiple of that"
                                .formatted(bytes(state), bytes(heap)),
                        Evidence.of(
                                "state over the heap of all TaskManagers",
                                Quantity.ratio(share),
                                limits.of(worse ? HEAP_SHARE_WARNING : HEAP_SHARE),
                                job.taskManagers().from())));
    }

    static String bytes(double value) {
        return Numbers.show(Quantity.bytes(value));
    }

    static Finding finding(
            JobView job, Severity severity, String reason, String says, Evidence evidence) {
        return new Finding(
                severity,
                reason,
                Subject.job(job.name()),
                job.name() + ": " + says,
                List.of(evidence));
    }
}
