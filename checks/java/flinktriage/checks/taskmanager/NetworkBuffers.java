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
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** FT-TM-003. */
public final class NetworkBuffers implements JobCheck {

    static final Threshold REQUESTED =
            new Threshold(
                    "requested",
                    Quantity.ratio(1),
                    "share of the network buffers that the tasks ask for; above it Flink itself logs"
                            + " that throughput suffers severely");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-003",
                    "are network buffers exhausted?",
                    Set.of(Need.TASK_MANAGER_METRICS, Need.TASK_MANAGERS),
                    REQUESTED);

    private static final String SEGMENTS = "Status.Shuffle.Netty.";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        MetricSample sample = job.taskManagerMetrics().require();
        // Whole percent, the only metric of Flink that is.
        Observed<Double> requested =
                sample.metric(SEGMENTS + "RequestedMemoryUsage").map(a -> a.max() / 100);
        Observed<Aggregate> available = sample.metric(SEGMENTS + "AvailableMemorySegments");
        boolean none = available.require().min() <= 0;
        boolean overdrawn = requested.require() > limits.value(REQUESTED);
        if (!none && !overdrawn) {
            return new Verdict.Healthy();
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "network buffers asked for, worst TaskManager",
                        Quantity.ratio(requested.require()),
                        limits.of(REQUESTED),
                        requested.from()));
        evidence.add(
                Evidence.of(
                        "free network buffers, worst TaskManager",
                        Quantity.count(available.require().min()),
                        available.from()));
        sample.metric(SEGMENTS + "TotalMemorySegments").stream()
                .forEach(
                        total ->
                                evidence.add(
                                        Evidence.of(
                                                "network buffers, largest TaskManager",
                                                Quantity.count(total.max()),
                                                available
                                                        .from()
                                                        .at(SEGMENTS + "TotalMemorySegments"))));
        Subject subject = Jvm.subject(job);
        String says =
                overdrawn
                        ? "tasks ask for "
                                + Numbers.percent(requested.require())
                                + " of the network buffers that there are"
                        : "no network buffer is free, but tasks ask for no more than there are";
        // Pools may hold buffers that they do not use: none free alone hurts nobody.
        return Verdict.problem(
                new Finding(
                        overdrawn ? Severity.WARNING : Severity.INFO,
                        "BUFFERS",
                        subject,
                        subject.name() + ": " + says,
                        evidence));
    }
}
