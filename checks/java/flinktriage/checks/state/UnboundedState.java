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
import flinktriage.model.CheckpointDetail;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.VertexId;
import flinktriage.plan.JobPlan;
import flinktriage.plan.JobPlan.Placed;
import flinktriage.plan.StateKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** FT-ST-002. */
public final class UnboundedState implements JobCheck {

    static final Threshold SHARE =
            new Threshold(
                    "state-share",
                    Quantity.ratio(0.25),
                    "share of the job's state that the operator's vertex holds; below it the state"
                            + " is elsewhere");
    static final Threshold SMALL =
            new Threshold(
                    "smallest-state",
                    Quantity.bytes(16 << 20),
                    "state of a job below this needs no bound to be looked after");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-ST-002",
                    "which operator holds the state, and is it one that only a TTL bounds?",
                    Set.of(Need.PLAN, Need.CHECKPOINT_DETAILS),
                    SHARE,
                    SMALL);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        Optional<CheckpointDetail> newest =
                CheckpointDetail.newestCompleted(job.checkpointDetails().require());
        if (newest.isEmpty()) {
            return new Verdict.NotApplicable("no checkpoint has completed yet");
        }
        JobPlan plan = JobPlan.of(job.graph(), job::plan);
        if (!plan.described()) {
            return new Verdict.Unknown("no descriptions of the job's operators");
        }
        if (!plan.sql()) {
            return new Verdict.NotApplicable("no SQL operators: their plan says what they keep");
        }
        Map<VertexId, Long> sizes = newest.get().stateSize();
        double total = sizes.values().stream().mapToDouble(Long::doubleValue).sum();
        if (total < limits.value(SMALL)) {
            return new Verdict.Healthy();
        }
        List<Finding> findings = new ArrayList<>();
        for (Placed placed : plan.operators()) {
            StateKind kind = StateKind.of(placed.operator());
            double size = sizes.getOrDefault(placed.vertex().id(), 0L);
            if (kind.onlyTtlBounds() && size >= limits.value(SHARE) * total) {
                findings.add(finding(job, limits, placed, kind, size, total));
            }
        }
        return Verdict.of(findings);
    }

    /** INFO: whether there is a TTL is in no REST reply. Growth at the same vertex raises it. */
    private static Finding finding(
            JobView job, Limits limits, Placed placed, StateKind kind, double size, double total) {
        Subject subject = Subject.vertex(placed.vertex()).operator(placed.operator().name());
        Provenance from = job.checkpointDetails().from();
        return new Finding(
                Severity.INFO,
                "UNBOUNDED_OPERATOR",
                subject,
                "%s: %s keeps %s, and only a state TTL removes any; the vertex holds %s of state"
                        .formatted(
                                subject.name(),
                                placed.operator().name(),
                                kind.keeps(),
                                Numbers.show(Quantity.bytes(size))),
                List.of(
                        Evidence.of(
                                "share of the job's state",
                                Quantity.ratio(size / total),
                                limits.of(SHARE),
                                from),
                        Evidence.of(
                                "state of the vertex",
                                Quantity.bytes(size),
                                limits.of(SMALL),
                                from)));
    }
}
