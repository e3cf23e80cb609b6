package flinktriage.checks.backpressure;

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
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** FT-BP-004. INFO: it takes certainty from FT-BP-001, it adds no illness. */
public final class MovingBottleneck implements JobCheck {

    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "busy time of a vertex's hottest subtask from which it holds back a backpressured input");
    static final Threshold BACKPRESSURED =
            new Threshold(
                    "backpressured",
                    Quantity.ratio(0.1),
                    "backpressured time of an input that counts; Flink's own level \"low\" begins here");
    static final Threshold YOUNG =
            new Threshold(
                    "young-job",
                    Quantity.of(Duration.ofSeconds(75)),
                    "in a younger job the averages over 60 s still fill, vertex by vertex");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-BP-004",
                    "do repeated samples disagree about the culprit?",
                    Set.of(Need.METRICS),
                    BUSY,
                    BACKPRESSURED,
                    YOUNG);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING || VertexLoad.running(job).isEmpty()) {
            return new Verdict.NotApplicable("no vertex of the job has all its tasks running");
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        List<Suspects> samples =
                Suspects.inEachSample(job, limits.value(BUSY), limits.value(BACKPRESSURED));
        if (samples.size() < 2) {
            return new Verdict.NotApplicable("there is one sample only");
        }
        if (job.runningFor().require().toMillis() < limits.value(YOUNG)) {
            return new Verdict.Unknown(
                    "the job has been running for less than "
                            + Numbers.show(limits.of(YOUNG))
                            + ": its averages still fill");
        }
        Suspects now = samples.get(samples.size() - 1);
        return samples.stream()
                .filter(before -> before.disagreesWith(now))
                .findFirst()
                .map(before -> Verdict.problem(finding(now, before, limits)))
                .orElseGet(Verdict.Healthy::new);
    }

    private static Finding finding(Suspects now, Suspects before, Limits limits) {
        Suspects.Suspect newest = now.worst();
        Suspects.Suspect oldest = before.worst();
        String ago = Numbers.show(Duration.between(before.at(), now.at()));
        return new Finding(
                Severity.INFO,
                "MOVING",
                Subject.vertex(newest.vertex()),
                "%s is the busy vertex below the backpressure now, and %s before it was %s: the bottleneck moves"
                        .formatted(newest.vertex().name(), ago, oldest.vertex().name()),
                List.of(
                        evidence(newest, "now", limits),
                        evidence(oldest, ago + " before", limits)));
    }

    private static Evidence evidence(Suspects.Suspect suspect, String when, Limits limits) {
        return Evidence.of(
                "busy time of " + suspect.vertex().name() + " " + when,
                Quantity.ratio(suspect.busy()),
                limits.of(BUSY),
                suspect.from());
    }
}
