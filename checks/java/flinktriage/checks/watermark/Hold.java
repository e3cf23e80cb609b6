package flinktriage.checks.watermark;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Subtask;
import flinktriage.model.Vertex;
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

    /** Subtasks that have sent no record; empty where that is not known. */
    static List<Integer> silentSubtasks(JobView job, Vertex v) {
        return job.subtasks(v).stream()
                .flatMap(List::stream)
                .filter(s -> s.recordsOut().stream().anyMatch(n -> n == 0))
                .map(Subtask::subtask)
                .toList();
    }

    /** True if the gap arises behind the sources: in a slow operator, or in one that delays. */
    boolean onTheWay(EventTime time) {
        return gap.isPresent() && !time.generates(origin);
    }

    Finding finding(JobView job, EventTime time, Severity severity, Quantity limit) {
        List<Integer> silent =
                reason.equals(EMPTY_SUBTASK) ? silentSubtasks(job, origin) : List.of();
        Subject subject = Subject.vertex(origin).input(edge());
        return new Finding(
                severity,
                reason,
                silent.size() == 1 ? subject.subtask(silent.get(0)) : subject,
                origin.name() + " " + summary(silent),
                evidence(job, time, silent, limit));
    }

    private String edge() {
        return input.name() + " -> " + consumer.name();
    }

    private String summary(List<Integer> silent) {
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
            case EMPTY_SUBTASK ->
                    holds
                            + (silent.isEmpty()
                                    ? "not every subtask has sent a watermark"
                                    : silent.size()
                                            + " of "
                                            + origin.parallelism()
                                            + " subtasks got no records and sent no watermark");
            default -> holds + "it sends records but no watermarks";
        };
    }

    private List<Evidence> evidence(
            JobView job, EventTime time, List<Integer> silent, Quantity limit) {
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
        if (!silent.isEmpty()) {
            all.add(
                    Evidence.of(
                            "subtasks of " + origin.name() + " without a record",
                            Quantity.count(silent.size()),
                            job.subtasks(origin).from()));
        }
        Observed<Aggregate> records = job.metrics(origin).flatMap(m -> m.metric("numRecordsOut"));
        if (records.isPresent()) {
            Quantity sent = Quantity.records(records.require().sum());
            all.add(Evidence.of("records sent by " + origin.name(), sent, records.from()));
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

    private static Evidence watermark(String which, Vertex v, Lag lag, OutputWatermarks of) {
        String label = which + " watermark of " + v.name() + " behind now";
        return Evidence.of(label, lag.quantity(), of.from());
    }
}
