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
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** FT-TM-002. */
public final class MemoryUse implements JobCheck {

    static final Threshold HEAP =
            new Threshold(
                    "heap-use",
                    Quantity.ratio(0.9),
                    "share of the heap in use; one reading may be just before a collection");
    static final Threshold COLLECTING =
            new Threshold(
                    "gc-share",
                    Quantity.ratio(0.1),
                    "share of the time in garbage collection that shows that a full heap is not just"
                            + " waiting for a collection");
    static final Threshold METASPACE =
            new Threshold(
                    "metaspace-use",
                    Quantity.ratio(0.9),
                    "share of the metaspace in use; it only shrinks when a job's classes are unloaded");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-002",
                    "is heap, metaspace, direct or managed memory nearly full?",
                    Set.of(Need.TASK_MANAGER_METRICS, Need.TASK_MANAGERS, Need.REPORTER),
                    HEAP,
                    COLLECTING,
                    METASPACE);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        MetricSample sample = job.taskManagerMetrics().require();
        Observed<Double> heap = Jvm.fill(sample, "Heap");
        Observed<Double> metaspace = Jvm.fill(sample, "Metaspace");
        List<Finding> findings = new ArrayList<>();
        if (heap.require() >= limits.value(HEAP)) {
            boolean collecting =
                    Jvm.collecting(sample).stream().anyMatch(s -> s >= limits.value(COLLECTING));
            findings.add(
                    finding(
                            job,
                            collecting ? Severity.WARNING : Severity.INFO,
                            "HEAP",
                            heap,
                            limits.of(HEAP)));
        }
        if (metaspace.stream().anyMatch(fill -> fill >= limits.value(METASPACE))) {
            findings.add(
                    finding(job, Severity.WARNING, "METASPACE", metaspace, limits.of(METASPACE)));
        }
        return Verdict.of(findings);
    }

    private static Finding finding(
            JobView job, Severity severity, String reason, Observed<Double> fill, Quantity limit) {
        Subject subject =
                Jvm.subject(job, reason.equals("METASPACE") ? JvmUse::metaspace : JvmUse::heap);
        String area = reason.toLowerCase(Locale.ROOT);
        return new Finding(
                severity,
                reason,
                subject,
                subject.name() + ": " + area + " is " + Numbers.percent(fill.require()) + " full",
                List.of(
                        Evidence.of(
                                area + " in use, of its maximum",
                                Quantity.ratio(fill.require()),
                                limit,
                                fill.from())));
    }
}
