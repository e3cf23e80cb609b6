package flinktriage.checks.checkpoint;

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
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import java.util.List;
import java.util.Set;

/** FT-CP-005. */
public final class InFlightData implements JobCheck {

    static final Threshold SMALL =
            new Threshold(
                    "smallest-inflight",
                    Quantity.bytes(64 << 20),
                    "in-flight data below this is written, and read back, in about a second");
    static final Threshold LARGE =
            new Threshold(
                    "inflight-warning",
                    Quantity.bytes(1 << 30),
                    "from here on a recovery reads records for many seconds before it works");
    static final Threshold SHARE =
            new Threshold(
                    "inflight-share",
                    Quantity.ratio(0.5),
                    "share of the in-flight data in all that a checkpoint holds; below it the state"
                            + " decides how long a recovery takes");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-CP-005",
                    "do unaligned checkpoints carry too much in-flight data?",
                    Set.of(Need.CHECKPOINTS, Need.CHECKPOINT_CONFIG),
                    SMALL,
                    LARGE,
                    SHARE);

    /** One large one is a burst. */
    private static final int IN_A_ROW = 2;

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        boolean allowed = job.checkpointConfig().require().unaligned();
        List<Checkpoint> newest =
                job.checkpoints().require().completedOnes().stream().limit(IN_A_ROW).toList();
        if (!allowed && newest.stream().allMatch(c -> c.persistedData() == 0)) {
            return new Verdict.NotApplicable("checkpoints are aligned");
        }
        if (newest.isEmpty()) {
            return new Verdict.NotApplicable("no checkpoint has completed yet");
        }
        boolean repeated =
                newest.size() == IN_A_ROW && newest.stream().allMatch(c -> heavy(c, limits));
        return repeated
                ? Verdict.problem(finding(job, newest.get(0), limits))
                : new Verdict.Healthy();
    }

    private static boolean heavy(Checkpoint c, Limits limits) {
        return c.persistedData() >= limits.value(SMALL) && share(c) >= limits.value(SHARE);
    }

    /** The size of a checkpoint contains its in-flight data. */
    private static double share(Checkpoint c) {
        return c.persistedData() / (double) Math.max(c.stateSize(), c.persistedData());
    }

    private static Finding finding(JobView job, Checkpoint c, Limits limits) {
        Provenance from = job.checkpoints().from().at("/history");
        Quantity inFlight = Quantity.bytes(c.persistedData());
        boolean large = c.persistedData() >= limits.value(LARGE);
        return new Finding(
                large ? Severity.WARNING : Severity.INFO,
                "INFLIGHT",
                Subject.job(job.name()),
                "%s: checkpoint %d carries %s of in-flight data, %s of its size, and a recovery reads it all"
                        .formatted(
                                job.name(),
                                c.id(),
                                Numbers.show(inFlight),
                                Numbers.percent(share(c))),
                List.of(
                        Evidence.of(
                                "in-flight data of checkpoint " + c.id(),
                                inFlight,
                                limits.of(large ? LARGE : SMALL),
                                from),
                        Evidence.of(
                                "share of the checkpoint's size",
                                Quantity.ratio(share(c)),
                                limits.of(SHARE),
                                from)));
    }
}
