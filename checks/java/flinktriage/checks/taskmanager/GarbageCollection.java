package flinktriage.checks.taskmanager;

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
import flinktriage.model.JvmUse;
import flinktriage.model.MetricSample;
import flinktriage.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** FT-TM-001. */
public final class GarbageCollection implements JobCheck {

    static final Threshold SHARE =
            new Threshold(
                    "gc-share",
                    Quantity.ratio(0.1),
                    "share of the time in garbage collection; a healthy TaskManager is below 2 %");
    static final Threshold CRITICAL_SHARE =
            new Threshold(
                    "gc-share-critical",
                    Quantity.ratio(0.5),
                    "from here on more time goes into collecting than into records, and heartbeats"
                            + " are missed");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-001",
                    "does garbage collection eat the time?",
                    Set.of(Need.TASK_MANAGER_METRICS, Need.TASK_MANAGERS, Need.REPORTER),
                    SHARE,
                    CRITICAL_SHARE);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        MetricSample sample = job.taskManagerMetrics().require();
        // Before Flink 1.19 there is only a counter.
        double share = Jvm.collecting(sample).require();
        if (share < limits.value(SHARE)) {
            return new Verdict.Healthy();
        }
        Subject subject = Jvm.subject(job, JvmUse::collecting);
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "time in garbage collection, worst TaskManager",
                        Quantity.ratio(share),
                        limits.of(SHARE),
                        Jvm.collecting(sample).from()));
        Jvm.fill(sample, "Heap").stream()
                .forEach(
                        fill ->
                                evidence.add(
                                        Evidence.of(
                                                "heap in use, of its maximum",
                                                Quantity.ratio(fill),
                                                Jvm.fill(sample, "Heap").from())));
        return Verdict.problem(
                new Finding(
                        share >= limits.value(CRITICAL_SHARE)
                                ? Severity.CRITICAL
                                : Severity.WARNING,
                        "GC",
                        subject,
                        subject.name()
                                + ": garbage collection takes "
                                + Numbers.percent(share)
                                + " of the time",
                        evidence));
    }
}
