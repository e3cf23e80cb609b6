package flinktriage.checks.watermark;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** FT-WM-001: names the source that makes everyone else wait. */
public final class HeldWatermark implements JobCheck {

    static final Threshold APART =
            new Threshold(
                    "apart",
                    Quantity.of(Duration.ofSeconds(60)),
                    "how far one input may be behind the one that is furthest ahead");
    static final Threshold APART_SHARE =
            new Threshold(
                    "apart-share",
                    Quantity.ratio(0.5),
                    "the same, as a share of how far the furthest input is itself behind now:"
                            + " inputs that replay old data run apart");
    static final Threshold SETTLED =
            new Threshold(
                    "settled-after",
                    Quantity.of(Duration.ofSeconds(30)),
                    "how long a job must have been running before a missing watermark counts");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-WM-001",
                    "which input holds a union's or join's watermark back?",
                    Set.of(Need.METRICS, Need.WATERMARKS, Need.PLAN, Need.SUBTASKS, Need.SOURCES),
                    APART,
                    APART_SHARE,
                    SETTLED);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return EventTime.ask(job, time -> judge(job, time, limits));
    }

    private static Verdict judge(JobView job, EventTime time, Limits limits) {
        Blame blame = new Blame(job, time);
        Map<VertexId, Finding> worst = new LinkedHashMap<>();
        List<Observed<?>> missing = new ArrayList<>();
        boolean young = false;
        for (Vertex consumer : time.vertices().filter(v -> !v.source()).toList()) {
            List<Observed<?>> unseen = blame.unseen(consumer);
            if (!unseen.isEmpty()) {
                missing.addAll(unseen);
                continue;
            }
            for (Hold hold : blame.holds(consumer, limits.value(APART))) {
                if (!settled(job, time, hold, limits)) {
                    young = true;
                    continue;
                }
                Severity severity = severity(job, time, hold, limits);
                Finding finding = hold.finding(job, time, severity, limits.of(APART));
                worst.merge(
                        hold.origin().id(),
                        finding,
                        (a, b) -> b.severity().compareTo(a.severity()) > 0 ? b : a);
            }
        }
        if (worst.isEmpty() && !missing.isEmpty()) {
            missing.get(0).require();
        }
        return worst.isEmpty() && young
                ? new Verdict.Unknown("the job is too young: its sources may still be starting")
                : Verdict.of(List.copyOf(worst.values()));
    }

    private static boolean settled(JobView job, EventTime time, Hold hold, Limits limits) {
        if (hold.gap().isPresent()) {
            return true;
        }
        Duration running = job.runningFor().require();
        Duration age = Duration.between(time.sent(hold.origin()).from().at(), job.now());
        return running.minus(age).toMillis() >= limits.value(SETTLED);
    }

    private static Severity severity(JobView job, EventTime time, Hold hold, Limits limits) {
        boolean replaying =
                hold.gap().isPresent()
                        && hold.leader()
                                .flatMap(l -> Lag.behind(time.sent(l).require().high(), job.now()))
                                .filter(
                                        behind ->
                                                hold.gap().get().millis()
                                                        < behind.millis()
                                                                * limits.value(APART_SHARE))
                                .isPresent();
        boolean harmless = replaying || hold.onTheWay(time) || !time.awaitedFrom(hold.consumer());
        return harmless ? Severity.INFO : Severity.WARNING;
    }
}
