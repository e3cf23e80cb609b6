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
import flinktriage.model.Aggregate;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Uneven records matter when the subtask that gets most of them is the one without time. */
public final class Skew implements JobCheck {

    static final Threshold FACTOR =
            new Threshold(
                    "factor",
                    Quantity.count(3),
                    "records of the fullest subtask over the mean of its siblings that count as skew");
    static final Threshold VOLUME =
            new Threshold(
                    "volume",
                    Quantity.records(1_000),
                    "records below which a ratio of them says nothing");
    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "busy time from which the fullest subtask is a limit");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-BP-002",
                    "does one subtask get far more records than its siblings?",
                    Set.of(Need.SUBTASKS, Need.METRICS, Need.TIMES),
                    FACTOR,
                    VOLUME,
                    BUSY);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is " + job.state());
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        List<Vertex> parallel =
                job.graph().vertices().stream()
                        .filter(v -> v.allTasksRunning() && v.parallelism() > 1 && !v.source())
                        .toList();
        if (parallel.isEmpty()) {
            return new Verdict.NotApplicable(
                    "no vertex below the sources has more than one subtask");
        }
        List<Finding> findings = new ArrayList<>();
        List<Missing> missing = new ArrayList<>();
        for (Vertex v : parallel) {
            try {
                examine(job, v, limits).ifPresent(findings::add);
            } catch (MissingMeasurementException e) {
                missing.add(e.missing());
            }
        }
        return findings.isEmpty() && !missing.isEmpty()
                ? Verdict.Unknown.of(missing.get(0))
                : Verdict.of(findings);
    }

    private static Optional<Finding> examine(JobView job, Vertex v, Limits limits) {
        Optional<Fullest> found = Fullest.of(job, v, limits.value(VOLUME));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Fullest fullest = found.get();
        double factor = fullest.factor();
        // Totals remember what is over; the rate of the last minute must agree.
        Observed<Aggregate> rate = job.metrics(v).flatMap(m -> m.metric("numRecordsInPerSecond"));
        Aggregate now = rate.require();
        if (factor < limits.value(FACTOR)
                || Fullest.factor(now.max(), now.sum(), fullest.siblings())
                        < limits.value(FACTOR)) {
            return Optional.empty();
        }
        double busy = VertexLoad.of(job, v).busyOf(fullest.subtask());
        boolean limit = busy >= limits.value(BUSY);
        boolean keyed = v.inputs().stream().anyMatch(i -> i.ship().equals("HASH"));
        String finite = factor > 1_000 ? "more than 1,000" : String.valueOf(Math.round(factor));
        return Optional.of(
                new Finding(
                        limit ? Severity.WARNING : Severity.INFO,
                        keyed ? "HOT_KEY" : "UNEVEN_INPUT",
                        Subject.vertex(v).subtask(fullest.subtask()),
                        v.name()
                                + ": subtask "
                                + fullest.subtask()
                                + " gets "
                                + finite
                                + " times the records of its siblings and is busy "
                                + Numbers.percent(busy),
                        List.of(
                                Evidence.of(
                                        "records of subtask "
                                                + fullest.subtask()
                                                + " over the mean of the others",
                                        Quantity.count(Math.min(factor, 1_000)),
                                        limits.of(FACTOR),
                                        fullest.from()
                                                .at(
                                                        "/subtasks/"
                                                                + fullest.subtask()
                                                                + "/metrics/read-records")),
                                Evidence.of(
                                        "records in per second, fullest subtask",
                                        Quantity.recordsPerSecond(now.max()),
                                        rate.from()),
                                Evidence.of(
                                        "records in per second, all subtasks",
                                        Quantity.recordsPerSecond(now.sum()),
                                        rate.from()))));
    }
}
