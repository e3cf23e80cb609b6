package flinktriage.checks.checkpoint;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** FT-CP-001. */
public final class CheckpointFailures implements JobCheck {

    static final Threshold SHARE =
            new Threshold(
                    "failed-share",
                    Quantity.ratio(0.3),
                    "share of the last finished ones; below it the next makes up for a failure");
    static final Threshold IN_A_ROW =
            new Threshold(
                    "failed-in-a-row",
                    Quantity.count(2),
                    "so many newest ones; a single one may be declined while tasks start");
    static final Threshold NONE_LEFT =
            new Threshold(
                    "failed-in-a-row-critical",
                    Quantity.count(5),
                    "that many in a row: checkpoints do not work at all");
    static final Threshold RECOVERED =
            new Threshold(
                    "completed-in-a-row",
                    Quantity.count(3),
                    "that many completed since the last failure: it is over");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-CP-001",
                    "do checkpoints fail?",
                    Set.of(Need.CHECKPOINTS, Need.CHECKPOINT_CONFIG, Need.CHECKPOINT_DETAILS),
                    SHARE,
                    IN_A_ROW,
                    NONE_LEFT,
                    RECOVERED);

    private static final String NOBODY =
            "; not even a source acknowledged: it is stuck, or the JobManager did not ask it";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        CheckpointHistory history = job.checkpoints().require();
        // counts.failed is 1 on nearly every job: a trigger before all tasks ran has no entry.
        List<Checkpoint> finished =
                history.finished().stream()
                        .filter(c -> c.completed() || Failure.of(c).isPresent())
                        .toList();
        if (finished.isEmpty()) {
            return new Verdict.NotApplicable("no checkpoint has finished yet");
        }
        List<Checkpoint> failed = finished.stream().filter(c -> !c.completed()).toList();
        if (failed.size() < 2) {
            return new Verdict.Healthy();
        }
        int inARow = Failure.leading(finished, false);
        double share = (double) failed.size() / finished.size();
        boolean over = Failure.leading(finished, true) >= limits.value(RECOVERED);
        boolean often = share >= limits.value(SHARE) || inARow >= limits.value(IN_A_ROW);
        Severity severity = !over && often ? Severity.WARNING : Severity.INFO;
        if (inARow >= limits.value(NONE_LEFT)) {
            severity = Severity.CRITICAL;
        }
        Failure failure = Failure.of(failed.get(0)).orElseThrow();
        Optional<CheckpointDetail> detail = detail(job, failed);
        boolean early = detail.filter(d -> Stopped.beforeTheSources(d, job.graph())).isPresent();
        boolean expired = failure == Failure.EXPIRED;
        // A task that fails at once is faster than the answers of those that are well.
        Optional<Vertex> stopped =
                detail.filter(d -> expired || !early)
                        .flatMap(d -> Stopped.at(d, job.graph(), !expired));
        Subject subject = stopped.map(Subject::vertex).orElse(Subject.job(job.name()));
        String summary =
                "%s: %d of the last %d checkpoints failed%s: %s%s"
                        .formatted(
                                subject.name(),
                                failed.size(),
                                finished.size(),
                                inARow > 1 ? ", the newest " + inARow + " in a row" : "",
                                Failure.message(failed.get(0)),
                                expired && early ? NOBODY : "");
        List<Evidence> evidence = evidence(job, limits, failed.get(0), share, inARow);
        stopped.ifPresent(
                v ->
                        evidence.add(
                                Stopped.evidence(v, detail.get(), job.checkpointDetails().from())));
        return Verdict.problem(new Finding(severity, failure.name(), subject, summary, evidence));
    }

    private static List<Evidence> evidence(
            JobView job, Limits limits, Checkpoint last, double share, int inARow) {
        Provenance from = job.checkpoints().from();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "share of the finished checkpoints that failed",
                        Quantity.ratio(share),
                        limits.of(SHARE),
                        from.at("/history")));
        evidence.add(
                Evidence.of(
                        "failed in a row",
                        Quantity.count(inARow),
                        limits.of(IN_A_ROW),
                        from.at("/history")));
        for (CheckpointConfig config : job.checkpointConfig().stream().toList()) {
            evidence.add(
                    Evidence.of(
                            "duration of checkpoint " + last.id(),
                            Quantity.of(last.duration()),
                            Quantity.of(config.timeout()),
                            from.at("/history")));
            evidence.add(
                    Evidence.of(
                            "failures in a row that are tolerated before the job restarts",
                            Quantity.count(config.tolerableFailures()),
                            job.checkpointConfig().from().at("/tolerable_failed_checkpoints")));
        }
        return evidence;
    }

    private static Optional<CheckpointDetail> detail(JobView job, List<Checkpoint> failed) {
        Set<Long> ids = failed.stream().map(Checkpoint::id).collect(Collectors.toSet());
        return job.checkpointDetails().stream()
                .flatMap(List::stream)
                .filter(d -> ids.contains(d.checkpoint().id()))
                .findFirst();
    }
}
