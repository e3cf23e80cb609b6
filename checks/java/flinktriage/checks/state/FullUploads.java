package flinktriage.checks.state;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Checkpoint;
import flinktriage.model.Quantity;
import java.util.List;
import java.util.Map;

/** Whether each checkpoint uploads all of the state in RocksDB. */
final class FullUploads {

    /** The first one after a start is always full, the second may be. */
    private static final int IN_A_ROW = 3;

    private FullUploads() {}

    static Verdict verdict(JobView job, List<Checkpoint> completed, Limits limits) {
        List<Checkpoint> newest = completed.stream().limit(IN_A_ROW).toList();
        double least = newest.stream().mapToDouble(FullUploads::uploaded).min().orElse(0);
        double state = newest.get(0).operatorState();
        if (newest.size() < IN_A_ROW
                || state < limits.value(BackendFit.LARGE)
                || least < limits.value(BackendFit.UPLOADED)) {
            return new Verdict.Healthy();
        }
        Map<String, String> keys = job.configuration().require();
        // The second is the name before Flink 1.20. Neither shows what the job's code sets.
        String on =
                keys.getOrDefault(
                        "execution.checkpointing.incremental",
                        keys.getOrDefault("state.backend.incremental", "false"));
        if (on.strip().equalsIgnoreCase("true")) {
            return new Verdict.Unknown(
                    "the configuration says incremental, yet each checkpoint uploads all of the"
                            + " state: it changes that fast, or the job switches it off itself");
        }
        return Verdict.problem(
                BackendFit.finding(
                        job,
                        Severity.INFO,
                        "NOT_INCREMENTAL",
                        "each checkpoint uploads all of the %s in RocksDB, also what did not change"
                                .formatted(BackendFit.bytes(state)),
                        Evidence.of(
                                "share of the state that each of the newest %d checkpoints uploaded, at least"
                                        .formatted(IN_A_ROW),
                                Quantity.ratio(least),
                                limits.of(BackendFit.UPLOADED),
                                job.checkpoints().from().at("/history"))));
    }

    /** What was uploaded, over the size; both contain in-flight data. */
    private static double uploaded(Checkpoint c) {
        return c.stateSize() <= 0 ? 0 : c.checkpointedSize() / (double) c.stateSize();
    }
}
