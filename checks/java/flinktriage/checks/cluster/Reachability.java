package flinktriage.checks.cluster;

import flinktriage.check.CheckSpec;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Unreachable;
import java.util.List;
import java.util.Set;

/** FT-CL-001. */
public final class Reachability implements ClusterCheck {

    static final CheckSpec SPEC =
            CheckSpec.of("FT-CL-001", "can the JobManager be reached?", Set.of());

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(Snapshot snapshot, Limits limits) {
        return snapshot.unreachable()
                .<Verdict>map(why -> Verdict.problem(finding(snapshot.target(), why)))
                .orElseGet(Verdict.Healthy::new);
    }

    private static Finding finding(Target target, Unreachable why) {
        String address =
                target.name().equals(target.url())
                        ? target.url()
                        : target.name() + " (" + target.url() + ")";
        return new Finding(
                Severity.CRITICAL,
                why.reason().name(),
                Subject.cluster(target.name()),
                "No usable answer from %s: %s (%s)".formatted(address, why.cause(), why.request()),
                List.of());
    }
}
