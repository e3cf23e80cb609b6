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
import java.time.Duration;
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
    static final Threshold DIRECT =
            new Threshold(
                    "direct-use",
                    Quantity.ratio(0.9),
                    "share of the direct memory in use that network buffers leave; an allocation"
                            + " beyond it fails");
    static final Threshold RECENT =
            new Threshold(
                    "recent-failure",
                    Quantity.of(Duration.ofHours(1)),
                    "age of a failure for lack of memory that still counts");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-002",
                    "is heap, metaspace, direct or managed memory nearly full?",
                    Set.of(
                            Need.TASK_MANAGER_METRICS,
                            Need.TASK_MANAGERS,
                            Need.EXCEPTIONS,
                            Need.REPORTER),
                    HEAP,
                    COLLECTING,
                    METASPACE,
                    DIRECT,
                    RECENT);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        List<Finding> findings = new ArrayList<>(Exhausted.findings(job, limits.of(RECENT)));
        if (!findings.isEmpty()) {
            return Verdict.of(findings);
        }
        MetricSample sample = job.taskManagerMetrics().require();
        Observed<Double> heap = Jvm.fill(sample, "Heap");
        if (heap.require() >= limits.value(HEAP)) {
            boolean collecting =
                    Jvm.collecting(sample).stream().anyMatch(s -> s >= limits.value(COLLECTING));
            findings.add(
                    full(
                            job,
                            collecting ? Severity.WARNING : Severity.INFO,
                            "heap",
                            heap,
                            limits.of(HEAP)));
        }
        Observed<Double> metaspace = Jvm.fill(sample, "Metaspace");
        if (metaspace.stream().anyMatch(fill -> fill >= limits.value(METASPACE))) {
            findings.add(full(job, Severity.WARNING, "metaspace", metaspace, limits.of(METASPACE)));
        }
        Observed<Double> direct = job.taskManagers().flatMap(all -> Jvm.direct(sample, all));
        if (direct.stream().anyMatch(fill -> fill >= limits.value(DIRECT))) {
            findings.add(
                    full(
                            job,
                            Severity.WARNING,
                            "direct memory beside the network buffers",
                            direct,
                            limits.of(DIRECT)));
        }
        return Verdict.of(findings);
    }

    private static Finding full(
            JobView job, Severity severity, String area, Observed<Double> fill, Quantity limit) {
        Subject subject =
                switch (area) {
                    case "heap" -> Jvm.subject(job, JvmUse::heap);
                    case "metaspace" -> Jvm.subject(job, JvmUse::metaspace);
                    default -> Jvm.subject(job);
                };
        return new Finding(
                severity,
                area.split(" ")[0].toUpperCase(Locale.ROOT),
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
