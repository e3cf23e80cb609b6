package flinktriage.checks.watermark;

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
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** FT-WM-003: tells data that is old from a job that is slow. */
public final class DistantEventTime implements JobCheck {

    static final Threshold BEHIND =
            new Threshold(
                    "behind",
                    Quantity.of(Duration.ofMinutes(5)),
                    "how far event time at a source may be behind now");
    static final Threshold BACKLOG =
            new Threshold(
                    "backlog",
                    Quantity.of(Duration.ofSeconds(30)),
                    "how many seconds of reading must be waiting at the source to call it backlog");
    static final Threshold FALLING =
            new Threshold(
                    "falling-behind",
                    Quantity.ratio(0.1),
                    "how much event time may be lost per time that passes, between two samples");

    private static final Duration ONE_FETCH = Duration.ofSeconds(10);

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-WM-003",
                    "is event time far behind: old data, or a slow job?",
                    Set.of(Need.METRICS, Need.PLAN),
                    BEHIND,
                    BACKLOG,
                    FALLING);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return EventTime.ask(job, time -> judge(job, time, limits));
    }

    private static Verdict judge(JobView job, EventTime time, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (Vertex v : time.generators()) {
            OutputWatermarks sent = time.sent(v).require();
            // The furthest subtask: one that is late among its siblings is another question.
            Lag.behind(sent.high(), job.now())
                    .filter(lag -> lag.millis() > limits.value(BEHIND))
                    .map(lag -> finding(job, v, lag, sent, limits))
                    .ifPresent(findings::add);
        }
        return time.verdict(findings);
    }

    private static Finding finding(
            JobView job, Vertex v, Lag lag, OutputWatermarks sent, Limits limits) {
        Optional<Double> lost = lost(job.samples(v).require());
        boolean falling = lost.filter(x -> x > limits.value(FALLING)).isPresent();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "event time behind now", lag.quantity(), limits.of(BEHIND), sent.from()));
        lost.ifPresent(
                x ->
                        evidence.add(
                                Evidence.of(
                                        "event time lost per time that passes",
                                        Quantity.ratio(x),
                                        limits.of(FALLING),
                                        sent.from())));
        Optional<Double> waiting = waiting(job.metrics(v).require());
        waiting.ifPresent(
                s ->
                        evidence.add(
                                Evidence.of(
                                        "time to read what is pending",
                                        Quantity.millis(s * 1000),
                                        limits.of(BACKLOG),
                                        sent.from().at("pendingRecords"))));
        boolean catchingUp = lost.filter(x -> x < -limits.value(FALLING)).isPresent();
        boolean backlog =
                catchingUp || waiting.filter(s -> s * 1000 > limits.value(BACKLOG)).isPresent();
        String old =
                silent(job.metrics(v).require())
                        ? ": it sends no records, so event time stands where the last one left it"
                        : ": its records are that old or come that late";
        String why = backlog ? catchingUp ? ": it is catching up" : ": it reads a backlog" : old;
        // Old data alone is no illness: a replay looks the same. Losing ground with work waiting
        // is.
        return new Finding(
                falling && backlog ? Severity.WARNING : Severity.INFO,
                backlog ? "BACKLOG" : "DELAY",
                Subject.vertex(v),
                v.name() + " is " + lag.words() + " behind now in event time" + why,
                evidence);
    }

    /** Seconds of event time lost per second; negative while catching up. */
    private static Optional<Double> lost(List<MetricSample> samples) {
        MetricSample first = samples.get(0);
        MetricSample last = samples.get(samples.size() - 1);
        Duration over = Duration.between(first.at(), last.at());
        if (over.compareTo(ONE_FETCH) < 0) {
            return Optional.empty();
        }
        Observed<OutputWatermarks> after = OutputWatermarks.of(last);
        return OutputWatermarks.of(first).stream()
                .flatMap(b -> after.stream().map(a -> Lag.between(b.high(), a.high())))
                .flatMap(Optional::stream)
                .map(moved -> 1 - moved.millis() / over.toMillis())
                .findFirst();
    }

    /** Nothing comes in, and nothing goes out. A filter may hold back all that is read. */
    private static boolean silent(MetricSample sample) {
        return sample.metric("numRecordsOutPerSecond").stream().anyMatch(out -> out.sum() == 0)
                && sample.readPerSecond().stream().allMatch(in -> in == 0);
    }

    /**
     * In seconds, at the present rate; a source that stands still is taken to read one a second.
     */
    private static Optional<Double> waiting(MetricSample sample) {
        Observed<Aggregate> rate = sample.metric("numRecordsOutPerSecond");
        return sample.overOperators("pendingRecords")
                .map(Aggregate::sum)
                .filter(pending -> rate.isPresent())
                .map(pending -> rate.require().sum() > 0 ? pending / rate.require().sum() : pending)
                .findFirst();
    }
}
