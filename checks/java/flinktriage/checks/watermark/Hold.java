package flinktriage.checks.watermark;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A vertex that holds back the watermark of another.
 *
 * @param origin where the late or missing watermark arises
 * @param input the direct input of the consumer through which it comes
 * @param leader the input that is furthest ahead, the origin itself if its own subtasks differ;
 *     empty if no input has a watermark
 * @param gap how far the origin is behind the leader; empty if it has no watermark
 */
record Hold(
        String reason,
        Vertex origin,
        Vertex input,
        Vertex consumer,
        Optional<Vertex> leader,
        Optional<Lag> gap) {

    static final String LAGGING_INPUT = "LAGGING_INPUT";
    static final String IDLE_INPUT = "IDLE_INPUT";
    static final String EMPTY_SUBTASK = "EMPTY_SUBTASK";
    static final String NO_WATERMARK = "NO_WATERMARK";

    /** True if the gap arises behind the sources: in a slow operator, or in one that delays. */
    boolean onTheWay(EventTime time) {
        return gap.isPresent() && !time.generates(origin);
    }

    Finding finding(JobView job, EventTime time, Severity severity, Quantity limit) {
        SubtaskWatermarks which = which(job, time);
        Subject subject = Subject.vertex(origin).input(edge());
        return new Finding(
                severity,
                reason,
                which.guilty().size() == 1 ? subject.subtask(which.guilty().get(0)) : subject,
                origin.name() + " " + summary(job, which.guilty()),
                evidence(job, time, which, limit));
    }

    private SubtaskWatermarks which(JobView job, EventTime time) {
        if (reason.equals(EMPTY_SUBTASK)) {
            return SubtaskWatermarks.silent(job, origin);
        }
        boolean amongItsOwn = leader.equals(Optional.of(origin)) && gap.isPresent();
        return amongItsOwn && time.sent(origin).require().low() instanceof Watermark.At low
                ? SubtaskWatermarks.upTo(
                        new Watermark.At(low.epochMillis() + Math.round(gap.get().millis() / 2)),
                        job,
                        origin)
                : SubtaskWatermarks.NONE;
    }

    private String edge() {
        return input.name() + " into " + consumer.name();
    }

    private String summary(JobView job, List<Integer> silent) {
        String holds = "holds back the watermark of " + consumer.name() + ": ";
        String lead =
                leader.map(l -> l.equals(origin) ? "its furthest subtask" : l.name()).orElse("");
        String behind = gap.map(Lag::words).orElse("") + " behind " + lead;
        return switch (reason) {
            case LAGGING_INPUT -> holds + "its event time is " + behind;
            case IDLE_INPUT ->
                    holds
                            + (gap.isPresent()
                                    ? "it sends nothing and its event time is " + behind
                                    : "it has sent neither a record nor a watermark");
            case EMPTY_SUBTASK -> holds + empty(job, silent);
            default -> holds + "it sends records but no watermarks";
        };
    }

    private String empty(JobView job, List<Integer> silent) {
        if (silent.isEmpty()) {
            return "not every subtask has sent a watermark";
        }
        boolean noRecords = SubtaskWatermarks.withoutRecords(job, origin).containsAll(silent);
        return silent.size()
                + " of "
                + origin.parallelism()
                + " subtasks sent no watermark"
                + (noRecords ? " and no records" : "");
    }

    private List<Evidence> evidence(
            JobView job, EventTime time, SubtaskWatermarks which, Quantity limit) {
        List<Evidence> all = new ArrayList<>();
        OutputWatermarks own = time.sent(origin).require();
        gap.ifPresent(
                g ->
                        all.add(
                                Evidence.of(
                                        "event time behind the input that is furthest ahead",
                                        g.quantity(),
                                        limit,
                                        own.from())));
        if (!which.guilty().isEmpty()) {
            Quantity count = Quantity.count(which.guilty().size());
            all.add(Evidence.of("subtasks that hold it back", count, which.from().require()));
        }
        Observed<Aggregate> records = job.metrics(origin).flatMap(m -> m.metric("numRecordsOut"));
        if (records.isPresent()) {
            Quantity sent = Quantity.records(records.require().sum());
            all.add(Evidence.of("records sent by " + origin.name(), sent, records.from()));
        }
        if (reason.equals(IDLE_INPUT)) {
            job.metrics(origin).stream()
                    .flatMap(m -> m.byOperator("sourceIdleTime").values().stream())
                    .filter(Observed::isPresent)
                    .map(o -> idle(o.require(), o.from()))
                    .findFirst()
                    .ifPresent(all::add);
        }
        Lag.behind(own.low(), job.now())
                .ifPresent(l -> all.add(watermark("slowest", origin, l, own)));
        leader.ifPresent(
                v -> {
                    OutputWatermarks ahead = time.sent(v).require();
                    Lag.behind(ahead.high(), job.now())
                            .ifPresent(l -> all.add(watermark("furthest", v, l, ahead)));
                });
        return all;
    }

    private static Evidence idle(Aggregate time, Provenance from) {
        return Evidence.of("time with nothing to read", Quantity.millis(time.max()), from);
    }

    private static Evidence watermark(String which, Vertex v, Lag lag, OutputWatermarks of) {
        String label = which + " watermark of " + v.name() + " behind now";
        return Evidence.of(label, lag.quantity(), of.from());
    }
}
